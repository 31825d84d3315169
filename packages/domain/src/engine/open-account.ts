import { demoGrantTransfers } from '../ledger/trade-transfers.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import type { OpenAccount } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { Refusal } from './refusal.ts';
import type { EngineState } from './state.ts';

/** Opens a trading account; a demo receives its practice money (R-SES-06). Refused: account-exists, account-ended. */
export function decideOpenAccount(state: EngineState, command: OpenAccount): Result<EngineEvent[], Refusal> {
  const { accountId, tenantId, realm, currency } = command;
  if (state.accounts.has(accountId)) return refuse('account-exists');
  if (state.endedAccounts.has(accountId)) return refuse('account-ended');
  if (realm === 'real' && command.grant !== 0n) throw new Error('Invariant: a real account opens without a grant');
  const transfers = demoGrantTransfers({ tenantId, realm, currency }, accountId, command.grant);
  return ok([{ type: 'AccountOpened', atMs: command.atMs, accountId, tenantId, realm, currency, transfers }]);
}
