import { correctionTransfers, depositTransfers } from '../../ledger/funds-transfers.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, bookOfAccount, type EngineState } from '../state.ts';
import { findFunds } from './find-funds.ts';
import type { ApproveFunds } from './funds-command.ts';
import type { FundsEvent } from './funds-event.ts';
import { type FundsActor, type FundsRecord, isHeld, isSameActor } from './funds-record.ts';
import { paymentKey } from './payment-key.ts';
import { refuseCorrecting } from './propose-correction.ts';

/**
 * Approves what was shown; the last approval needed posts a deposit or a correction, once, or releases a withdrawal for its
 * payout. Refused, first reason that applies: funds-not-found, funds-decided, payload-changed, funds-on-hold (its
 * method is new), other-operator-needed, deposit-known, no-price, not-enough-funds (R-FND-05, R-FND-06).
 */
export function decideApproveFunds(
  state: EngineState,
  account: AccountState,
  command: ApproveFunds,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const before = found.value;
  if (before.status === 'approved') return refuse('funds-decided');
  if (command.payloadHash !== before.payloadHash) return refuse('payload-changed');
  if (before.kind === 'withdrawal' && isHeld(before, command.atMs)) return refuse('funds-on-hold');
  if (!mayApprove(before, command.by)) return refuse('other-operator-needed');
  const { by, atMs, payloadHash } = command;
  const approvals = [...before.approvals, { by, atMs, payloadHash }];
  if (approvals.length < before.approvalsNeeded) {
    const funds = { ...before, approvals };
    return ok([{ type: 'FundsApproved', atMs, accountId: account.id, funds, transfers: [] }]);
  }
  const refusal = refusePosting(state, account, before);
  return refusal === null ? ok([approve(account, { ...before, approvals, sinceMs: atMs })]) : refuse(refusal);
}

/** Returns whether an approval counts: one per actor, one watcher at most, and the proposer or editor may not be the sole approver. */
function mayApprove(funds: FundsRecord, by: FundsActor): boolean {
  if (by.kind === 'watcher' && funds.kind !== 'deposit') return false;
  if (funds.kind === 'correction' && isSameActor(funds.proposedBy, by)) return false;
  if (funds.amendedBy !== null && funds.approvalsNeeded === 1 && isSameActor(funds.amendedBy, by)) return false;
  return !funds.approvals.some(
    (approval) => isSameActor(approval.by, by) || (approval.by.kind === 'watcher' && by.kind === 'watcher'),
  );
}

function refusePosting(state: EngineState, account: AccountState, funds: FundsRecord): Refusal | null {
  if (funds.kind === 'correction') return refuseCorrecting(state, account, funds.amount);
  if (funds.kind === 'withdrawal' || funds.externalId === null) return null;
  return state.creditedPayments.has(paymentKey(account, funds.externalId)) ? 'deposit-known' : null;
}

/** What the last approval does; `sinceMs` is when it came. */
function approve(account: AccountState, funds: FundsRecord): FundsEvent {
  const base = { atMs: funds.sinceMs, accountId: account.id };
  const book = bookOfAccount(account);
  switch (funds.kind) {
    case 'deposit': {
      const transfers = depositTransfers(book, account.id, funds.credit);
      return { type: 'DepositCredited', ...base, funds: { ...funds, status: 'credited' }, transfers };
    }
    case 'withdrawal':
      return { type: 'WithdrawalApproved', ...base, funds: { ...funds, status: 'approved' }, transfers: [] };
    case 'correction': {
      const transfers = correctionTransfers(book, account.id, funds.amount);
      return { type: 'CorrectionPosted', ...base, funds: { ...funds, status: 'posted' }, transfers };
    }
  }
}
