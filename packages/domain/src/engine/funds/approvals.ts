import { correctionTransfers, depositTransfers } from '../../ledger/ledger.ts';
import { type Money, toMoney } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from '../state.ts';
import {
  type CashRequest,
  type CashRequestId,
  type DepositRecord,
  type FundsActor,
  type FundsEvent,
  findFunds,
  isHeld,
  isSameActor,
  type WithdrawalRecord,
} from './cash-request.ts';
import type { ApproveFunds } from './funds-command.ts';
import { paymentKey, rivalsOf } from './payments.ts';
import { refuseCorrecting, refuseReleasing } from './withdrawable.ts';

type Counted = DepositRecord | WithdrawalRecord;

const windowMs = 24 * 3_600_000;
/**
 * Maximum entries of one kind per account; beyond it the two oldest are joined and count until the later one expires.
 */
const movedMax = 500;

/**
 * Returns the number of approvals that a deposit or withdrawal needs. Adds its amount to everything of the same kind on
 * the account that is unfinished or was credited or paid within 24 hours, so that splitting a sum does not avoid the
 * second approval (R-FND-31).
 */
export function approvalsNeeded(
  account: AccountState,
  asked: { readonly kind: Counted['kind']; readonly amount: Money; readonly atMs: number; readonly id?: CashRequestId },
  secondFrom: Money,
): 1 | 2 {
  let sum: bigint = asked.amount;
  for (const funds of account.funds.values())
    if (funds.kind === asked.kind && funds.id !== asked.id) sum += amountOf(funds);
  for (const moved of account.movedFunds[asked.kind]) if (asked.atMs - moved.atMs < windowMs) sum += moved.amount;
  return sum >= secondFrom ? 2 : 1;
}

/** Records credited and paid amounts; drops those older than 24 hours. */
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

/**
 * Approves the payload that the approver was shown. The last approval needed posts a deposit or a correction, once, or
 * releases a withdrawal for its payout. Refused, first reason that applies: funds-not-found, funds-decided,
 * payload-changed, funds-on-hold (its method is new, or credentials changed), deposit-known, funds-contested (other
 * claims on the payment exist and none was shown), claims-changed (other claims than those shown),
 * other-operator-needed, no-price, market-closed-risk, not-enough-funds (R-FND-05, R-FND-06, R-FND-44, R-FND-47,
 * R-FND-48).
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
  if (before.kind === 'withdrawal' && isHeld(before, command)) return refuse('funds-on-hold');
  const rivals = before.kind === 'deposit' ? rivalsOf(state, account, before) : [];
  const contest = refuseContested(state, account, before, rivals, command);
  if (contest !== null) return refuse(contest);
  if (!mayApprove(before, command.by)) return refuse('other-operator-needed');
  // Checked at the first approval too: an approved withdrawal is not taken back before the company covers a loss.
  const risk = before.kind === 'withdrawal' ? refuseReleasing(state, account, command.markets) : null;
  if (risk !== null) return refuse(risk);
  const { by, atMs, payloadHash } = command;
  const approvals = [...before.approvals, { by, atMs, payloadHash }];
  if (approvals.length < before.approvalsNeeded) {
    const funds = { ...before, approvals };
    return ok([{ type: 'FundsApproved', atMs, accountId: account.id, funds, transfers: [] }]);
  }
  const refusal = refusePosting(state, account, before);
  if (refusal !== null) return refuse(refusal);
  return ok([approve(account, { ...before, approvals, sinceMs: atMs }), ...rivals.map((one) => lose(one, atMs))]);
}

/** Refuses an approval of one of several claims unless an operator was shown all of them. */
function refuseContested(
  state: EngineState,
  account: AccountState,
  funds: CashRequest,
  rivals: readonly DepositRecord[],
  { rivals: shown = [], by }: ApproveFunds,
): Refusal | null {
  if (funds.kind === 'deposit' && funds.externalId !== null) {
    if (state.creditedPayments.has(paymentKey(account, funds.externalId))) return 'deposit-known';
  }
  if (rivals.length > 0 && (shown.length === 0 || by.kind === 'watcher')) return 'funds-contested';
  const isAsShown = shown.length === rivals.length && rivals.every(({ id }) => shown.includes(id));
  return isAsShown ? null : 'claims-changed';
}

/**
 * Rejects a claim because another one on its payment was approved; the operator's reason is only in the audit record.
 */
function lose(claim: DepositRecord, atMs: number): FundsEvent {
  const funds = { ...claim, status: 'rejected', rejectedFor: 'other-claim', sinceMs: atMs } as const;
  return { type: 'FundsRejected', atMs, accountId: claim.accountId, funds, transfers: [] };
}

/**
 * True if an approval counts: one per actor, at most one watcher, and the proposer or editor may not be the sole
 * approver.
 */
function mayApprove(funds: CashRequest, by: FundsActor): boolean {
  if (by.kind === 'watcher' && funds.kind !== 'deposit') return false;
  if (funds.kind === 'correction' && isSameActor(funds.proposedBy, by)) return false;
  if (funds.amendedBy !== null && funds.approvalsNeeded === 1 && isSameActor(funds.amendedBy, by)) return false;
  return !funds.approvals.some(
    (approval) => isSameActor(approval.by, by) || (approval.by.kind === 'watcher' && by.kind === 'watcher'),
  );
}

function refusePosting(state: EngineState, account: AccountState, funds: CashRequest): Refusal | null {
  return funds.kind === 'correction' ? refuseCorrecting(state, account, funds.amount) : null;
}

/** Returns the event of the last approval; `sinceMs` is its time. */
function approve(account: AccountState, funds: CashRequest): FundsEvent {
  const base = { atMs: funds.sinceMs, accountId: account.id };
  const book = ledgerScopeOf(account);
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
