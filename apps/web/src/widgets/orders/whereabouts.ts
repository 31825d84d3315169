import type { Order } from '../../data/order.ts';

export interface OrderLists {
  /** The list that the order was opened from, holding or pending, as far as it is here. */
  readonly own: readonly Order[];
  readonly holding: readonly Order[];
  /** Its next answer is on the way: a filled order may be in it. */
  readonly isHoldingLoading: boolean;
}

/** Where an order is by the lists: in its own; filled, and held now; not to be told yet; or in none of them any more. */
export type Whereabouts = { readonly held: Order } | 'listed' | 'unknown' | 'gone';

export function whereaboutsOf({ id, status }: Order, { own, holding, isHoldingLoading }: OrderLists): Whereabouts {
  if (own.some((one) => one.id === id)) return 'listed';
  if (status !== 'pending') return 'gone';
  const held = holding.find((one) => one.id === id);
  if (held !== undefined) return { held };
  return isHoldingLoading ? 'unknown' : 'gone';
}
