import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { pressOnce } from './BusyButton.tsx';
import buttonStyles from './Button.module.css';
import { cx } from './class-names.ts';
import styles from './Dialog.module.css';
import overlayStyles from './Overlay.module.css';
import { Overlay } from './Overlay.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The safe choice, first. Absent if there is nothing to decide. */
  readonly safeLabel?: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger' | 'buy' | 'sell';
  /** True if it cannot be confirmed now; the label says why. */
  readonly isOff?: boolean;
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
  isOff = false,
  icon,
  tone,
  onClose,
  onConfirm,
}: DialogProps) {
  const titleId = useId();
  const [isBusy, setBusy] = useState(false);

  async function confirm(close: () => void): Promise<void> {
    if (isBusy || isOff) return;
    setBusy(true);
    try {
      await onConfirm();
      close();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Overlay onClose={onClose} className={overlayStyles.overDialog}>
      {(close) => (
        <section className={styles.dialog} role="alertdialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
          {icon === undefined ? null : (
            <span className={cx(styles.icon, tone === undefined ? undefined : styles.demo)}>{icon}</span>
          )}
          <h2 id={titleId}>{title}</h2>
          {children}
          <div className={cx(styles.buttons, buttonStyles.dialogButtons)}>
            {safeLabel === undefined ? null : (
              <button
                type="button"
                className={cx(buttonStyles.button, buttonStyles.secondary)}
                data-autofocus
                disabled={isBusy}
                onClick={close}
              >
                {safeLabel}
              </button>
            )}
            <button
              // Another button: a press that began while it was off must not confirm what leaving a field changed.
              key={isOff ? 'off' : 'on'}
              type="button"
              className={cx(buttonStyles.button, buttonStyles[kind], isBusy && buttonStyles.busy)}
              disabled={isOff}
              aria-busy={isBusy}
              onKeyDown={pressOnce}
              onClick={() => void confirm(close).catch(() => undefined)}
            >
              {isBusy ? <i className={buttonStyles.spinner} /> : null}
              {label}
            </button>
          </div>
        </section>
      )}
    </Overlay>
  );
}
