import { conversionRate, findConversionPath, type OrderPreview } from '@candor/domain/calc/order-formulas';
import { calculateStopOutPrice, type OpenPosition } from '@candor/domain/calc/stop-out-price';
import type { Ratio } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { parseLots, toLots } from '@candor/domain/values/lots';
import { formatPrice, parsePrice } from '@candor/domain/values/price';
import type { Order } from '../../../data/order.ts';
import { pagedRows } from '../../../data/paged-rows.ts';
import { useBasicInfo, useInstruments, useOrders } from '../../../data/queries.ts';
import type { Sides } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

/**
 * Price at which the stop-out would begin once this order is open, as text with the instrument's digits; null while any
 * of it is unknown, for example if the account holds more orders than were loaded, and if no such price exists
 * (R-ORD-30).
 */
export function useStopOutPrice({ ticket, context, facts }: TicketHandle, preview: OrderPreview | null): string | null {
  const orders = useOrders(1);
  const all = useInstruments().data ?? [];
  const stopOutPercent = Number(useBasicInfo().data?.stopOutLevel ?? Number.NaN);
  const { spec } = facts;
  const { sides } = context;
  if (preview === null || sides === null || context.totals === null || orders.hasNextPage || !(stopOutPercent > 0))
    return null;
  const held = pagedRows(orders.data?.pages ?? [], (page) => page.orders).filter(
    ({ instrumentId }) => instrumentId === facts.id,
  );
  const positions = held.map((order) => toPosition(order, spec));
  if (positions.includes(null)) return null;
  const opening = { side: ticket.side, lots: toLots(ticket.lots), open: preview.price };
  const price = calculateStopOutPrice({
    spec,
    positions: [...(positions as OpenPosition[]), opening],
    quote: sides,
    rateAt: rateAtQuote(
      spec,
      context.currency,
      all.map((one) => one.spec),
      context.rate,
    ),
    equity: preview.after.equity,
    margin: preview.after.margin,
    stopOutPercent,
  });
  return price === null ? null : formatPrice(price, spec.digits);
}

function toPosition(order: Order, spec: InstrumentSpec): OpenPosition | null {
  const [lots, open] = [parseLots(order.lots, spec), parsePrice(order.entryPrice, spec.digits)];
  return lots === null || open === null ? null : { side: order.side, lots, open };
}

/**
 * Rate at a quote. It moves with the price only for an instrument that converts its own profit; for all others it
 * stays.
 */
function rateAtQuote(spec: InstrumentSpec, currency: string, specs: readonly InstrumentSpec[], rate: Ratio | null) {
  const path = findConversionPath(spec.quoteCurrency, currency, specs);
  const convertsItself = path?.kind === 'pair' && path.instrumentId === spec.id;
  return (quote: Sides): Ratio | null => (convertsItself ? conversionRate(path, quote) : rate);
}
