import { demoGrantTransfers, demoReturnTransfers, swapTransfers } from '../ledger/ledger.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { cancelOrder } from './change-order.ts';
import { closeAtQuote } from './close-order.ts';
import type { ExpireDemo, OpenAccount, ResetDemo } from './command.ts';
import type { EngineEvent } from './event.ts';
import { contractOf, factsOfFill } from './facts.ts';
import { isOpen, type OpenOrder } from './order.ts';
import type { Refusal } from './refusal.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from './state.ts';
import { accountBalance } from './valuation.ts';

/** Opens a trading account; a demo receives its grant (R-SES-06). Refused: account-exists, account-ended. */
export function decideOpenAccount(state: EngineState, command: OpenAccount): Result<EngineEvent[], Refusal> {
  const { accountId, tenantId, realm, currency } = command;
  if (state.accounts.has(accountId)) return refuse('account-exists');
  if (state.endedAccounts.has(accountId)) return refuse('account-ended');
  if (realm === 'real' && command.grant !== 0n) throw new Error('Invariant: a real account opens without a grant');
  const transfers = demoGrantTransfers({ tenantId, realm, currency }, accountId, command.grant);
  return ok([{ type: 'AccountOpened', atMs: command.atMs, accountId, tenantId, realm, currency, transfers }]);
}

/**
 * Resets a demo: closes open orders and cancels pending ones, both with that reason, and restores the grant by one
 * posting. The trading history stays readable (R-SES-07). Refused: only-demo-account.
 */
export function decideResetDemo(
  state: EngineState,
  account: AccountState,
  { atMs, grant }: ResetDemo,
): Result<EngineEvent[], Refusal> {
  if (account.realm !== 'demo') return refuse('only-demo-account');
  const { events, transfers } = startAnew(state, account, grant, atMs);
  return ok([...events, { type: 'DemoReset', atMs, accountId: account.id, transfers }]);
}

/**
 * Ends a demo after long disuse: resets it and returns the whole balance. The ledger keeps every posting; the engine
 * removes the account (R-SES-29). Refused: only-demo-account.
 */
export function decideExpireDemo(
  state: EngineState,
  account: AccountState,
  { atMs }: ExpireDemo,
): Result<EngineEvent[], Refusal> {
  if (account.realm !== 'demo') return refuse('only-demo-account');
  const { events, transfers } = startAnew(state, account, zeroMoney, atMs);
  return ok([...events, { type: 'DemoExpired', atMs, accountId: account.id, transfers }]);
}

/** Returns the events that end all orders, and the transfers that then bring the balance to `grant`. */
function startAnew(state: EngineState, account: AccountState, grant: Money, atMs: number) {
  const events: EngineEvent[] = [];
  let balance: bigint = accountBalance(state, account);
  for (const order of account.orders.values()) {
    if (!isOpen(order)) {
      events.push(cancelOrder(order, 'demo-reset', atMs));
      continue;
    }
    const closed = closeForReset(state, account, order, atMs);
    balance += closed.order.profit + closed.order.swap;
    events.push(closed);
  }
  return { events, transfers: toGrant(account, toMoney(balance), grant) };
}

/** Closes an order at the last quote, market open or not; without a quote at its opening price, with zero profit. */
function closeForReset(state: EngineState, account: AccountState, order: OpenOrder, atMs: number) {
  const quote = state.quotes.get(order.instrumentId);
  const event = quote && closeAtQuote(state, account, order, order.lots, quote, 'demo-reset', atMs);
  if (event?.type === 'OrderClosed') return event;
  const closing = {
    closePrice: order.openPrice,
    closeReason: 'demo-reset',
    endedAtMs: atMs,
    profit: zeroMoney,
  } as const;
  const closed = { ...order, ...closing, status: 'closed' } as const;
  const transfers = swapTransfers(ledgerScopeOf(account), account.id, order.swap);
  const fill = factsOfFill(state, contractOf(state, account, order.instrumentId), account);
  return { type: 'OrderClosed', atMs, accountId: account.id, order: closed, fill, transfers } as const;
}

function toGrant(account: AccountState, balance: Money, grant: Money) {
  const book = ledgerScopeOf(account);
  if (balance === grant) return [];
  return balance < grant
    ? demoGrantTransfers(book, account.id, toMoney(grant - balance))
    : demoReturnTransfers(book, account.id, toMoney(balance - grant));
}
