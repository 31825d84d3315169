import { demoGrantTransfers, demoReturnTransfers, swapTransfers } from '../ledger/trade-transfers.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { cancelOrder } from './cancel-order.ts';
import { closeAtQuote } from './close-order.ts';
import type { ExpireDemo, ResetDemo } from './command.ts';
import type { EngineEvent } from './event.ts';
import { factsOfFill } from './fill-facts.ts';
import { isOpen, type OpenOrder } from './order.ts';
import type { Refusal } from './refusal.ts';
import { type AccountState, accountBalance, bookOfAccount, type EngineState } from './state.ts';

/**
 * Starts a demo anew: what is open is closed, what is pending cancelled, both with that reason, and the balance is
 * brought back to its grant by one posting. What was traded before stays readable (R-SES-07). Refused: only-demo-account.
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
 * Ends a demo that was not used for long: as a reset, with all of its balance handed back. The ledger keeps every posting;
 * the engine forgets the account (R-SES-29). Refused: only-demo-account.
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

/** Ends all orders, and the transfers that then bring the balance to `grant`. */
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

/** At the last quote, open market or not; without one at the opening price, as if it had never been. */
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
  const transfers = swapTransfers(bookOfAccount(account), account.id, order.swap);
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const fill = factsOfFill(state, spec, account);
  return { type: 'OrderClosed', atMs, accountId: account.id, order: closed, fill, transfers } as const;
}

function toGrant(account: AccountState, balance: Money, grant: Money) {
  const book = bookOfAccount(account);
  if (balance === grant) return [];
  return balance < grant
    ? demoGrantTransfers(book, account.id, toMoney(grant - balance))
    : demoReturnTransfers(book, account.id, toMoney(balance - grant));
}
