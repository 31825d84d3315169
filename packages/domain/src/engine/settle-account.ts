import { negativeBalanceTransfers } from '../ledger/trade-transfers.ts';
import type { InstrumentId } from '../values/ids.ts';
import { closeAtQuote } from './close-order.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { takeBackNewest } from './funds/take-back.ts';
import { renewBands } from './margin-bands.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { isOfRunningSession } from './sessions.ts';
import {
  type AccountState,
  accountBalance,
  accountTotals,
  bookOfAccount,
  type EngineState,
  isPriced,
  openProfit,
  policyOf,
} from './state.ts';

/** Whether a position in this instrument can be closed by force now: its market is open and its price fresh enough. */
export type CanClose = (id: InstrumentId) => boolean;

/**
 * Brings every account whose orders, balance or prices changed to rest: stop-out, margin call, negative balance, and
 * new bands. Accounts go by id. Returns the events, already applied.
 */
export function settleAccounts(state: EngineState, canClose: CanClose, atMs: number): EngineEvent[] {
  const events: EngineEvent[] = [];
  for (const id of [...state.unsettled].sort((a, b) => a - b)) {
    const account = state.accounts.get(id);
    if (account === undefined) throw new Error(`Invariant: account ${id} is open`);
    state.work.accountChecks += 1;
    for (
      let event = decideNext(state, account, canClose, atMs);
      event !== null;
      event = decideNext(state, account, canClose, atMs)
    ) {
      evolve(state, event);
      events.push(event);
    }
    renewBands(state, account);
    state.unsettled.delete(id);
  }
  return events;
}

/** The next thing an account needs; null once it rests. */
function decideNext(state: EngineState, account: AccountState, canClose: CanClose, atMs: number): EngineEvent | null {
  const base = { atMs, accountId: account.id, transfers: [] };
  const open = [...account.orders.values()].filter(isOpen);
  if (open.length === 0) return decideAtRest(state, account, atMs);
  // A level that rests on a missing price is not a level: nothing is decided on it.
  if (!isPriced(state, account)) return null;
  const { balance, openProfit: profit, openSwap, margin } = accountTotals(state, account);
  const equity = balance + profit + openSwap;
  const { marginCallPercent, stopOutPercent } = policyOf(state, account);
  if (equity * 100n <= margin * BigInt(stopOutPercent)) {
    const closed = closeWorst(state, account, open, canClose, atMs);
    if (closed !== null) return closed;
    if (!account.isStopOutPaused) return { type: 'StopOutPaused', ...base };
  } else if (account.isStopOutPaused) return { type: 'StopOutResumed', ...base };
  const isCalled = equity * 100n <= margin * BigInt(marginCallPercent);
  if (isCalled === account.isMarginCalled) return null;
  return { type: isCalled ? 'MarginCalled' : 'MarginCallEnded', ...base };
}

function decideAtRest(state: EngineState, account: AccountState, atMs: number): EngineEvent | null {
  const base = { atMs, accountId: account.id };
  const balance = accountBalance(state, account);
  const takenBack = balance < 0n ? takeBackNewest(account, atMs) : null;
  if (takenBack !== null) return takenBack;
  const transfers = negativeBalanceTransfers(bookOfAccount(account), account.id, balance);
  if (transfers.length > 0) return { type: 'NegativeBalanceCovered', transfers, ...base };
  if (account.isStopOutPaused) return { type: 'StopOutResumed', transfers: [], ...base };
  return account.isMarginCalled ? { type: 'MarginCallEnded', transfers: [], ...base } : null;
}

/** Closes the order with the largest loss whose market is open, the lowest id among equals (R-ORD-16). */
function closeWorst(
  state: EngineState,
  account: AccountState,
  open: readonly OpenOrder[],
  canClose: CanClose,
  atMs: number,
): EngineEvent | null {
  let worst: OpenOrder | null = null;
  let worstResult = 0n;
  for (const order of open) {
    if (!canClose(order.instrumentId) || !isOfRunningSession(state, order.instrumentId)) continue;
    const result = openProfit(state, account, order) + order.swap;
    if (worst !== null && (result > worstResult || (result === worstResult && order.id > worst.id))) continue;
    worst = order;
    worstResult = result;
  }
  if (worst === null) return null;
  const quote = state.quotes.get(worst.instrumentId);
  if (quote === undefined) throw new Error(`Invariant: order ${worst.id} is priced here`);
  return closeAtQuote(state, account, worst, worst.lots, quote, 'stop-out', atMs);
}
