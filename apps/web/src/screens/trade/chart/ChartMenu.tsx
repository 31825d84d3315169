import { formatPrice, toPrice } from '@candor/domain/values/price';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { groupDigits } from '../../../format/price-text.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import styles from './CandleChart.module.css';

/** Something to do at a price of the chart. */
export interface ChartAction {
  readonly label: string;
  readonly run: () => void;
}

/** Place of the menu in the stage, and the price there. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly ticks: number;
}

export interface ChartMenuProps {
  readonly place: MenuPlace;
  readonly digits: number;
  readonly actions: readonly ChartAction[];
  readonly onClose: () => void;
}

/** Menu at a price of the chart, read by the arrow keys, closed by Esc and by a press anywhere else (R-SCR-83). */
export function ChartMenu({ place, digits, actions, onClose }: ChartMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector('button')?.focus();
    const leave = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target) === true)) close.current();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => {
      document.removeEventListener('pointerdown', leave, true);
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 && event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (step === 0) return onClose();
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    items[(at + step + items.length) % items.length]?.focus();
  }

  const { x: left, y: top } = place;
  return (
    <div ref={menu} className={styles.menu} role="menu" tabIndex={-1} style={{ left, top }} onKeyDown={onKeyDown}>
      {actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
          <b className={figuresStyles.number}>{groupDigits(formatPrice(toPrice(place.ticks), digits))}</b>
        </button>
      ))}
    </div>
  );
}
