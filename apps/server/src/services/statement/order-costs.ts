import { calculateProfit } from '@candor/domain/calc/profit';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';

/** What an order came to, each figure with its sign: beforeCosts + spread = gross, gross + fee + swap = net. */
export interface OrderFigures {
  readonly beforeCosts: Money;
  readonly spread: Money;
  readonly gross: Money;
  readonly fee: Money;
  readonly swap: Money;
  readonly net: Money;
}

type Closed = Pick<OrderRecord, 'side' | 'lots' | 'profit' | 'fee' | 'swap' | 'openQuote' | 'openRate'>;

/**
 * Figures of a closed order. The spread is what it would have lost had it been closed on the quote it opened on:
 * (ask − bid) × units × rate, all three of the opening. It is part of the gross result as posted, not taken once more.
 */
export function calculateOrderFigures(spec: InstrumentSpec, order: Closed): OrderFigures {
  const { openQuote: quote, openRate: rate, profit: gross, swap } = order;
  const spread =
    quote === null || rate === null ? zeroMoney : calculateProfit(spec, 'buy', order.lots, quote.ask, quote.bid, rate);
  const fee = toMoney(-order.fee);
  return { beforeCosts: toMoney(gross - spread), spread, gross, fee, swap, net: toMoney(gross + fee + swap) };
}

/** The figures of many, each summed. */
export function sumFigures(all: readonly OrderFigures[]): OrderFigures {
  const sum = (pick: (figures: OrderFigures) => Money) => sumOf(all.map(pick));
  return {
    beforeCosts: sum((one) => one.beforeCosts),
    spread: sum((one) => one.spread),
    gross: sum((one) => one.gross),
    fee: sum((one) => one.fee),
    swap: sum((one) => one.swap),
    net: sum((one) => one.net),
  };
}

export function sumOf(amounts: readonly Money[]): Money {
  return toMoney(amounts.reduce((sum, amount) => sum + amount, 0n));
}
