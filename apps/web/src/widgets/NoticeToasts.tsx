import { useEffect } from 'react';
import { type Notice, onNotice } from '../data/notices.ts';
import type { ToastKind } from '../ui/toast.ts';
import { showToast, toastMs } from '../ui/toast.ts';

const kinds: Readonly<Record<Notice['kind'], ToastKind>> = {
  'margin-call': 'warn',
  'margin-call-ended': 'ok',
  'stop-out': 'bad',
  'stop-out-paused': 'warn',
  'stop-out-resumed': 'ok',
  'stop-out-noticed': 'warn',
  'stop-out-notice-ended': 'warn',
  'swap-noticed': 'warn',
  'order-cancelled': 'warn',
  'order-expired': 'warn',
  'negative-balance-covered': 'ok',
  'deposit-credited': 'ok',
  'deposit-rejected': 'bad',
  'withdrawal-requested': 'warn',
  'withdrawal-approved': 'ok',
  'withdrawal-paid': 'ok',
  'withdrawal-rejected': 'bad',
  'withdrawal-taken-back': 'bad',
  'correction-posted': 'warn',
  'alert-fired': 'ok',
  'margin-alert-fired': 'warn',
  'result-alert-fired': 'ok',
  'swap-alert-fired': 'warn',
};
const waitingMax = 20;

/** Shows each notice as a toast, one after another, each for its full time (R-SOC-10). */
export function NoticeToasts() {
  useEffect(() => {
    const waiting: Notice[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      const notice = waiting.shift();
      timer = notice === undefined ? undefined : setTimeout(next, toastMs({ text: notice.text }));
      if (notice !== undefined) showToast(kinds[notice.kind], notice.text);
    };
    const leave = onNotice((notice) => {
      waiting.push(notice);
      if (waiting.length > waitingMax) waiting.shift();
      if (timer === undefined) next();
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, []);
  return null;
}
