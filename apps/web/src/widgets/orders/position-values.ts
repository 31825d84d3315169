import { type ExposedPosition, netExposure, positionValue, toWholeUnits } from '@candor/domain/calc/net-exposure';
import { parseLots } from '@candor/domain/values/lots';
import { accountRate, type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import type { QuoteStore } from '../../data/quotes.ts';

/** Basis of the values of positions: instruments, prices and the currency of the account. */
export interface ValuedBy {
  readonly facts: ReadonlyMap<number, InstrumentFacts>;
  readonly quotes: Pick<QuoteStore, 'get'>;
  readonly currency: string;
}

/** Returns the position with the prices that value it; null without an instrument or a price. */
function toExposed(order: Order, { facts, quotes, currency }: ValuedBy): ExposedPosition | null {
  const instrument = facts.get(order.instrumentId);
  if (instrument === undefined) return null;
  const { spec } = instrument;
  const lots = parseLots(order.lots, spec);
  const quote = toTicks(quotes.get(instrument.id), spec.digits);
  const rate = accountRate(instrument, currency, [...facts.values()], quotes);
  return lots === null || quote === null || rate === null ? null : { spec, side: order.side, lots, quote, rate };
}

/** Returns the value of a position at mid, in micros of the account's currency; null without a price. */
export function orderValue(order: Order, by: ValuedBy): bigint | null {
  const exposed = toExposed(order, by);
  return exposed === null ? null : positionValue(exposed);
}

/** Net exposure to one currency, in whole units of the account's currency. */
export interface Exposure {
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Returns the net exposure per currency, the largest first, without those that cancel out; null while a position has no
 * price. The amounts add up to zero (R-SCR-85).
 */
export function exposuresOf(orders: readonly Order[], by: ValuedBy): readonly Exposure[] | null {
  const positions: ExposedPosition[] = [];
  for (const order of orders) {
    const exposed = toExposed(order, by);
    if (exposed === null) return null;
    positions.push(exposed);
  }
  return [...toWholeUnits(netExposure(positions))]
    .flatMap(([currency, amount]) => (amount === 0n ? [] : [{ currency, amount }]))
    .sort((one, other) => Number(size(other) - size(one)) || (one.currency < other.currency ? -1 : 1));
}

export function size({ amount }: Exposure): bigint {
  return amount < 0n ? -amount : amount;
}
