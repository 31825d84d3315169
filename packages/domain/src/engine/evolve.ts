import { applyTransfers, balanceOf, cashKey, lockedKey } from '../ledger/ledger.ts';
import type { AccountOpened, EngineEvent, SwapNoticed } from './event.ts';
import { dropAlert, dropAlertsOf, evolveAlert } from './evolve-alert.ts';
import { evolveFunds } from './funds/funds.ts';
import { createMovedFunds } from './funds/funds-request.ts';
import { type OrderRecord, triggersOfOrder } from './order.ts';
import type { GivenSwapNotice } from './rules/swap-notice.ts';
import { type AccountState, type EngineState, triggersOf, watchOf } from './state.ts';

/** Applies one event to the state, in place. The only writer of accounts, orders and balances; deterministic. */
export function evolve(state: EngineState, event: EngineEvent): void {
  if ('alert' in event) return evolveAlert(state, event);
  applyTransfers(state.balances, event.transfers);
  state.dirtyAccounts.add(event.accountId);
  if ('funds' in event) return evolveFunds(state, accountById(state, event.accountId), event);
  switch (event.type) {
    case 'AccountOpened':
      return evolveAccountOpened(state, event);
    case 'OrderPlaced':
    case 'OrderOpened':
    case 'OrderAmended':
    case 'OrderLinked':
    case 'OrderUnlinked':
    case 'StopsAmended':
    case 'StopTrailed':
    case 'SwapCharged':
    case 'CloseQueued':
    case 'CloseUnqueued':
      return putOrder(state, event.order);
    case 'OrderReduced':
      noteOrderId(state, event.closed.id);
      return putOrder(state, event.order);
    case 'OrderClosed':
    case 'OrderCancelled':
    case 'OrderExpired':
      return removeOrder(state, event.order);
    case 'MarginCalled':
    case 'MarginCallEnded':
      accountById(state, event.accountId).isMarginCalled = event.type === 'MarginCalled';
      return;
    case 'StopOutPaused':
    case 'StopOutResumed':
      accountById(state, event.accountId).isStopOutPaused = event.type === 'StopOutPaused';
      return;
    case 'StopOutNoticed':
      accountById(state, event.accountId).stopOutNotice = event.notice;
      return;
    case 'StopOutNoticeEnded':
      accountById(state, event.accountId).stopOutNotice = null;
      return;
    case 'SwapNoticed':
      return noteSwap(accountById(state, event.accountId), event);
    case 'DemoExpired':
    case 'AccountClosed':
      return forgetAccount(state, accountById(state, event.accountId));
    case 'NegativeBalanceCovered':
    case 'DemoReset':
    case 'CloseRefused':
      return;
  }
}

/** Replaces what the account knew of this instrument and side, and forgets notices that are over. */
function noteSwap(account: AccountState, { notice, atMs }: SwapNoticed): void {
  const isOther = ({ instrumentId, side, untilMs }: GivenSwapNotice) =>
    untilMs > atMs && (instrumentId !== notice.instrumentId || side !== notice.side);
  account.swapNotices = [...account.swapNotices.filter(isOther), notice];
}

function evolveAccountOpened(state: EngineState, event: AccountOpened): void {
  if (state.accounts.has(event.accountId)) throw new Error(`Invariant: account ${event.accountId} opens once`);
  const { accountId: id, tenantId, realm, currency } = event;
  const orders: AccountState['orders'] = new Map();
  const flags = { isMarginCalled: false, isStopOutPaused: false, stopOutNotice: null, swapNotices: [] };
  const funds = { funds: new Map(), decidedFunds: new Set<never>(), movedFunds: createMovedFunds(), rivalClaims: [] };
  const alerts: AccountState['alerts'] = new Map();
  state.accounts.set(id, { id, tenantId, realm, currency, orders, alerts, bands: new Map(), ...funds, ...flags });
}

