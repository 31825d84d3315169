import type { Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots, parseLots, toLots } from '@candor/domain/values/lots';
import { formatPrice, type Price, parsePrice } from '@candor/domain/values/price';
import type { Order } from '../../data/order.ts';
import type { Amendment } from '../../data/orders.ts';
import type { StopKind } from '../stop-units.ts';
import { type Expiry, expiryAt } from './pending-expiry.ts';

/** Fields of a pending order that can be changed: prices in ticks, lots in steps, null for no stop. */
export interface OrderEdit {
  readonly target: number;
  readonly lots: number;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly expiry: Expiry;
}

/** Returns the fields as the order has them. */
export function editOf(order: Order, spec: InstrumentSpec): OrderEdit {
  const ticks = (price: string | null) => parsePrice(price ?? '', spec.digits);
  return {
    target: ticks(order.entryPrice) ?? 1,
    lots: parseLots(order.lots, spec) ?? spec.lotsMin,
    stopLoss: ticks(order.stopLoss),
    takeProfit: ticks(order.takeProfit),
    expiry: order.expiresAtMs ?? 'never',
  };
}

/** Returns what is to be changed; null if nothing is. */
export function changesOf(order: Order, edit: OrderEdit, spec: InstrumentSpec, nowMs: number): Amendment | null {
  const before = editOf(order, spec);
  const price = (ticks: number | null) => (ticks === null ? '0' : formatPrice(ticks as Price, spec.digits));
  const expiresAtMs = expiryAt(edit.expiry, nowMs);
  const changes: Amendment = {
    ...(edit.target !== before.target && { targetPrice: price(edit.target) }),
    ...(edit.lots !== before.lots && { lots: formatLots(toLots(edit.lots), spec) }),
    ...(edit.stopLoss !== before.stopLoss && { stopLoss: price(edit.stopLoss) }),
    ...(edit.takeProfit !== before.takeProfit && { takeProfit: price(edit.takeProfit) }),
    ...(expiresAtMs !== order.expiresAtMs && { expiresAtMs }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** True for a stop that belongs above the target: a take-profit of a buy, a stop-loss of a sell. */
function liesAbove(kind: StopKind, side: Side): boolean {
  return (kind === 'takeProfit') === (side === 'buy');
}

/** Returns the first stop on the wrong side of the target; null if both are right (R-ORD-08). */
export function wrongField(edit: OrderEdit, side: Side): StopKind | null {
  const isWrong = (kind: StopKind) => {
    const level = edit[kind];
    return level !== null && (liesAbove(kind, side) ? level <= edit.target : level >= edit.target);
  };
  return (['stopLoss', 'takeProfit'] as const).find(isWrong) ?? null;
}

/** Returns the level at which a stop begins: a quarter of a percent from the target, twice that for a take-profit. */
export function stopAt(kind: StopKind, side: Side, target: number, { pipTicks }: InstrumentSpec): number {
  const distance = (target * (kind === 'takeProfit' ? 50 : 25)) / 10_000;
  const level = liesAbove(kind, side) ? target + distance : target - distance;
  return Math.max(pipTicks, Math.round(level / pipTicks) * pipTicks);
}
