import { type Account, cashOf, event, type Happening, houseOf, posting } from './facts.ts';
import type { Model } from './model.ts';

/** Expected outcome of a closing of a real account (R-SES-42). */
export function closeAccount(model: Model, account: Account, atMs: number): Happening[] | string {
  if (account.realm !== 'real') return 'only-real-account';
  if (account.orders.size > 0) return 'account-has-orders';
  if (account.funds.size > 0) return 'account-has-requests';
  const rest = model.balances.get(cashOf(account)) ?? 0n;
  if (rest < 0n || rest >= 10_000n) return 'account-has-money';
  const kind = 'closing-remainder';
  const transfers = rest === 0n ? [] : [posting(kind, cashOf(account), houseOf(account, kind), rest)];
  return [event('AccountClosed', atMs, account.id, { transfers })];
}
