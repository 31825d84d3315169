import { useEffect } from 'react';
import { type Notice, onNotice } from '../data/notices.ts';
import type { ToastKind } from '../ui/toast.ts';
import { showToast, toastMs } from '../ui/toast.ts';

const kinds: Readonly<Record<Notice['kind'], ToastKind>> = {
  margin_call: 'warn',
  margin_call_ended: 'ok',
  stop_out: 'bad',
  stop_out_paused: 'warn',
  stop_out_resumed: 'ok',
  order_cancelled: 'warn',
  order_expired: 'warn',
  negative_balance_covered: 'ok',
  deposit_credited: 'ok',
  deposit_rejected: 'bad',
  withdrawal_requested: 'warn',
  withdrawal_approved: 'ok',
  withdrawal_paid: 'ok',
  withdrawal_rejected: 'bad',
  withdrawal_taken_back: 'bad',
  correction_posted: 'warn',
};
const waitingMax = 20;

/** Shows each notice as a toast, one after another, each for its full time (R-SOC-10). */
export function NoticeToasts() {
  useEffect(() => {
    const waiting: Notice[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      const notice = waiting.shift();
      timer = notice === undefined ? undefined : setTimeout(next, toastMs(notice.text));
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
