import { parseMoney } from '@candor/domain/values/money';
import type { Order } from '../../data/order.ts';
import type { OrderSort } from '../../session/settings-store.ts';

/** Figures that orders are compared by. Null if it is not known yet; such orders come last. */
export interface OrderFigures {
  readonly profitOf: (order: Order) => string | null;
  /** Value of the position in the account's currency. */
  readonly valueOf: (order: Order) => bigint | null;
}

/** Returns the orders in another order; equal ones stay as the server lists them, newest first (R-SCR-86). */
export function sortOrders(
  orders: readonly Order[],
  sort: OrderSort,
  { profitOf, valueOf }: OrderFigures,
): readonly Order[] {
  if (sort === 'newest') return orders;
  if (sort === 'instrument') return [...orders].sort((one, other) => compareText(one.showCode, other.showCode));
  const figureOf = sort === 'size' ? valueOf : (order: Order) => parseMoney(profitOf(order) ?? '');
  return orders
    .map((order) => ({ order, figure: figureOf(order) }))
    .sort((one, other) => descending(one.figure, other.figure))
    .map(({ order }) => order);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function descending(one: bigint | null, other: bigint | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one === other ? 0 : one > other ? -1 : 1;
}
