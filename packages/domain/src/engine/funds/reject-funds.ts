import { releaseTransfers } from '../../ledger/funds-transfers.ts';
import { ok, type Result } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, bookOfAccount, type EngineState } from '../state.ts';
import { clearRival } from './claims.ts';
import { findFunds } from './find-funds.ts';
import type { RejectFunds } from './funds-command.ts';
import type { FundsRecord } from './funds-record.ts';

/**
 * Says no to what is not finished, whatever was approved so far; a withdrawal's lock is given back whole, once. One operator
 * is enough: nothing leaves the house by it. Refused, first reason that applies: funds-not-found, funds-decided (R-FND-08).
 */
export function decideRejectFunds(
  state: EngineState,
  account: AccountState,
  command: RejectFunds,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const { atMs } = command;
  const funds = rejected(found.value, command);
  const transfers =
    funds.kind === 'withdrawal' ? releaseTransfers(bookOfAccount(account), account.id, funds.amount) : [];
  const event = { type: 'FundsRejected', atMs, accountId: account.id, funds, transfers } as const;
  return ok([event, ...clearRival(state, account, found.value, atMs)]);
}

function rejected(funds: FundsRecord, { remark, atMs, isVoid }: RejectFunds): FundsRecord {
  const outcome = { remark, sinceMs: atMs } as const;
  if (funds.kind === 'deposit') return { ...funds, ...outcome, status: isVoid ? 'voided' : 'rejected' };
  return { ...funds, ...outcome, status: 'rejected' };
}
