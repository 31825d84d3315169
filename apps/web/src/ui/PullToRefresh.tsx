import type { ReactNode, TouchEvent } from 'react';
import { useRef, useState } from 'react';
import { t } from '../i18n/text.ts';
import buttonStyles from './Button.module.css';
import styles from './PullToRefresh.module.css';

const rowHeight = 60;
const closeDelayMs = 500;

export interface PullToRefreshProps {
  readonly className: string | undefined;
  readonly onRefresh: () => Promise<unknown>;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/** Scrolling screen that refreshes when pulled at its top; the row closes 500 ms after the answer (R-CON-08). */
export function PullToRefresh({ className, onRefresh, header, children }: PullToRefreshProps) {
  const row = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  const [isBusy, setBusy] = useState(false);

  function setHeight(height: number, isPulled: boolean): void {
    row.current?.toggleAttribute('data-pulled', isPulled);
    if (row.current !== null) row.current.style.height = `${height}px`;
  }

  function onMove(event: TouchEvent): void {
    const y = event.touches[0]?.clientY;
    if (from.current === null || y === undefined || isBusy) return;
    setHeight(Math.min(rowHeight * 1.4, Math.max(0, (y - from.current) * 0.5)), true);
  }

  async function onEnd(): Promise<void> {
    if (from.current === null || isBusy) return;
    from.current = null;
    const isOffscreen = (row.current?.offsetHeight ?? 0) >= rowHeight * 0.8;
    setHeight(isOffscreen ? rowHeight : 0, false);
    if (!isOffscreen) return;
    setBusy(true);
    await onRefresh().catch(() => undefined);
    setTimeout(() => {
      setHeight(0, false);
      setBusy(false);
    }, closeDelayMs);
  }

  return (
    <main
      className={className}
      onTouchStart={(event) => {
        // Touches on a sheet opened from here arrive too, although it is elsewhere in the document.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        const isAtTop = event.currentTarget.scrollTop <= 0;
        from.current = isOwn && isAtTop ? (event.touches[0]?.clientY ?? null) : null;
      }}
      onTouchMove={onMove}
      onTouchEnd={() => void onEnd()}
      onTouchCancel={() => void onEnd()}
    >
      {header}
      <div ref={row} className={styles.pull} data-part="pull" role="status">
        <i className={buttonStyles.spinner} />
        {isBusy ? t('order.updating') : ''}
      </div>
      {children}
    </main>
  );
}
