import { applyTransfers } from '../ledger/transfer.ts';
import type { AccountOpened, EngineEvent } from './event.ts';
import type { OrderRecord } from './order.ts';
import { type AccountState, type EngineState, triggersOf } from './state.ts';

/** Applies one event to the state, in place. The only writer of accounts, orders and balances; the same events give the same state. */
export function evolve(state: EngineState, event: EngineEvent): void {
  applyTransfers(state.balances, event.transfers);
  switch (event.type) {
    case 'AccountOpened':
      return evolveAccountOpened(state, event);
    case 'OrderPlaced':
    case 'OrderOpened':
    case 'StopsAmended':
      return putOrder(state, event.order);
    case 'OrderReduced':
      noteOrderId(state, event.closed.id);
      return putOrder(state, event.order);
    case 'OrderClosed':
    case 'OrderCancelled':
      return removeOrder(state, event.order);
  }
}

function evolveAccountOpened(state: EngineState, event: AccountOpened): void {
  if (state.accounts.has(event.accountId)) throw new Error(`Invariant: account ${event.accountId} opens once`);
  const { accountId: id, tenantId, realm, currency } = event;
  state.accounts.set(id, { id, tenantId, realm, currency, orders: new Map() });
}

function putOrder(state: EngineState, order: OrderRecord): void {
  const account = accountOf(state, order);
  const triggers = triggersOf(state, order.instrumentId);
  const before = account.orders.get(order.id);
  account.orders.set(order.id, order);
  state.orderAccounts.set(order.id, account.id);
  noteOrderId(state, order.id);
  if (before !== undefined) triggers.remove(before, (id) => orderById(state, id));
  triggers.add(order);
}

function removeOrder(state: EngineState, order: OrderRecord): void {
  const account = accountOf(state, order);
  const before = account.orders.get(order.id);
  account.orders.delete(order.id);
  state.orderAccounts.delete(order.id);
  noteOrderId(state, order.id);
  if (before !== undefined) triggersOf(state, order.instrumentId).remove(before, (id) => orderById(state, id));
}

function orderById(state: EngineState, id: OrderRecord['id']): OrderRecord | undefined {
  const accountId = state.orderAccounts.get(id);
  return accountId === undefined ? undefined : state.accounts.get(accountId)?.orders.get(id);
}

function noteOrderId(state: EngineState, id: number): void {
  state.lastOrderId = Math.max(state.lastOrderId, id);
}

function accountOf(state: EngineState, order: OrderRecord): AccountState {
  const account = state.accounts.get(order.accountId);
  if (account === undefined) throw new Error(`Invariant: account ${order.accountId} of order ${order.id} is open`);
  return account;
}
