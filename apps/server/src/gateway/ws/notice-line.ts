import type { Language } from '@candor/contracts/languages';
import type { NoticeLine } from '@candor/contracts/ws/messages';
import type { Notice, NoticeKind } from '@candor/domain/engine/notice';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import { noticeText } from '../http/texts/account-texts.ts';

const kinds: Record<NoticeKind, NoticeLine['Kind']> = {
  'margin-call': 'margin_call',
  'margin-call-ended': 'margin_call_ended',
  'stop-out': 'stop_out',
  'stop-out-paused': 'stop_out_paused',
  'stop-out-resumed': 'stop_out_resumed',
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
};

/** Returns a notice in the fields of the wire; `code` names the order's instrument, `currency` is the account's. */
export function toNoticeLine(notice: Notice, code: string, currency: string, language: Language): NoticeLine {
  const { id, kind, atMs, order, amount } = notice;
  const amountText = amount === null ? '' : `${formatBalance(amount)} ${currency}`;
  const values = { code, order: String(order?.id ?? ''), amount: amountText };
  return {
    Id: id,
    Kind: kinds[kind],
    Time: atMs,
    Msg: noticeText(kind, language, values),
    OrderId: order?.id ?? null,
    ForexId: order?.instrumentId ?? null,
    Amount: amount === null ? null : formatMoney(amount),
  };
}
