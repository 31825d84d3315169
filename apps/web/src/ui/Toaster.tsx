import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './Toaster.module.css';
import type { ToastMessage } from './toast.ts';
import { toastMs, useToast } from './toast.ts';

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

function Toast({ message }: { message: ToastMessage }) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const shown = toastMs(message.text);
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
      <span>{message.text}</span>
    </div>
  );
}
