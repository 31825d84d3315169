import {
  calculateFee,
  calculateMargin,
  calculateProfit,
  type FeeType,
  nightsAtRoll,
  stepUnitsE8,
} from '@candor/domain/calc/order-formulas';
import { nextTradingDayStart } from '@candor/domain/calc/trading-day';
import { divHalfEven, formatDecimal, type Ratio } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Lots, lotsScale, parseLots, toLots } from '@candor/domain/values/lots';
import { formatMoney, type Money, parseMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price, parsePrice } from '@candor/domain/values/price';
import type { Order, OrderCosts } from '../../data/order.ts';
import { ratioText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';

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

/** Returns gross profit − fee + swap, as text with six decimals; null for figures that cannot be read (R-SCR-66). */
export function netResult({ profit, fee, swap }: Pick<Order, 'profit' | 'fee' | 'swap'>): string | null {
  const [gross, charge, carry] = [parseMoney(profit), parseMoney(fee), parseMoney(swap)];
  return gross === null || charge === null || carry === null ? null : formatMoney(toMoney(gross - charge + carry));
}

/** Returns the middle of a quote, with a digit more than its prices where it falls between two. */
export function midText(quote: OrderCosts['openQuote'], digits: number): string {
  const [bid, ask] = [parsePrice(quote.bid, digits), parsePrice(quote.ask, digits)];
  if (bid === null || ask === null) return missing;
  const twice = bid + ask;
  return groupDigits(
    twice % 2 === 0 ? formatPrice((twice / 2) as Price, digits) : formatPrice((twice * 5) as Price, digits + 1),
  );
}

/** Returns the half of a spread that a fill pays, in ticks. */
export function paidSpread(quote: OrderCosts['openQuote'], digits: number): number {
  return ((parsePrice(quote.ask, digits) ?? 0) - (parsePrice(quote.bid, digits) ?? 0)) / 2;
}

/** Returns the spread paid at a quote in pips, with a second decimal where the half has one, so that two of them add up: "0.65". */
export function paidPips(quote: OrderCosts['openQuote'], { digits, pipTicks }: InstrumentSpec): string {
  const hundredths = Math.round((paidSpread(quote, digits) * 100) / pipTicks);
  return groupDigits((hundredths / 100).toFixed(hundredths % 10 === 0 ? 1 : 2));
}

/** Returns the units of an order with their currency: "40,000 AUD". */
export function unitsText(order: Order, spec: InstrumentSpec): string {
  const lots = orderLots(order, spec) ?? toLots(0);
  const unitsE8 = BigInt(lots) * stepUnitsE8(spec);
  const text = formatDecimal(unitsE8, lotsScale).replace(/\.?0+$/, '');
  return `${groupDigits(text)} ${spec.baseCurrency}`;
}

/** Most nights that are counted, about eight years. */
const nightsMax = 3_000;

/** Returns the nights of swap between opening and closing, the triple day as three (R-ORD-14). */
export function nightsCharged({ openedAtMs, endedAtMs }: Order, spec: InstrumentSpec): number {
  if (openedAtMs === null || endedAtMs === null) return 0;
  let nights = 0;
  let rollMs = nextTradingDayStart(openedAtMs);
  for (let counted = 0; rollMs <= endedAtMs && counted < nightsMax; counted += 1) {
    nights += nightsAtRoll(spec, rollMs);
    rollMs = nextTradingDayStart(rollMs);
  }
  return nights;
}

/** Returns the share of a move that costs took: "22.3%"; null unless the move was a profit and costs took some of it. */
export function costShare(costs: OrderCosts): string | null {
  const [move, net] = [parseMoney(costs.move), parseMoney(costs.net)];
  if (move === null || net === null || move <= 0n || net >= move) return null;
  return ratioText(formatDecimal(divHalfEven((move - net) * 1_000n, move), 1));
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
