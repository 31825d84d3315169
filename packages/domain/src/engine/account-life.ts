import { closingTransfers, demoGrantTransfers, demoReturnTransfers, swapTransfers } from '../ledger/ledger.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { closeAtQuote } from './close-order.ts';
import type { CloseAccount, ExpireDemo, OpenAccount, ResetDemo } from './command.ts';
import type { EngineEvent } from './event.ts';
import { accountBalance, contractOf, factsOfFill } from './facts.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { cancelOrder } from './pending-end.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { type AccountState, type EngineState } from './state.ts';

interface NewAccountFacts {
  readonly state: EngineState;
  readonly command: OpenAccount;
}

/** Refusals of a new account, in their order. */
export const openAccountRefusals: readonly RefusalRule<NewAccountFacts>[] = [
  {
    code: 'account-exists',
    when: 'an account of that number is open',
    applies: ({ state, command }) => state.accounts.has(command.accountId),
  },
  {
    code: 'account-ended',
    when: 'a demo of that number has ended',
    applies: ({ state, command }) => state.endedAccounts.has(command.accountId),
  },
];

/** Opens a trading account; a demo receives its practice money (R-SES-06). */
export function decideOpenAccount(state: EngineState, command: OpenAccount): Result<EngineEvent[], Refusal> {
  const { accountId, tenantId, realm, currency } = command;
  const facts = { state, command };
  const refusal = openAccountRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  if (realm === 'real' && command.grant !== 0n) throw new Error('Invariant: a real account opens without a grant');
  const transfers = demoGrantTransfers({ tenantId, realm, currency }, accountId, command.grant);
  return ok([{ type: 'AccountOpened', atMs: command.atMs, accountId, tenantId, realm, currency, transfers }]);
}

/** Refusals of a reset and of an expiry. */
export const demoRefusals: readonly RefusalRule<{ readonly account: AccountState }>[] = [
  {
    code: 'only-demo-account',
    when: 'the account is a real one',
    applies: ({ account }) => account.realm !== 'demo',
  },
];

/**
 * Resets a demo: open orders are closed and pending ones cancelled, both with that reason, and one posting restores
 * the balance to its grant. Earlier trades stay readable (R-SES-07).
 */
export function decideResetDemo(
  state: EngineState,
  account: AccountState,
  { atMs, grant }: ResetDemo,
): Result<EngineEvent[], Refusal> {
  const refusal = demoRefusals.find(({ applies }) => applies({ account }))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const { events, transfers } = startAnew(state, account, grant, atMs);
  return ok([...events, { type: 'DemoReset', atMs, accountId: account.id, transfers }]);
}

/**
 * Ends a demo that was not used for long: as a reset, with all of its balance handed back. The ledger keeps every posting;
 * the engine forgets the account (R-SES-29).
 */
export function decideExpireDemo(
  state: EngineState,
  account: AccountState,
  { atMs }: ExpireDemo,
): Result<EngineEvent[], Refusal> {
  const refusal = demoRefusals.find(({ applies }) => applies({ account }))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const { events, transfers } = startAnew(state, account, zeroMoney, atMs);
  return ok([...events, { type: 'DemoExpired', atMs, accountId: account.id, transfers }]);
}

/** Micros of a cent, the smallest amount that a payout can carry. */
const cent = 10_000n;

/** Refusals of a closing, in their order. */
export const closeAccountRefusals: readonly RefusalRule<ClosingFacts>[] = [
  {
    code: 'only-real-account',
    when: 'the account is a demo',
    applies: ({ account }) => account.realm !== 'real',
  },
  {
    code: 'account-has-orders',
    when: 'the account has an open or pending order',
    applies: ({ account }) => account.orders.size > 0,
  },
  {
    code: 'account-has-requests',
    when: 'a deposit, withdrawal or correction of the account is undecided or unpaid',
    applies: ({ account }) => account.funds.size > 0,
  },
  {
    code: 'account-has-money',
    when: 'the balance is a cent or more, or below zero',
    applies: ({ balance }) => balance < 0n || balance >= cent,
  },
];

interface ClosingFacts {
  readonly account: AccountState;
  readonly balance: Money;
}

/**
 * Closes a real account that is empty: no order, no unfinished request, less than a cent. The ledger keeps every posting;
 * the engine forgets the account and never opens its number again (R-SES-42).
 */
export function decideCloseAccount(
  state: EngineState,
  account: AccountState,
  { atMs }: CloseAccount,
): Result<EngineEvent[], Refusal> {
  const balance = accountBalance(state, account);
  const refusal = closeAccountRefusals.find(({ applies }) => applies({ account, balance }))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const transfers = closingTransfers(account, account.id, balance);
  return ok([{ type: 'AccountClosed', atMs, accountId: account.id, transfers }]);
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
  const transfers = swapTransfers(account, account.id, order.swap);
  const fill = factsOfFill(state, contractOf(state, account, order.instrumentId), account);
  return { type: 'OrderClosed', atMs, accountId: account.id, order: closed, fill, transfers } as const;
}

function toGrant(account: AccountState, balance: Money, grant: Money) {
  if (balance === grant) return [];
  return balance < grant
    ? demoGrantTransfers(account, account.id, toMoney(grant - balance))
    : demoReturnTransfers(account, account.id, toMoney(balance - grant));
}
