import { calculateFee, calculateMargin, calculateProfit, type FeeType } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Lots, parseLots } from '@candor/domain/values/lots';
import type { Money } from '@candor/domain/values/money';
import { type Price, parsePrice } from '@candor/domain/values/price';
import type { Order } from '../../data/order.ts';

/** Returns the move in ticks, positive in the order's direction; null for a price that cannot be read. */
export function movedTicks(order: Order, now: string, digits: number): number | null {
  const [open, close] = [parsePrice(order.entryPrice, digits), parsePrice(now, digits)];
  if (open === null || close === null) return null;
  return order.side === 'buy' ? close - open : open - close;
}

/** Result of closing these lots of the order at `level`, by the engine's formula. */
export function orderProfit(
  order: Order,
  spec: InstrumentSpec,
  lots: Lots,
  level: number,
  rate: Ratio | null,
): Money | null {
  const open = parsePrice(order.entryPrice, spec.digits);
  if (open === null || rate === null || level <= 0) return null;
  return calculateProfit(spec, order.side, lots, open, level as Price, rate);
}

/** Returns margin and fee of a pending order that fills at its target; null for figures that cannot be read (R-ORD-17). */
export function costAtFill(
  order: Order,
  spec: InstrumentSpec,
  feeType: FeeType,
  rate: Ratio,
): { readonly margin: Money; readonly fee: Money } | null {
  const [lots, target] = [orderLots(order, spec), parsePrice(order.entryPrice, spec.digits)];
  if (lots === null || target === null) return null;
  return {
    margin: calculateMargin(spec, lots, target, order.leverage, rate),
    fee: calculateFee(spec, feeType, lots, target, rate),
  };
}

export function orderLots(order: Order, spec: InstrumentSpec): Lots | null {
  return parseLots(order.lots, spec);
}

/** Position of a price between stop-loss (0) and take-profit (1), for either side; clamped. */
export function railPosition(price: number, stopLoss: number, takeProfit: number): number {
  if (stopLoss === takeProfit) return 0;
  return Math.min(1, Math.max(0, (price - stopLoss) / (takeProfit - stopLoss)));
}

export interface DayGroup<Item> {
  readonly key: string;
  readonly timeMs: number;
  readonly items: Item[];
}

/** Groups orders by calendar day, in the order given. */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  keyOf: (timeMs: number) => string,
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const timeMs = timeOf(item);
    const key = keyOf(timeMs);
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, timeMs, items: [item] });
  }
  return groups;
}
