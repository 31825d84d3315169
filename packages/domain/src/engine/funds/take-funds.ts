import { calculateAccountSummary } from '../../calc/account-summary.ts';
import { calculateWithdrawable } from '../../calc/withdrawal.ts';
import type { Money } from '../../values/money.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, accountTotals, type EngineState, isPriced } from '../state.ts';

/** What may be taken from an account now, at the last quotes; null while one of its open orders has no price (R-FND-03). */
export function withdrawableOf(state: EngineState, account: AccountState): Money | null {
  if (!isPriced(state, account)) return null;
  const { balance, freeMargin } = calculateAccountSummary(accountTotals(state, account));
  return calculateWithdrawable(balance, freeMargin);
}

/** Whether taking an amount would leave balance or free margin below zero: no-price, not-enough-funds. */
export function refuseTaking(state: EngineState, account: AccountState, amount: Money): Refusal | null {
  const withdrawable = withdrawableOf(state, account);
  if (withdrawable === null) return 'no-price';
  return amount > withdrawable ? 'not-enough-funds' : null;
}