/** Removes all state of an account; its number stays taken. */
function forgetAccount(state: EngineState, account: AccountState): void {
  if (account.orders.size > 0) throw new Error(`Invariant: account ${account.id} has no orders when it ends`);
  for (const alert of account.alerts.values()) dropAlert(state, alert);
  for (const [id, levels] of account.bands) watchOf(state, id).change(account.id, levels, []);
  state.margins.remove(account);
  for (const key of [cashKey(account, account.id), lockedKey(account, account.id)]) {
    if (balanceOf(state.balances, key) !== 0n) throw new Error(`Invariant: ${key} is empty when its account ends`);
    state.balances.delete(key);
  }
  state.accounts.delete(account.id);
  state.fundsAccounts.get(account.tenantId)?.delete(account.id);
  state.endedAccounts.add(account.id);
  state.rules.forget(account.id);
  state.dirtyAccounts.delete(account.id);
}

/** Adds or replaces an order with its levels and expiry; called by `evolve` and by a restored snapshot only. */
export function putOrder(state: EngineState, order: OrderRecord): void {
  const account = accountOf(state, order);
  const before = account.orders.get(order.id);
  account.orders.set(order.id, order);
  state.orderAccounts.set(order.id, account.id);
  noteOrderId(state, order.id);
  noteExposure(state, account, before, order);
  moveLevels(state, order, before, order);
}

function removeOrder(state: EngineState, order: OrderRecord): void {
  const account = accountOf(state, order);
  const before = account.orders.get(order.id);
  account.orders.delete(order.id);
  dropAlertsOf(state, account, order.id);
  state.orderAccounts.delete(order.id);
  noteOrderId(state, order.id);
  noteExposure(state, account, before, undefined);
  moveLevels(state, order, before, undefined);
}

/** Keeps the company's exposure; levels and swap of a position change nothing of it. */
function noteExposure(
  state: EngineState,
  account: AccountState,
  before: OrderRecord | undefined,
  after: OrderRecord | undefined,
): void {
  const lotsOf = (order: OrderRecord | undefined) => (order?.status === 'open' ? order.lots : 0);
  if (lotsOf(before) !== lotsOf(after)) state.exposures.change(account, before, after);
}

/** Adds and removes only the levels and the expiry that differ between `before` and `after`. */
function moveLevels(
  state: EngineState,
  { id, instrumentId }: OrderRecord,
  before: OrderRecord | undefined,
  after: OrderRecord | undefined,
): void {
  const levelsOf = (order: OrderRecord | undefined) => (order === undefined ? [] : triggersOfOrder(order));
  triggersOf(state, instrumentId).change(id, levelsOf(before), levelsOf(after));
  moveWaiting(state, id, instrumentId, after?.waitingClose !== undefined);
  const [expiredBy, expiresAtMs] = [expiryOf(before), expiryOf(after)];
  if (expiredBy === expiresAtMs) return;
  if (expiredBy !== null) state.expiries.remove(id);
  if (expiresAtMs !== null) state.expiries.push(expiresAtMs, id);
}

function moveWaiting(state: EngineState, id: OrderRecord['id'], on: OrderRecord['instrumentId'], isWaiting: boolean) {
  const waiting = state.waitingCloses.get(on);
  if (isWaiting) {
    if (waiting === undefined) state.waitingCloses.set(on, new Set([id]));
    else waiting.add(id);
  } else if (waiting?.delete(id) === true && waiting.size === 0) state.waitingCloses.delete(on);
}

function expiryOf(order: OrderRecord | undefined): number | null {
  return order?.status === 'pending' ? order.expiresAtMs : null;
}

function noteOrderId(state: EngineState, id: number): void {
  state.lastOrderId = Math.max(state.lastOrderId, id);
}

function accountOf(state: EngineState, order: OrderRecord): AccountState {
  return accountById(state, order.accountId);
}

function accountById(state: EngineState, id: AccountState['id']): AccountState {
  const account = state.accounts.get(id);
  if (account === undefined) throw new Error(`Invariant: account ${id} is open`);
  return account;
}
