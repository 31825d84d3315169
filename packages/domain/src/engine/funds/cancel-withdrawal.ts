import { releaseTransfers } from '../../ledger/funds-transfers.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, bookOfAccount } from '../state.ts';
import { findFunds } from './find-funds.ts';
import type { CancelWithdrawal } from './funds-command.ts';

/**
 * Takes a withdrawal back while nobody has approved it; its lock is given back whole, once. Refused, first reason that
 * applies: funds-not-found, funds-decided, withdrawal-not-cancellable (R-FND-08).
 */
export function decideCancelWithdrawal(
  account: AccountState,
  command: CancelWithdrawal,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const before = found.value;
  if (before.kind !== 'withdrawal') return refuse('funds-not-found');
  if (before.approvals.length > 0) return refuse('withdrawal-not-cancellable');
  const { atMs } = command;
  const funds = { ...before, status: 'cancelled', sinceMs: atMs } as const;
  const transfers = releaseTransfers(bookOfAccount(account), account.id, funds.amount);
  return ok([{ type: 'WithdrawalCancelled', atMs, accountId: account.id, funds, transfers }]);
}
