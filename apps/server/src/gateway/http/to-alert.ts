import type { WireAlert } from '@candor/contracts/http/alerts';
import type { NoticeLine } from '@candor/contracts/ws/messages';
import type { Alert } from '@candor/domain/engine/alert';
import type { Notice } from '@candor/domain/engine/notice';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';

/** Hundredths of a percent. */
const percentScale = 2;

/** Returns the instrument of an alert on a price or a position; null for one on the whole account. */
export function instrumentOfAlert(alert: Alert): InstrumentId | null {
  return 'instrumentId' in alert ? alert.instrumentId : null;
}

/** Returns an alert in the fields of the wire; `spec` is of its instrument, if it has one. */
export function toWireAlert(alert: Alert, spec: InstrumentSpec | null): WireAlert {
  const base = { id: alert.id, kind: alert.kind ?? 'price', created_at: alert.setAtMs } as const;
  if (alert.kind === 'margin') return { ...base, percent: String(alert.percent) };
  if (alert.kind === 'swap') return { ...base, amount: formatMoney(alert.amount), check_at: alert.dueMs };
  if (spec === null) throw new Error(`Invariant: the instrument of alert ${alert.id} is known`);
  const about = { ...base, forex_id: spec.id, show_code: spec.showCode };
  if (alert.kind === 'percent') {
    const { quoteSide: side, percentE2, from } = alert;
    const percent = formatDecimal(BigInt(percentE2), percentScale);
    return { ...about, side, percent, from: formatPrice(from, spec.digits) };
  }
  const when = alert.when === 'at-or-above' ? 'above' : 'below';
  if (alert.kind === 'profit') return { ...about, when, order_id: alert.orderId, amount: formatMoney(alert.amount) };
  return { ...about, side: alert.quoteSide, when, price: formatPrice(alert.price, spec.digits) };
}

/** Returns a fired alert with the quote and the figure that met it. */
export function toFiredAlert(
  fired: NonNullable<Notice['fired']>,
  spec: InstrumentSpec | null,
): NonNullable<NoticeLine['Alert']> {
  const { alert, quote } = fired;
  return {
    ...toWireAlert(alert, spec),
    reached: reachedOf(fired, spec),
    ...(quote !== null && { seq: quote.seq, source: quote.source, quote_at: quote.timeMs }),
  };
}

/** Returns what met an alert: the watched price, the margin level in percent, the result or the swap. */
export function reachedOf(
  { alert, quote, figure = 0n }: NonNullable<Notice['fired']>,
  spec: InstrumentSpec | null,
): string {
  if (alert.kind === 'margin') return formatDecimal(figure, percentScale);
  if (alert.kind === 'profit' || alert.kind === 'swap') return formatMoney(toMoney(figure));
  return quote === null || spec === null ? '' : formatPrice(quote[alert.quoteSide], spec.digits);
}
