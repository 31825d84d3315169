import { negativeBalanceTransfers } from '../ledger/ledger.ts';
import type { AccountId, OrderId } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { decideAccountAlert } from './account-alerts.ts';
import { closeAtQuote } from './close-order.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import {
  type CanClose,
  isOfRunningSession,
  positionFacts,
  type Valuation,
  type ValuedOrder,
  valueAccount,
} from './facts.ts';
import { takeBackNewest } from './funds/changes.ts';
import { renewBands } from './margin-bands.ts';
import { type GivenNotice, stopOutOf } from './rules/stop-out-notice.ts';
import type { TradingPolicy } from './rules/trading-rules.ts';
import { type AccountState, type EngineState } from './state.ts';
import { decideSwapNotice } from './swap-notices.ts';

/** Roll in progress, as far as a margin check needs it. */
export interface NightCharges {
  /** Charges these accounts now. Returns the events, already applied; none if nothing is left to charge. */
  charge(accountIds: readonly AccountId[], atMs: number): readonly EngineEvent[];
}

/**
 * Rechecks every account whose orders, balance, prices or rules changed: notices of a higher stop-out level and of worse
 * swaps, alerts on its figures, stop-out, margin call, negative balance, and new bands.
 * Accounts go by id. An account that needs an event is charged first by the roll in progress and checked again (R-LED-27).
 * `cause` is the quote that is being applied; null without one. Returns the events, already applied.
 */
export function recheckMargin(
  state: EngineState,
  canClose: CanClose,
  atMs: number,
  night: NightCharges | null = null,
  cause: Quote | null = null,
): EngineEvent[] {
  const events: EngineEvent[] = [];
  for (const id of [...state.dirtyAccounts].sort((a, b) => a - b)) {
    const account = state.accounts.get(id);
    if (account === undefined) throw new Error(`Invariant: account ${id} is open`);
    state.work.accountChecks += 1;
    let isCharged = night === null;
    let first: OrderId | null = null;
    for (;;) {
      const valuation = valueAccount(state, account);
      const { policy, notice } = marginTermsOf(state, account, valuation);
      const event = decideNext(state, account, { policy, notice, first, cause, ...valuation }, canClose, atMs);
      if (event === null) {
        renewBands(state, account, policy, valuation);
        break;
      }
      const charges = isCharged ? [] : (night?.charge([id], atMs) ?? []);
      isCharged = true;
      for (const charge of charges) events.push(charge);
      if (charges.length > 0) continue;
      if (event.type === 'OrderClosed') first ??= event.order.id;
      evolve(state, event);
      events.push(event);
    }
    state.dirtyAccounts.delete(id);
  }
  return events;
}

/**
 * Calculates the bands of an account at the last quotes, which a start restores after its check: so the first quote
 * checks no account that it does not reach (R-LED-47). An account that needs a decision, or lacks a price, is left to the
 * next quote of its instruments.
 */
export function restoreBands(state: EngineState, account: AccountState, atMs: number): void {
  const valuation = valueAccount(state, account);
  const { policy, notice } = marginTermsOf(state, account, valuation);
  const checked = { policy, notice, first: null, cause: null, ...valuation };
  if (decideNext(state, account, checked, () => false, atMs) === null) renewBands(state, account, policy, valuation);
}

interface MarginTerms {
  /** Policy of the company with the stop-out level of the account. */
  readonly policy: TradingPolicy;
  /** Notice that the account is entitled to; null if it has the company's own level (R-ORD-41). */
  readonly notice: GivenNotice | null;
}

/** Returns the policy in force for an account, and the notice that delays a higher stop-out level. */
export function marginTermsOf(
  { rules }: EngineState,
  { tenantId }: AccountState,
  { open }: Pick<Valuation, 'open'>,
): MarginTerms {
  const { policy, notices } = rules.inForceOf(tenantId);
  if (notices.length === 0) return { policy, notice: null };
  let oldestMs: number | null = null;
  for (const { order } of open) oldestMs = Math.min(oldestMs ?? Number.POSITIVE_INFINITY, order.openedAtMs ?? 0);
  const { stopOutPercent, notice } = stopOutOf(notices, policy.stopOutPercent, oldestMs);
  return { policy: { ...policy, stopOutPercent }, notice };
}

interface CheckedAccount extends Valuation, MarginTerms {
  /** Order that this stop-out closed first; null before. */
  readonly first: OrderId | null;
  readonly cause: Quote | null;
}

