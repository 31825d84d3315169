import { ok, type Result, refuse } from '../../values/result.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState } from '../state.ts';
import type { FundsId, FundsRecord } from './funds-record.ts';

/** An unfinished request of the account. Refused: funds-not-found, funds-decided. */
export function findFunds(account: AccountState, id: FundsId): Result<FundsRecord, Refusal> {
  const funds = account.funds.get(id);
  if (funds !== undefined) return ok(funds);
  return refuse(account.decidedFunds.has(id) ? 'funds-decided' : 'funds-not-found');
}
