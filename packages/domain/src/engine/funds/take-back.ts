import { releaseTransfers } from '../../ledger/funds-transfers.ts';
import { type AccountState, bookOfAccount } from '../state.ts';
import type { WithdrawalTakenBack } from './funds-event.ts';

/**
 * Takes the newest withdrawal back that nobody has approved, because the balance is below zero: the trader's own money
 * comes before the firm's (R-FND-41). Null when there is none; one with an approval stays.
 */
export function takeBackNewest(account: AccountState, atMs: number): WithdrawalTakenBack | null {
  for (const before of [...account.funds.values()].toReversed()) {
    if (before.kind !== 'withdrawal' || before.status !== 'requested' || before.approvals.length > 0) continue;
    const funds = { ...before, status: 'rejected', takenBackFor: 'negative-balance', sinceMs: atMs } as const;
    const transfers = releaseTransfers(bookOfAccount(account), account.id, funds.amount);
    return { type: 'WithdrawalTakenBack', atMs, accountId: account.id, funds, transfers };
  }
  return null;
}
