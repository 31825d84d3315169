import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useStaleMark } from '../../../widgets/live-quote.ts';
import styles from './FloatingKeys.module.css';
import { LotsStepper } from './LotsStepper.tsx';
import { StateNote } from './StateNote.tsx';
import type { TicketHandle } from './use-ticket.ts';

export interface FloatingKeysProps {
  readonly handle: TicketHandle;
  /** Keys of both sides. */
  readonly keys: ReactNode;
  /** Sheets that the keys open. */
  readonly children: ReactNode;
}

/**
 * Lots and the keys of both sides over a chart in full screen. They are dragged along the lower edge, stay at the nearer
 * side, and are there again the next time (R-CHT-03).
 */
export function FloatingKeys({ handle, keys, children }: FloatingKeysProps) {
  const { context, facts } = handle;
  const side = useSettings((settings) => settings.floatingSide);
  const { offset, ...drag } = useSideDrag();
  return (
    <section
      className={cx(styles.keys, side === 'left' && styles.atLeft)}
      style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}
      data-part="floating-keys"
      data-side={side}
      aria-label={t('trade.ticket')}
      dir="ltr"
      {...useStaleMark(facts.id)}
    >
      <button type="button" className={styles.grip} aria-label={t('chart.moveKeys')} {...drag}>
        <Icon name="grip" size={18} />
      </button>
      {context.state === 'open' || context.state === 'unknown' ? (
        <LotsStepper handle={handle} className={styles.lots} />
      ) : (
        <StateNote handle={handle} />
      )}
      <div className={styles.deal}>{keys}</div>
      {children}
    </section>
  );
}

/** Way in px from which a press of the grip is a drag. */
const draggedFromPx = 6;

/** Drag of the keys by their grip: they follow the finger and stay at the side where they are let go; a press changes the side. */
function useSideDrag() {
  const fromX = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const choose = (floatingSide: 'left' | 'right') => useSettings.setState({ floatingSide });
  return {
    offset,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      fromX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (fromX.current !== null) setOffset(clientX - fromX.current);
    },
    onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      const box = currentTarget.parentElement?.getBoundingClientRect();
      if (Math.abs(offset) >= draggedFromPx && box !== undefined)
        choose(box.left + box.width / 2 < window.innerWidth / 2 ? 'left' : 'right');
      fromX.current = null;
    },
    onPointerCancel: () => {
      fromX.current = null;
      setOffset(0);
    },
    // After a drag the same press ends as a click, which changes nothing.
    onClick: () => {
      if (Math.abs(offset) < draggedFromPx) choose(useSettings.getState().floatingSide === 'left' ? 'right' : 'left');
      setOffset(0);
    },
  };
}
