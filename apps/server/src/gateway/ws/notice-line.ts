import type { Language } from '@candor/contracts/languages';
import type { NoticeLine } from '@candor/contracts/ws/messages';
import type { Notice, NoticeKind } from '@candor/domain/engine/notice';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatMoney } from '@candor/domain/values/money';
import { toFiredAlert } from '../http/to-alert.ts';
import { instrumentOf, textOfNotice } from '../http/to-notice.ts';

const kinds: Record<NoticeKind, NoticeLine['Kind']> = {
  'margin-call': 'margin_call',
  'margin-call-ended': 'margin_call_ended',
  'stop-out': 'stop_out',
  'stop-out-paused': 'stop_out_paused',
  'stop-out-resumed': 'stop_out_resumed',
  'stop-out-noticed': 'stop_out_noticed',
  'stop-out-notice-ended': 'stop_out_notice_ended',
  'swap-noticed': 'swap_noticed',
  'order-cancelled': 'order_cancelled',
  'order-expired': 'order_expired',
  'negative-balance-covered': 'negative_balance_covered',
  'deposit-credited': 'deposit_credited',
  'deposit-rejected': 'deposit_rejected',
  'withdrawal-requested': 'withdrawal_requested',
  'withdrawal-approved': 'withdrawal_approved',
  'withdrawal-paid': 'withdrawal_paid',
  'withdrawal-rejected': 'withdrawal_rejected',
  'withdrawal-taken-back': 'withdrawal_taken_back',
  'correction-posted': 'correction_posted',
  'alert-fired': 'alert_fired',
  'margin-alert-fired': 'margin_alert_fired',
  'result-alert-fired': 'result_alert_fired',
  'swap-alert-fired': 'swap_alert_fired',
};

/** Returns a notice in the fields of the wire; `spec` is of the instrument that it concerns, `currency` is the account's. */
export function toNoticeLine(
  notice: Notice,
  spec: InstrumentSpec | null,
  currency: string,
  language: Language,
): NoticeLine {
  const { id, kind, atMs, order, amount, fired } = notice;
  const alert = fired === undefined ? undefined : toFiredAlert(fired, spec);
  return {
    Id: id,
    Kind: kinds[kind],
    Time: atMs,
    Msg: textOfNotice(notice, { currency, language, specOf: () => spec }),
    OrderId: order?.id ?? null,
    ForexId: instrumentOf(notice),
    Amount: amount === null ? null : formatMoney(amount),
    ...(alert !== undefined && { Alert: alert }),
  };
}
