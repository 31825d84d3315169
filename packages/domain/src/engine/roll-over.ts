import { calculateSwap, nightsAtRoll } from '../calc/order-formulas.ts';
import { nextTradingDayStart } from '../calc/trading-day.ts';
import type { OrderId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import type { EngineEvent, SwapCharged } from './event.ts';
import { evolve } from './evolve.ts';
import { type CanClose, contractOf } from './facts.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { recheckMargin } from './recheck-margin.ts';
import { type AccountState, type EngineState, findOrder } from './state.ts';

export interface Rolled {
  /** Events, already applied to the state. */
  readonly events: EngineEvent[];
  /** Orders without a conversion rate, to be retried. */
  readonly waiting: readonly OrderId[];
}

/**
 * Charges every roll (17:00 New York) up to `rollMs` to orders that were open at it and are not charged yet, by
 * account, id and roll; missed rolls are charged one by one (R-ORD-14). Idempotent: each order stores its last roll.
 * With `orderIds` only these orders are charged.
 */
export function rollOver(
  state: EngineState,
  rollMs: number,
  atMs: number,
  canClose: CanClose,
  orderIds: readonly OrderId[] | null = null,
): Rolled {
  const events: EngineEvent[] = [];
  const waiting: OrderId[] = [];
  for (const [account, order] of openOrders(state, orderIds)) {
    let charged = order;
    for (let dueMs = nextRoll(order); dueMs <= rollMs; dueMs = nextTradingDayStart(dueMs)) {
      const event = chargeSwap(state, account, charged, dueMs, atMs);
      if (event === null) {
        waiting.push(order.id);
        break;
      }
      evolve(state, event);
      events.push(event);
      charged = event.order;
    }
  }
  return { events: [...events, ...recheckMargin(state, canClose, atMs)], waiting };
}

function* openOrders(
  state: EngineState,
  orderIds: readonly OrderId[] | null,
): Generator<readonly [AccountState, OpenOrder]> {
  if (orderIds !== null) {
    for (const id of orderIds) {
      const found = findOrder(state, id);
      if (found !== null && isOpen(found.order)) yield [found.account, found.order];
    }
    return;
  }
  for (const account of state.accounts.values()) {
    for (const order of account.orders.values()) if (isOpen(order)) yield [account, order];
  }
}

/** Returns the first roll after the opening or after the last charged roll. */
function nextRoll({ openedAtMs, swapRollMs }: OpenOrder): number {
  return nextTradingDayStart(Math.max(openedAtMs ?? 0, swapRollMs ?? 0));
}

function chargeSwap(
  state: EngineState,
  account: AccountState,
  order: OpenOrder,
  rollMs: number,
  atMs: number,
): (SwapCharged & { readonly order: OpenOrder }) | null {
  const { spec, rate } = contractOf(state, account, order.instrumentId);
  if (rate === null) return null;
  const swap = calculateSwap(spec, order.side, order.lots, nightsAtRoll(spec, rollMs), rate);
  const charged = { ...order, swap: toMoney(order.swap + swap), swapRollMs: rollMs };
  return { type: 'SwapCharged', atMs, accountId: account.id, order: charged, transfers: [] };
}
