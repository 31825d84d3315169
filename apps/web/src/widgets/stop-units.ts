import { calculateProfit } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import type { Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Lots } from '@candor/domain/values/lots';
import { toPrice } from '@candor/domain/values/price';
import { parseTypedDecimal } from '../format/decimal-input.ts';

export type StopKind = 'stopLoss' | 'takeProfit';

/** Base of a stop: an order, or the one about to be placed. */
export interface StopBase {
  readonly spec: InstrumentSpec;
  readonly side: Side;
  readonly entry: number;
  readonly lots: Lots | null;
  readonly rate: Ratio | null;
}

/** Returns the price a pip up or down, at least one tick. */
export function steppedPrice(ticks: number, direction: number, { pipTicks }: Pick<InstrumentSpec, 'pipTicks'>): number {
  return Math.max(1, ticks + direction * pipTicks);
}

/** Distance in ticks over which the value of one is measured, so that rounding does not show. */
const measuredTicks = 1_000_000;

/**
 * Returns a typed amount with its sign; without one, a stop-loss is a loss and a take-profit a gain. Null if it is not
 * a number.
 */
export function signedTyped(typed: string, kind: StopKind): number | null {
  const text = typed.trim();
  const sign = /^[-−–]/.test(text) ? -1 : text.startsWith('+') ? 1 : null;
  const plain = parseTypedDecimal(text.replace(/^[-−–+]/, ''), 2);
  if (plain === null) return null;
  return Number(plain) * (sign ?? (kind === 'stopLoss' ? -1 : 1));
}

/** Returns the level at that many pips from the entry, in the order's direction; null below the smallest price. */
export function levelFromPips(pips: number, { spec, side, entry }: StopBase): number | null {
  return levelFromTicks(Math.round(pips * spec.pipTicks), side, entry);
}

/** Returns the level at which the order's result is nearest to the amount; null while the value of a lot is unknown. */
export function levelFromMoney(amount: number, { spec, side, entry, lots, rate }: StopBase): number | null {
  if (lots === null || rate === null) return null;
  const measured = Number(calculateProfit(spec, 'buy', lots, toPrice(1), toPrice(1 + measuredTicks), rate)) / 1e6;
  if (measured <= 0) return null;
  return levelFromTicks(Math.round((amount * measuredTicks) / measured), side, entry);
}

function levelFromTicks(ticks: number, side: Side, entry: number): number | null {
  const level = side === 'buy' ? entry + ticks : entry - ticks;
  return Number.isSafeInteger(level) && level > 0 ? level : null;
}
