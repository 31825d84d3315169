import { payoutTransfers, releaseTransfers } from '../../ledger/ledger.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from '../state.ts';
import { approvalsNeeded } from './approvals.ts';
import {
  type CashRequest,
  type DepositRecord,
  findFunds,
  isHeld,
  isSameActor,
  type WithdrawalRecord,
  type WithdrawalTakenBack,
} from './cash-request.ts';
import type { AmendFunds, CancelWithdrawal, MarkWithdrawalPaid, RejectFunds } from './funds-command.ts';
import { bareName, clearRival, contestRivals, paymentKey, rivalsOf } from './payments.ts';
import { refusePaid, refusePayout } from './requests.ts';
import { refuseReleasing } from './withdrawable.ts';

/**
 * Lowers a withdrawal's fee, or corrects the paid amount and the payment of a waiting deposit. Approvals are void, and
 * an approved withdrawal must be approved again. Refused, first reason that applies: funds-not-found, funds-decided,
 * funds-amount-out-of-range, payload-changed (wrong arithmetic, or an unchanged hash), funds-nothing-received,
 * deposit-known (R-FND-05).
 */
export function decideAmendFunds(
  state: EngineState,
  account: AccountState,
  command: AmendFunds,
): Result<EngineEvent[], Refusal> {
  const found = findFunds(account, command.fundsId);
  if (!found.ok) return found;
  const changed = applyChange(found.value, command.change);
  if (changed === null) return refuse('funds-not-found');
  const refusal = refuseChange(state, account, found.value, changed);
  if (refusal !== null) return refuse(refusal);
  const { atMs, by, payloadHash } = command;
  if (payloadHash === changed.payloadHash) return refuse('payload-changed');
  const amount = changed.kind === 'deposit' ? changed.credit : changed.amount;
  const needed = approvalsNeeded(account, { kind: changed.kind, amount, atMs, id: changed.id }, command.secondFrom);
  const edit = {
    payloadHash,
    approvalsNeeded: changed.approvalsNeeded === 2 ? 2 : needed,
    approvals: [],
    amendedBy: by,
  } as const;
  const base = { type: 'FundsAmended', atMs, accountId: account.id, transfers: [] } as const;
  if (changed.kind === 'withdrawal') {
    const funds = { ...changed, ...edit, status: 'requested', sinceMs: sinceOf(changed, atMs) } as const;
    return ok([{ ...base, funds }]);
  }
  const { contested: _before, ...rest } = { ...changed, ...edit };
  const funds = rivalsOf(state, account, rest).length === 0 ? rest : ({ ...rest, contested: 'rival' } as const);
  return ok([{ ...base, funds }, ...moveClaim(state, account, { before: found.value, now: funds, atMs })]);
}

/**
 * Returns the effects of an edit on the other claims: on the payment that the deposit named before, and on the one it
 * names now.
 */
function moveClaim(
  state: EngineState,
  account: AccountState,
  { before, now, atMs }: { readonly before: CashRequest; readonly now: DepositRecord; readonly atMs: number },
): EngineEvent[] {
  const isSame = before.kind === 'deposit' && nameOf(before) === nameOf(now);
  return [...(isSame ? [] : clearRival(state, account, before, atMs)), ...contestRivals(state, account, now, atMs)];
}

function nameOf({ externalId }: DepositRecord): string | null {
  return externalId === null ? null : bareName(externalId);
}

/** Returns the edited request; null if the change is for another kind of request. */
function applyChange(funds: CashRequest, change: AmendFunds['change']): DepositRecord | WithdrawalRecord | null {
  if (funds.kind === 'withdrawal' && change.kind === 'withdrawal-fee') {
    return { ...funds, fee: change.fee, received: change.received };
  }
  if (funds.kind === 'deposit' && change.kind === 'deposit-paid') {
    return { ...funds, paid: change.paid, credit: change.credit, externalId: change.externalId };
  }
  return null;
}

function refuseChange(
  state: EngineState,
  account: AccountState,
  before: CashRequest,
  changed: DepositRecord | WithdrawalRecord,
): Refusal | null {
  if (changed.kind === 'withdrawal') {
    const isDearer = before.kind !== 'withdrawal' || changed.fee > before.fee;
    return isDearer ? 'funds-amount-out-of-range' : refusePayout(changed);
  }
  const refusal = refusePaid(changed);
  if (refusal !== null || changed.externalId === null) return refusal;
  const isCredited = state.creditedPayments.has(paymentKey(account, changed.externalId));
  const isClaimed = rivalsOf(state, account, changed).some(({ accountId }) => accountId === account.id);
  return isCredited || isClaimed ? 'deposit-known' : null;
}

/** Returns the start of the withdrawal clock, which restarts only if the status changes. */
function sinceOf(funds: WithdrawalRecord, atMs: number): number {
  return funds.status === 'approved' ? atMs : funds.sinceMs;
}

/**
 * Rejects an unfinished request, whatever its approvals; a withdrawal's lock is released whole, once. One operator
 * suffices, because no money leaves. Refused, first reason that applies: funds-not-found, funds-decided (R-FND-08).
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
    funds.kind === 'withdrawal' ? releaseTransfers(ledgerScopeOf(account), account.id, funds.amount) : [];
  const event = { type: 'FundsRejected', atMs, accountId: account.id, funds, transfers } as const;
  return ok([event, ...clearRival(state, account, found.value, atMs)]);
}

function rejected(funds: CashRequest, { remark, atMs, isVoid }: RejectFunds): CashRequest {
  const outcome = { remark, sinceMs: atMs } as const;
  if (funds.kind === 'deposit') return { ...funds, ...outcome, status: isVoid ? 'voided' : 'rejected' };
  return { ...funds, ...outcome, status: 'rejected' };
}

/**
 * Marks an approved withdrawal as paid: its lock goes to the payouts and the fee, once. Refused, first reason that
 * applies: funds-not-found, funds-decided, payload-changed, other-operator-needed (not approved yet), funds-on-hold,
 * payer-approved (the operator approved it; there is no exception for a company with few operators), deposit-known (the
 * same payment paid another withdrawal of the company), no-price, market-closed-risk (R-FND-05, R-FND-08, R-FND-14,
 * R-FND-47, R-FND-48).
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
  const transfers = payoutTransfers(ledgerScopeOf(account), account.id, funds.amount, funds.fee);
  return ok([{ type: 'WithdrawalPaid', atMs, accountId: account.id, funds, transfers }]);
}

/**
 * Cancels a withdrawal before its first approval; its lock is released whole, once. Refused, first reason that applies:
 * funds-not-found, funds-decided, withdrawal-not-cancellable (R-FND-08).
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
  const transfers = releaseTransfers(ledgerScopeOf(account), account.id, funds.amount);
  return ok([{ type: 'WithdrawalCancelled', atMs, accountId: account.id, funds, transfers }]);
}

/**
 * Takes back the newest withdrawal without an approval because the balance is negative: the trader's own money is used
 * before the company's (R-FND-41). Null if there is none; withdrawals with an approval stay.
 */
export function takeBackNewest(account: AccountState, atMs: number): WithdrawalTakenBack | null {
  for (const before of [...account.funds.values()].toReversed()) {
    if (before.kind !== 'withdrawal' || before.status !== 'requested' || before.approvals.length > 0) continue;
    const funds = { ...before, status: 'rejected', takenBackFor: 'negative-balance', sinceMs: atMs } as const;
    const transfers = releaseTransfers(ledgerScopeOf(account), account.id, funds.amount);
    return { type: 'WithdrawalTakenBack', atMs, accountId: account.id, funds, transfers };
  }
  return null;
}
