import { payoutTransfers } from '../../ledger/funds-transfers.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, bookOfAccount, type EngineState } from '../state.ts';
import { findFunds } from './find-funds.ts';
import type { MarkWithdrawalPaid } from './funds-command.ts';
import { isHeld, isSameActor } from './funds-record.ts';
import { paymentKey } from './payment-key.ts';
import { refuseReleasing } from './stress.ts';

/**
 * Notes that an approved withdrawal has been paid out: its lock goes to the payouts and the fee, once. Refused, first reason
 * that applies: funds-not-found, funds-decided, payload-changed, other-operator-needed (it is not approved yet),
 * funds-on-hold, payer-approved (the operator approved it; there is no exception for a company with few operators),
 * deposit-known (a withdrawal of the company was paid by that very payment), no-price, market-closed-risk (R-FND-05,
 * R-FND-08, R-FND-14, R-FND-47, R-FND-48).
 */
export function decideMarkPaid(
  state: EngineState,
  account: AccountState,
  command: MarkWithdrawalPaid,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const before = found.value;
  if (before.kind !== 'withdrawal') return refuse('funds-not-found');
  if (command.payloadHash !== before.payloadHash) return refuse('payload-changed');
  if (before.status !== 'approved') return refuse('other-operator-needed');
  const { atMs, by, externalId } = command;
  if (isHeld(before, command)) return refuse('funds-on-hold');
  if (before.approvals.some((approval) => isSameActor(approval.by, by))) return refuse('payer-approved');
  if (state.payoutPayments.has(paymentKey(account, externalId))) return refuse('deposit-known');
  const risk = refuseReleasing(state, account, command.markets);
  if (risk !== null) return refuse(risk);
  const funds = { ...before, status: 'paid', sinceMs: atMs, externalId } as const;
  const transfers = payoutTransfers(bookOfAccount(account), account.id, funds.amount, funds.fee);
  return ok([{ type: 'WithdrawalPaid', atMs, accountId: account.id, funds, transfers }]);
}
