import { ok, type Result, refuse } from '../values/result.ts';
import type { LinkOrders } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { OrderRecord } from './order.ts';
import { linkTo, otherOf, unlinked } from './pending-end.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Both orders of a pair to be; with a link to remove, `other` is the order that it names. */
export interface LinkFacts {
  readonly command: LinkOrders;
  readonly order: OrderRecord | undefined;
  readonly other: OrderRecord | undefined;
}

/** Refusals of a link, in their order (R-ORD-18, R-ORD-39). */
export const linkOrdersRefusals: readonly RefusalRule<LinkFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the account does not hold both orders',
    applies: ({ order, other, command }) => order === undefined || (other === undefined && command.otherId !== null),
  },
  {
    code: 'order-not-pending',
    when: 'one of them is open',
    applies: ({ order, other }) => order?.status === 'open' || other?.status === 'open',
  },
  {
    code: 'order-linked',
    when: 'one of them is linked already, or both are the same order',
    applies: ({ order, other, command }) =>
      command.otherId !== null && (order === other || order?.linkedId !== undefined || other?.linkedId !== undefined),
  },
  {
    code: 'order-not-linked',
    when: 'a link is to be removed, and the order has none',
    applies: ({ order, command }) => command.otherId === null && order?.linkedId === undefined,
  },
];

/** Links two pending orders, so that the fill of one cancels the other, or removes the link of one (R-ORD-39). */
export function decideLinkOrders(
  state: EngineState,
  account: AccountState,
  command: LinkOrders,
): Result<EngineEvent[], Refusal> {
  const { orderId, otherId, atMs } = command;
  const order = account.orders.get(orderId);
  const other = otherId === null ? otherOf(account, order) : account.orders.get(otherId);
  const refused = linkOrdersRefusals.find(({ applies }) => applies({ command, order, other }));
  if (refused !== undefined) return refuse(refused.code);
  if (!order) throw new Error('Invariant: an accepted link has an order');
  if (otherId === null) return ok([order, ...(other ? [other] : [])].map((one) => unlinked(state, one, atMs)));
  if (!other) throw new Error('Invariant: an accepted link has two orders');
  return ok([linkTo(state, order, other, atMs), linkTo(state, other, order, atMs)]);
}