/** Returns the next event that an account needs; null if it needs none. */
function decideNext(
  state: EngineState,
  account: AccountState,
  checked: CheckedAccount,
  canClose: CanClose,
  atMs: number,
): EngineEvent | null {
  const { policy, totals, open, isPriced } = checked;
  const base = { atMs, accountId: account.id, transfers: [] };
  const noticed = decideNotice(account, checked, atMs);
  if (noticed !== null) return noticed;
  const swapNoticed = state.rules.swapNotices.size === 0 ? null : decideSwapNotice(state, account, open, atMs);
  if (swapNoticed !== null) return swapNoticed;
  if (open.length === 0) return decideWithoutOrders(account, totals.balance, atMs);
  // A margin level with a missing price is unknown: nothing is decided on it.
  if (!isPriced) return null;
  const alert = account.alerts.size === 0 ? null : decideAccountAlert(account, checked, checked.cause, atMs);
  if (alert !== null) return alert;
  const { margin } = totals;
  const equity = totals.balance + totals.openProfit + totals.openSwap;
  const { marginCallPercent, stopOutPercent } = policy;
  if (equity * 100n <= margin * BigInt(stopOutPercent)) {
    const closed = closeWorst(state, account, checked, canClose, atMs);
    if (closed !== null) return closed;
    if (!account.isStopOutPaused) return { type: 'StopOutPaused', ...base };
  } else if (account.isStopOutPaused) return { type: 'StopOutResumed', ...base };
  const isCalled = equity * 100n <= margin * BigInt(marginCallPercent);
  if (isCalled === account.isMarginCalled) return null;
  return { type: isCalled ? 'MarginCalled' : 'MarginCallEnded', ...base };
}

/** Gives or ends the notice of a higher stop-out level; null if the account has the notice that it is entitled to. */
function decideNotice(
  { id, stopOutNotice }: AccountState,
  { notice, policy: { stopOutPercent } }: MarginTerms,
  atMs: number,
): EngineEvent | null {
  const base = { atMs, accountId: id, transfers: [], stopOutPercent };
  if (notice === null) return stopOutNotice === null ? null : { type: 'StopOutNoticeEnded', ...base };
  const isGiven = stopOutNotice?.untilMs === notice.untilMs && stopOutNotice.stopOutPercent === notice.stopOutPercent;
  return isGiven ? null : { type: 'StopOutNoticed', notice, ...base };
}

/**
 * Decides for an account without open orders. Withdrawals without an approval are taken back before the company covers
 * a negative balance (R-FND-41).
 */
function decideWithoutOrders(account: AccountState, balance: Money, atMs: number): EngineEvent | null {
  const base = { atMs, accountId: account.id };
  const takenBack = balance < 0n ? takeBackNewest(account, atMs) : null;
  if (takenBack !== null) return takenBack;
  const transfers = negativeBalanceTransfers(account, account.id, balance);
  if (transfers.length > 0) return { type: 'NegativeBalanceCovered', transfers, ...base };
  if (account.isStopOutPaused) return { type: 'StopOutResumed', transfers: [], ...base };
  return account.isMarginCalled ? { type: 'MarginCallEnded', transfers: [], ...base } : null;
}

/** Closes the order with the largest loss among those whose market is open; the lowest id among equals (R-ORD-16). */
function closeWorst(
  state: EngineState,
  account: AccountState,
  { open, policy, first, totals: { balance } }: CheckedAccount,
  canClose: CanClose,
  atMs: number,
): EngineEvent | null {
  const isClosable = ({ order: { instrumentId: id } }: ValuedOrder) => canClose(id) && isOfRunningSession(state, id);
  let worst: ValuedOrder | null = null;
  let worstResult = 0n;
  for (const valued of open) {
    if (!isClosable(valued)) continue;
    const { order, profit } = valued;
    const result = profit + order.swap;
    if (worst !== null && (result > worstResult || (result === worstResult && order.id > worst.order.id))) continue;
    worst = valued;
    worstResult = result;
  }
  if (worst === null) return null;
  const { order, quote } = worst;
  if (quote === undefined) throw new Error(`Invariant: order ${order.id} is priced here`);
  const closed = closeAtQuote(state, account, order, order.lots, quote, 'stop-out', atMs);
  if (closed?.type !== 'OrderClosed') return closed;
  // Only the first close of an account lists its positions, so that many closes do not write each position many times.
  const { stopOutPercent } = policy;
  const positions = () =>
    open.map((valued) => positionFacts(state, valued, isClosable(valued))).sort((a, b) => a.orderId - b.orderId);
  const stopOut = first === null ? { balance, stopOutPercent, positions: positions() } : { balance, first };
  return { ...closed, fill: { ...closed.fill, stopOut } };
}
