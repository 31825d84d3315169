import type { PointerEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { t } from '../i18n/text.ts';
import buttonStyles from './Button.module.css';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { Overlay } from './Overlay.tsx';
import styles from './Sheet.module.css';

const closeDistance = 90;
const closeSpeed = 0.5;

export interface SheetProps {
  readonly title: ReactNode;
  /** Accessible name, if the title is more than text. */
  readonly label: string;
  readonly badge?: ReactNode;
  readonly height?: string;
  /**
   * True for a sheet without a title bar: the body begins with a head of its own. Closing stays reachable by keyboard
   * and screen reader.
   */
  readonly isBare?: boolean;
  readonly onClose: () => void;
  readonly renderFooter?: (close: () => void) => ReactNode;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** Bottom sheet: grabber, header of 52 px, scrolling body, sticky foot. Dragging the header down closes it. */
export function Sheet({ title, label, badge, height, isBare = false, onClose, renderFooter, children }: SheetProps) {
  const drag = useDragToClose();
  return (
    <Overlay onClose={onClose}>
      {(close) => (
        <section
          className={styles.sheet}
          role="dialog"
          aria-modal="true"
          aria-label={label}
          tabIndex={-1}
          style={height === undefined ? undefined : { height }}
        >
          <div {...drag(close)} className={styles.handle}>
            <i className={styles.grabber} />
            <header className={cx(styles.header, isBare && styles.bareHeader)}>
              <div className={styles.title}>{title}</div>
              {badge}
              <button
                type="button"
                className={cx(buttonStyles.iconButton, buttonStyles.inWell, styles.close)}
                aria-label={t('common.close')}
                onClick={close}
              >
                <Icon name="close" size={22} />
              </button>
            </header>
          </div>
          <div className={styles.body} ref={reachByKeys}>
            {typeof children === 'function' ? children(close) : children}
          </div>
          {renderFooter === undefined ? null : <footer className={styles.foot}>{renderFooter(close)}</footer>}
        </section>
      )}
    </Overlay>
  );
}

/** Makes a scrolling body reachable by keys: through its controls, or by itself if it is all text. */
function reachByKeys(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return undefined;
  const sizes = new ResizeObserver(() => {
    const isReached = body.scrollHeight <= body.clientHeight || body.querySelector('a,button,input') !== null;
    if (isReached) body.removeAttribute('tabindex');
    else body.tabIndex = 0;
  });
  sizes.observe(body);
  return () => sizes.disconnect();
}

/** Follows the finger down; closes on release beyond the distance or speed. Writes to the DOM, not to state. */
function useDragToClose() {
  const from = useRef<{ y: number; at: number } | null>(null);

  function move(event: PointerEvent<HTMLElement>): number {
    return from.current === null ? 0 : Math.max(0, event.clientY - from.current.y);
  }

  return (close: () => void) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button') !== null || event.pointerType === 'mouse') return;
      from.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.closest('[data-overlay]')?.toggleAttribute('data-dragged', true);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (from.current === null) return;
      sheetOf(event.currentTarget)?.style.setProperty('--drag', `${move(event)}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (from.current === null) return;
      const distance = move(event);
      const speed = distance / Math.max(1, event.timeStamp - from.current.at);
      from.current = null;
      event.currentTarget.closest('[data-overlay]')?.removeAttribute('data-dragged');
      if (distance > closeDistance || (distance > 24 && speed > closeSpeed)) close();
      else sheetOf(event.currentTarget)?.style.setProperty('--drag', '0px');
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      from.current = null;
      event.currentTarget.closest('[data-overlay]')?.removeAttribute('data-dragged');
      sheetOf(event.currentTarget)?.style.setProperty('--drag', '0px');
    },
  });
}

function sheetOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[role=dialog]');
}
