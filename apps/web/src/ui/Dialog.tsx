import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Overlay } from './Overlay.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The safe choice, first. Absent if there is nothing to decide. */
  readonly safeLabel?: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger' | 'buy' | 'sell';
  readonly icon?: ReactNode;
  readonly tone?: 'demo';
  readonly onClose: () => void;
  /** Runs once; the button is busy until it settles. */
  readonly onConfirm: () => Promise<void> | void;
}

/** Dialog with at most two buttons, the safe one first (DESIGN 4). */
export function Dialog({
  title,
  children,
  safeLabel,
  label,
  kind = 'primary',
  icon,
  tone,
  onClose,
  onConfirm,
}: DialogProps) {
  const titleId = useId();
  const [isBusy, setBusy] = useState(false);

  async function confirm(close: () => void): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await onConfirm();
      close();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Overlay onClose={onClose} className="overlay--dialog">
      {(close) => (
        <section className="dialog" role="alertdialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
          {icon === undefined ? null : <span className={`dialog-i ${tone ?? ''}`}>{icon}</span>}
          <h2 id={titleId}>{title}</h2>
          {children}
          <div className="dialog-f">
            {safeLabel === undefined ? null : (
              <button type="button" className="btn btn--secondary" data-autofocus disabled={isBusy} onClick={close}>
                {safeLabel}
              </button>
            )}
            <button
              type="button"
              className={`btn btn--${kind} ${isBusy ? 'is-busy' : ''}`}
              aria-busy={isBusy}
              onClick={() => void confirm(close).catch(() => undefined)}
            >
              {isBusy ? <i className="spin" /> : null}
              {label}
            </button>
          </div>
        </section>
      )}
    </Overlay>
  );
}
