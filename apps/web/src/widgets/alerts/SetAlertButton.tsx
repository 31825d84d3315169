import { useState } from 'react';
import { setAlert } from '../../data/alerts.ts';
import { useConnection, useTrading } from '../../data/live.ts';
import type { AlertAsk } from '../../data/price-alert.ts';
import { offerPush } from '../../data/push.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';
import { alertName } from './alert-texts.ts';

interface SetAlertButtonProps {
  /** Null while the alert cannot be set; `text` says why. */
  readonly ask: AlertAsk | null;
  readonly text: string;
  readonly onDone: () => void;
}

/** Sets the alert of a form; its text says what is missing. */
export function SetAlertButton({ ask, text, onDone }: SetAlertButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const isPaused = useTrading((trading) => trading.isPaused);
  const isConnected = useConnection((connection) => connection.state !== 'lost');
  const currency = useSession((session) => session.user?.currency) ?? '';

  async function send(): Promise<void> {
    if (isBusy || ask === null) return;
    setBusy(true);
    try {
      const name = alertName(await setAlert(ask), currency);
      showToast('ok', t('alerts.done', { name }));
      void offerPush(name).catch(() => undefined);
      onDone();
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <button
      type="button"
      data-testid="alert-set"
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, isBusy && buttonStyles.busy)}
      disabled={ask === null || isPaused || !isConnected}
      aria-busy={isBusy}
      onKeyDown={pressOnce}
      onClick={() => void send()}
    >
      {isPaused ? t('trade.paused') : text}
    </button>
  );
}
