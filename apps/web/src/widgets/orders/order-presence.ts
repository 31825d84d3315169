import type { Order } from '../../data/order.ts';

export interface OrderLists {
  /** List from which the order was opened, holding or pending, as far as it is loaded. */
  readonly own: readonly Order[];
  readonly holding: readonly Order[];
  /** True while the holding list is loading: a filled order may be in it. */
  readonly isHoldingLoading: boolean;
}

/** State of an order by the lists: in its own; filled, and held now; unknown yet; or in none of them. */
export type OrderPresence = { readonly held: Order } | 'listed' | 'unknown' | 'gone';

export function orderPresence({ id, status }: Order, { own, holding, isHoldingLoading }: OrderLists): OrderPresence {
  if (own.some((one) => one.id === id)) return 'listed';
  if (status !== 'pending') return 'gone';
  const held = holding.find((one) => one.id === id);
  if (held !== undefined) return { held };
  return isHoldingLoading ? 'unknown' : 'gone';
}
