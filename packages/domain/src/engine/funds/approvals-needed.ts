import { type Money, toMoney } from '../../values/money.ts';
import type { AccountState } from '../state.ts';
import type { FundsEvent } from './funds-event.ts';
import type { DepositRecord, FundsId, WithdrawalRecord } from './funds-record.ts';

type Counted = DepositRecord | WithdrawalRecord;

/** Deposits credited and withdrawals paid in the last 24 hours, oldest first. */
export type MovedFunds = Record<Counted['kind'], { readonly atMs: number; readonly amount: Money }[]>;

const windowMs = 24 * 3_600_000;
/** Entries of one kind per account; beyond it the two oldest are joined and count until the later one ends. */
const movedMax = 500;

export function createMovedFunds(): MovedFunds {
  return { deposit: [], withdrawal: [] };
}

/**
 * Decides how many must approve a deposit or withdrawal. Its amount is added to everything of the same kind on the account
 * that is under way or was credited or paid within 24 hours, so that a sum is not split to avoid the second approval (R-FND-31).
 */
export function approvalsNeeded(
  account: AccountState,
  asked: { readonly kind: Counted['kind']; readonly amount: Money; readonly atMs: number; readonly id?: FundsId },
  secondFrom: Money,
): 1 | 2 {
  let sum: bigint = asked.amount;
  for (const funds of account.funds.values())
    if (funds.kind === asked.kind && funds.id !== asked.id) sum += amountOf(funds);
  for (const moved of account.movedFunds[asked.kind]) if (asked.atMs - moved.atMs < windowMs) sum += moved.amount;
  return sum >= secondFrom ? 2 : 1;
}

/** Remembers what was credited or paid, and forgets what is older than 24 hours. */
export function evolveMovedFunds(account: AccountState, event: FundsEvent): void {
  if (event.type !== 'DepositCredited' && event.type !== 'WithdrawalPaid') return;
  const moved = account.movedFunds[event.funds.kind];
  moved.push({ atMs: event.atMs, amount: amountOf(event.funds) });
  const kept = moved.findIndex(({ atMs }) => event.atMs - atMs < windowMs);
  moved.splice(0, kept);
  const [first, second] = moved;
  if (moved.length > movedMax && first !== undefined && second !== undefined)
    moved.splice(0, 2, { atMs: second.atMs, amount: toMoney(first.amount + second.amount) });
}

function amountOf(funds: Counted): Money {
  return funds.kind === 'deposit' ? funds.credit : funds.amount;
}
