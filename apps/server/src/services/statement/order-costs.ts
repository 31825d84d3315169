import { calculateTradeCosts } from '@candor/domain/calc/trade-costs';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';

/** Signed figures of an order: beforeCosts + spread = gross, gross + fee + swap = net. */
export interface OrderFigures {
  readonly beforeCosts: Money;
  readonly spread: Money;
  readonly gross: Money;
  readonly fee: Money;
  readonly swap: Money;
  readonly net: Money;
}

type Closed = Pick<OrderRecord, 'side' | 'lots' | 'profit' | 'fee' | 'swap' | 'openQuote' | 'closeQuote' | 'closeRate'>;

/**
 * Returns the figures of a closed order, by the formula of the history (R-JRN-01). The spread is part of the posted
 * gross result, not an extra charge.
 */
export function calculateOrderFigures(spec: InstrumentSpec, order: Closed): OrderFigures {
  const { openQuote, closeQuote, closeRate: rate, profit: gross, swap } = order;
  const isPriced = openQuote !== null && closeQuote !== null && rate !== null;
  const spread = isPriced
    ? toMoney(-calculateTradeCosts(spec, { ...order, openQuote, closeQuote, rate }).spread)
    : zeroMoney;
  const fee = toMoney(-order.fee);
  return { beforeCosts: toMoney(gross - spread), spread, gross, fee, swap, net: toMoney(gross + fee + swap) };
}

export const noFigures: OrderFigures = {
  beforeCosts: zeroMoney,
  spread: zeroMoney,
  gross: zeroMoney,
  fee: zeroMoney,
  swap: zeroMoney,
  net: zeroMoney,
};

export function addFigures(left: OrderFigures, right: OrderFigures): OrderFigures {
  return {
    beforeCosts: toMoney(left.beforeCosts + right.beforeCosts),
    spread: toMoney(left.spread + right.spread),
    gross: toMoney(left.gross + right.gross),
    fee: toMoney(left.fee + right.fee),
    swap: toMoney(left.swap + right.swap),
    net: toMoney(left.net + right.net),
  };
}
