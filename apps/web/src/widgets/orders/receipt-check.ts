import type { ReceiptFields, SignedReceipt } from '@candor/contracts/http/receipts';
import type { Verdict } from '@candor/receipt-signature/verify-receipt';
import type { Order } from '../../data/order.ts';

/** Returns the worst of several verdicts. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('not-verified')) return 'not-verified';
  return verdicts.includes('cannot') ? 'cannot' : 'verified';
}

/** True if a receipt's signed text holds the figures of the order: instrument's side, price, and on a close all of them. */
export function matchesOrder(receipt: SignedReceipt, order: Order): boolean {
  const fields = JSON.parse(receipt.text) as ReceiptFields;
  if (fields.id !== receipt.id || !order.receiptIds.includes(fields.id) || fields.side !== order.side) return false;
  // The opening receipt of a part is that of the whole order.
  if (fields.openPrice === null) return sameNumber(fields.price, order.entryPrice);
  return (
    fields.order === order.id &&
    sameNumber(fields.openPrice, order.entryPrice) &&
    sameNumber(fields.price, order.markPrice) &&
    sameNumber(fields.lots, order.lots) &&
    sameNumber(fields.profit, order.profit) &&
    sameNumber(fields.swap, order.swap)
  );
}

/** True if two plain decimals are the same number. */
function sameNumber(left: string, right: string): boolean {
  const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-0$/, '0');
  return plain(left) === plain(right);
}

/** Short code of a receipt: both ends of its hash, "9f3c…e41a". */
export function shortCode({ hash }: Pick<SignedReceipt, 'hash'>): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
