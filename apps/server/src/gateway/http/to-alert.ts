import type { PriceAlert } from '@candor/contracts/http/alerts';
import type { NoticeLine } from '@candor/contracts/ws/messages';
import type { Alert } from '@candor/domain/engine/alert';
import type { Notice } from '@candor/domain/engine/notice';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatPrice } from '@candor/domain/values/price';

/** Returns an alert in the fields of the wire. */
export function toPriceAlert(alert: Alert, { digits, showCode }: InstrumentSpec): PriceAlert {
  return {
    id: alert.id,
    forex_id: alert.instrumentId,
    show_code: showCode,
    side: alert.quoteSide,
    when: alert.when === 'at-or-above' ? 'above' : 'below',
    price: formatPrice(alert.price, digits),
    created_at: alert.setAtMs,
  };
}

/** Returns a fired alert with the quote that reached it. */
export function toFiredAlert(
  { alert, quote }: NonNullable<Notice['fired']>,
  spec: InstrumentSpec,
): NonNullable<NoticeLine['Alert']> {
  return {
    ...toPriceAlert(alert, spec),
    reached: formatPrice(quote[alert.quoteSide], spec.digits),
    seq: quote.seq,
    source: quote.source,
    quote_at: quote.timeMs,
  };
}
