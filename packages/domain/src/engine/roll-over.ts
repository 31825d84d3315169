import { calculateSwap, nightsAtRoll } from '../calc/swap.ts';
import { toMoney } from '../values/money.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { type CanClose, settleAccounts } from './settle-account.ts';
import { type AccountState, currentRate, type EngineState } from './state.ts';

export interface Rolled {
  /** Already applied. */
  readonly events: EngineEvent[];
  /** Orders that wait for a conversion rate; to be tried again. */
  readonly waiting: number;
}

/**
 * Charges the swap of one roll, 17:00 New York, to every order that was open at it and has not been charged for it, in
 * the order of accounts and ids (R-ORD-14). Safe to repeat: each order remembers its last roll.
 */
export function rollOver(state: EngineState, rollMs: number, atMs: number, canClose: CanClose): Rolled {
  const events: EngineEvent[] = [];
  let waiting = 0;
  for (const account of state.accounts.values()) {
    for (const order of account.orders.values()) {
      if (!isOpen(order) || (order.openedAtMs ?? rollMs) >= rollMs || (order.swapRollMs ?? 0) >= rollMs) continue;
      const event = chargeSwap(state, account, order, rollMs, atMs);
      if (event === null) {
        waiting += 1;
        continue;
      }
      evolve(state, event);
      events.push(event);
    }
  }
  return { events: [...events, ...settleAccounts(state, canClose, atMs)], waiting };
}

function chargeSwap(
  state: EngineState,
  account: AccountState,
  order: OpenOrder,
  rollMs: number,
  atMs: number,
): EngineEvent | null {
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const rate = currentRate(state, spec, account.currency);
  if (rate === null) return null;
  const swap = calculateSwap(spec, order.side, order.lots, nightsAtRoll(spec, rollMs), rate);
  const charged = { ...order, swap: toMoney(order.swap + swap), swapRollMs: rollMs };
  return { type: 'SwapCharged', atMs, accountId: account.id, order: charged, transfers: [] };
}
