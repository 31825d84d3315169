import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { useOverlays } from './Overlay.tsx';
import styles from './Toaster.module.css';
import type { ToastAction, ToastMessage } from './toast.ts';
import { hideToast, toastMs, useToast } from './toast.ts';

/** Shows the toasts. It is mounted outside the app, so that an open sheet does not make it inert. */
export function Toaster() {
  const message = useToast((state) => state.message);
  return createPortal(
    <div role="status" aria-live="polite">
      {message === null ? null : <Toast key={message.key} message={message} />}
    </div>,
    document.body,
  );
}

function press(action: ToastAction | undefined): void {
  hideToast();
  action?.run();
}

function Toast({ message }: { message: ToastMessage }) {
  const [isLeaving, setLeaving] = useState(false);
  // Keys stay within an open sheet or dialog (R-ACC-03).
  const isCovered = useOverlays(({ open }) => open > 0);
  useEffect(() => {
    const shown = toastMs(message);
    const leave = setTimeout(() => setLeaving(true), shown);
    const gone = setTimeout(() => useToast.setState({ message: null }), shown + 200);
    return () => {
      clearTimeout(leave);
      clearTimeout(gone);
    };
  }, [message]);
  return (
    <div
      className={cx(
        styles.toast,
        { ok: styles.good, warn: styles.warn, bad: styles.bad }[message.kind],
        isLeaving && styles.leaving,
      )}
      data-part="toast"
      data-kind={message.kind}
    >
      <Icon name={message.icon} size={20} />
      <span>
        {message.text}
        {message.detail === undefined ? null : <small className={styles.detail}> {message.detail}</small>}
      </span>
      {message.action === undefined || isCovered ? null : (
        <button type="button" className={styles.action} onClick={() => press(message.action)}>
          {message.action.label}
        </button>
      )}
    </div>
  );
}
