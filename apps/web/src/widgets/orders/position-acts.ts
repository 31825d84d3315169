import { calculateBreakEven } from '@candor/domain/calc/break-even';
import { calculateFee, type FeeType } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Lots, toLots } from '@candor/domain/values/lots';
import { type Money, parseMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price, parsePrice, toPrice } from '@candor/domain/values/price';
import type { Order } from '../../data/order.ts';
import { orderLots, orderProfit } from './order-figures.ts';

/** Profit of a position at the price now, and the outcome of each act on it. */
export interface PositionActs {
  /** Closing price. */
  readonly level: Price;
  readonly lots: Lots;
  readonly profit: Money;
  /** Null for a position of one lot step. */
  readonly half: { readonly lots: Lots; readonly rest: Lots; readonly profit: Money } | null;
  readonly breakEven: BreakEvenAct;
  /** Fee of the opposite position. */
  readonly reverseFee: Money;
}

/** Stop at break-even: possible, with the net result there; not yet; or set already, or better. */
export type BreakEvenAct =
  | { readonly state: 'possible'; readonly price: Price; readonly net: Money }
  | { readonly state: 'not-reached'; readonly price: Price }
  | { readonly state: 'set' }
  | { readonly state: 'none' };

export interface PositionMarket {
  /** Price at which the position closes now; null without one. */
  readonly level: number | null;
  readonly rate: Ratio | null;
  readonly feeType: FeeType;
}

/** Calculates the acts by the engine's formulas; null without a price or a rate, or for figures that cannot be read. */
export function positionActs(
  order: Order,
  spec: InstrumentSpec,
  { level, rate, feeType }: PositionMarket,
): PositionActs | null {
  const lots = orderLots(order, spec);
  if (level === null || rate === null || lots === null) return null;
  const profit = orderProfit(order, spec, lots, level, rate);
  if (profit === null) return null;
  return {
    level: level as Price,
    lots,
    profit,
    half: halfAct(order, spec, lots, level, rate),
    breakEven: breakEvenAct(order, spec, lots, level, rate),
    reverseFee: calculateFee(spec, feeType, lots, level as Price, rate),
  };
}

function halfAct(order: Order, spec: InstrumentSpec, lots: Lots, level: number, rate: Ratio): PositionActs['half'] {
  const steps = Math.floor(lots / 2);
  if (steps < Math.max(1, spec.lotsMin)) return null;
  const profit = orderProfit(order, spec, toLots(steps), level, rate);
  return profit === null ? null : { lots: toLots(steps), rest: toLots(lots - steps), profit };
}

function breakEvenAct(order: Order, spec: InstrumentSpec, lots: Lots, level: number, rate: Ratio): BreakEvenAct {
  const openPrice = parsePrice(order.entryPrice, spec.digits);
  const [fee, swap] = [parseMoney(order.fee), parseMoney(order.swap)];
  if (openPrice === null || fee === null || swap === null) return { state: 'none' };
  const { side } = order;
  const price = calculateBreakEven({ spec, side, lots, openPrice, fee, swap, rate });
  if (price === null) return { state: 'none' };
  const direction = side === 'buy' ? 1 : -1;
  const stop = parsePrice(order.stopLoss ?? '', spec.digits);
  if (stop !== null && (stop - price) * direction >= 0) return { state: 'set' };
  if ((level - price) * direction <= 0) return { state: 'not-reached', price };
  const gross = orderProfit(order, spec, lots, price, rate) ?? toMoney(0n);
  return { state: 'possible', price, net: toMoney(gross - fee + swap) };
}

/** Distance in ticks at which a stop would follow: that of the stop, else a quarter of a percent of the price. */
export function trailingDistance(order: Order, spec: InstrumentSpec, level: number | null): number | null {
  const stop = parsePrice(order.stopLoss ?? '', spec.digits);
  if (level === null) return null;
  if (stop !== null) return Math.max(1, Math.abs(level - stop));
  return Math.max(1, Math.round((level * 25) / 10_000 / spec.pipTicks)) * spec.pipTicks;
}

/** Level of a new stop at a distance behind the closing price. */
export function stopAt(
  order: Order,
  spec: InstrumentSpec,
  { level }: Pick<PositionActs, 'level'>,
  distance: number,
): string {
  const stop = order.side === 'buy' ? level - distance : level + distance;
  return formatPrice(toPrice(Math.max(1, stop)), spec.digits);
}
