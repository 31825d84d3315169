import { payoutTransfers, releaseTransfers } from '../../ledger/ledger.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal, RefusalRule } from '../refusal.ts';
import { type AccountState, type EngineState } from '../state.ts';
import { approvalsNeeded } from './approvals.ts';
import type { AmendFunds, CancelWithdrawal, MarkWithdrawalPaid, RejectFunds } from './funds-command.ts';
import {
  type DepositRecord,
  type FoundFacts,
  type FundsRequest,
  type FundsRequestId,
  foundFacts,
  foundRefusals,
  isHeld,
  isSameActor,
  type PaymentFact,
  type WithdrawalRecord,
  type WithdrawalTakenBack,
} from './funds-request.ts';
import { clearRival, contestRivals, rivalsOf } from './payments.ts';
import { paidRefusals, payoutRefusals } from './requests.ts';
import { bareName, creditOf, hasPaidOut, paymentKey } from './used-payments.ts';
import { refuseReleasing } from './withdrawable.ts';

interface AmendFacts extends FoundFacts {
  readonly command: AmendFunds;
  readonly changed: DepositRecord | WithdrawalRecord | null;
  /** The changed request if it is a deposit. */
  readonly paid: DepositRecord | null;
  /** The changed request if it is a withdrawal. */
  readonly payout: WithdrawalRecord | null;
  /** True if the payment that a changed deposit names was credited, or the account claims it. */
  readonly isPaymentKnown: boolean;
}

/** Refusals of an edit, in their order (R-FND-05). */
export const amendFundsRefusals: readonly RefusalRule<AmendFacts>[] = [
  ...foundRefusals,
  {
    code: 'funds-not-found',
    when: 'the change is one of another kind of request',
    applies: ({ changed }) => changed === null,
  },
  {
    code: 'funds-amount-out-of-range',
    when: 'the fee of a withdrawal is raised',
    applies: ({ found, payout }) => payout !== null && found?.kind === 'withdrawal' && payout.fee > found.fee,
  },
  ...payoutRefusals,
  ...paidRefusals,
  {
    code: 'deposit-known',
    when: 'the payment that the deposit names was credited, or the account claims it',
    applies: ({ isPaymentKnown }) => isPaymentKnown,
  },
  {
    code: 'payload-changed',
    when: 'the hash is that of the request before the edit',
    applies: ({ command, changed }) => command.payloadHash === changed?.payloadHash,
  },
];

function gatherAmending(state: EngineState, account: AccountState, command: AmendFunds): AmendFacts {
  const facts = foundFacts(account, command.fundsId);
  const changed = facts.found === undefined ? null : applyChange(facts.found, command.change);
  const paid = changed?.kind === 'deposit' ? changed : null;
  const payout = changed?.kind === 'withdrawal' ? changed : null;
  const isPaymentKnown = paid !== null && isKnown(state, account, paid, command);
  return { ...facts, command, changed, paid, payout, isPaymentKnown };
}

/**
 * Edits a withdrawal's fee, only downwards, or what a waiting deposit paid and by which payment. Approvals are void, and an
 * approved withdrawal must be approved again (R-FND-05).
 */
export function decideAmendFunds(
  state: EngineState,
  account: AccountState,
  command: AmendFunds,
): Result<EngineEvent[], Refusal> {
  const facts = gatherAmending(state, account, command);
  const refusal = amendFundsRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const { found: before, changed } = facts;
  if (before === undefined || changed === null) throw new Error('Invariant: an accepted edit has a request');
  const { atMs, by, payloadHash } = command;
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
  return ok([{ ...base, funds }, ...moveClaim(state, account, { before, now: funds, atMs })]);
}

/**
 * Returns the effects of an edit on the other claims: on the payment that the deposit named before, and on the one it
 * names now.
 */
function moveClaim(
  state: EngineState,
  account: AccountState,
  { before, now, atMs }: { readonly before: FundsRequest; readonly now: DepositRecord; readonly atMs: number },
): EngineEvent[] {
  const isSame = before.kind === 'deposit' && nameOf(before) === nameOf(now);
  return [...(isSame ? [] : clearRival(state, account, before, atMs)), ...contestRivals(state, account, now, atMs)];
}

function nameOf({ externalId }: DepositRecord): string | null {
  return externalId === null ? null : bareName(externalId);
}

/** Returns the edited request; null if the change is for another kind of request. */
function applyChange(funds: FundsRequest, change: AmendFunds['change']): DepositRecord | WithdrawalRecord | null {
  if (funds.kind === 'withdrawal' && change.kind === 'withdrawal-fee') {
    return { ...funds, fee: change.fee, received: change.received };
  }
  if (funds.kind === 'deposit' && change.kind === 'deposit-paid') {
    return { ...funds, paid: change.paid, credit: change.credit, externalId: change.externalId };
  }
  return null;
}

function isKnown(state: EngineState, account: AccountState, deposit: DepositRecord, fact: PaymentFact): boolean {
  if (deposit.externalId === null) return false;
  if (creditOf(state, paymentKey(account, deposit.externalId), fact) !== undefined) return true;
  return rivalsOf(state, account, deposit).some(({ accountId }) => accountId === account.id);
}

/** Returns the start of the withdrawal clock, which restarts only if the status changes. */
function sinceOf(funds: WithdrawalRecord, atMs: number): number {
  return funds.status === 'approved' ? atMs : funds.sinceMs;
}

/** Refusals of a rejection, in their order. */
export const rejectFundsRefusals: readonly RefusalRule<FoundFacts>[] = foundRefusals;

/**
 * Rejects an unfinished request, approved or not; a withdrawal's lock is given back whole, once. One operator is enough:
 * no money leaves by it (R-FND-08).
 */
export function decideRejectFunds(
  state: EngineState,
  account: AccountState,
  command: RejectFunds,
): Result<EngineEvent[], Refusal> {
  const facts = foundFacts(account, command.fundsId);
  const refusal = rejectFundsRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined || facts.found === undefined) return refuse(refusal ?? 'funds-not-found');
  const before = facts.found;
  const { atMs } = command;
  const funds = rejected(before, command);
  const transfers = funds.kind === 'withdrawal' ? releaseTransfers(account, account.id, funds.amount) : [];
  const event = { type: 'FundsRejected', atMs, accountId: account.id, funds, transfers } as const;
  return ok([event, ...clearRival(state, account, before, atMs)]);
}

function rejected(funds: FundsRequest, { remark, atMs, isVoid }: RejectFunds): FundsRequest {
  const outcome = { remark, sinceMs: atMs } as const;
  if (funds.kind === 'deposit') return { ...funds, ...outcome, status: isVoid ? 'voided' : 'rejected' };
  return { ...funds, ...outcome, status: 'rejected' };
}

function withdrawalFacts(account: AccountState, id: FundsRequestId) {
  const facts = foundFacts(account, id);
  return { ...facts, withdrawal: facts.found?.kind === 'withdrawal' ? facts.found : null };
}

interface PayoutFacts extends FoundFacts {
  readonly state: EngineState;
  readonly account: AccountState;
  readonly command: MarkWithdrawalPaid;
  /** The request if it is a withdrawal. */
  readonly withdrawal: WithdrawalRecord | null;
}

/** Refusals of a payout, in their order (R-FND-05, R-FND-08, R-FND-14, R-FND-47, R-FND-48). */
export const markPaidRefusals: readonly RefusalRule<PayoutFacts>[] = [
  ...foundRefusals,
  {
    code: 'funds-not-found',
    when: 'the request is no withdrawal',
    applies: ({ withdrawal }) => withdrawal === null,
  },
  {
    code: 'payload-changed',
    when: 'the hash is not that of the request now',
    applies: ({ command, withdrawal }) => command.payloadHash !== withdrawal?.payloadHash,
  },
  {
    code: 'other-operator-needed',
    when: 'the withdrawal is not approved yet',
    applies: ({ withdrawal }) => withdrawal?.status !== 'approved',
  },
  {
    code: 'funds-on-hold',
    when: 'the payout method is on hold',
    applies: ({ command, withdrawal }) => withdrawal !== null && isHeld(withdrawal, command),
  },
  {
    code: 'payer-approved',
    when: 'the operator who pays approved the withdrawal; small companies have no exception',
    applies: ({ command, withdrawal }) => withdrawal?.approvals.some(({ by }) => isSameActor(by, command.by)) ?? false,
  },
  {
    code: 'deposit-known',
    when: 'the payment paid another withdrawal of the company',
    applies: ({ state, account, command }) => hasPaidOut(state, paymentKey(account, command.externalId), command),
  },
  {
    code: 'no-price',
    when: 'an open order of the account has no price',
    applies: ({ state, account, command }) => refuseReleasing(state, account, command.markets) === 'no-price',
  },
  {
    code: 'market-closed-risk',
    when: 'a stress move of markets that cannot be closed in would leave no equity',
    applies: ({ state, account, command }) => refuseReleasing(state, account, command.markets) === 'market-closed-risk',
  },
];

/** Records that an approved withdrawal was paid out: its lock goes to the payouts and the fee, once. */
export function decideMarkPaid(
  state: EngineState,
  account: AccountState,
  command: MarkWithdrawalPaid,
): Result<EngineEvent[], Refusal> {
  const facts = withdrawalFacts(account, command.fundsId);
  const paying = { ...facts, state, account, command };
  const refusal = markPaidRefusals.find(({ applies }) => applies(paying))?.code;
  const before = facts.withdrawal;
  if (refusal !== undefined || before === null) return refuse(refusal ?? 'funds-not-found');
  const { atMs, externalId } = command;
  const funds = { ...before, status: 'paid', sinceMs: atMs, externalId } as const;
  const transfers = payoutTransfers(account, account.id, funds.amount, funds.fee);
  return ok([{ type: 'WithdrawalPaid', atMs, accountId: account.id, funds, transfers }]);
}

/** Refusals of the cancellation of a withdrawal, in their order. */
export const cancelWithdrawalRefusals: readonly RefusalRule<Pick<PayoutFacts, keyof FoundFacts | 'withdrawal'>>[] = [
  ...foundRefusals,
  {
    code: 'funds-not-found',
    when: 'the request is no withdrawal',
    applies: ({ withdrawal }) => withdrawal === null,
  },
  {
    code: 'withdrawal-not-cancellable',
    when: 'an operator has approved the withdrawal',
    applies: ({ withdrawal }) => withdrawal !== null && withdrawal.approvals.length > 0,
  },
];

/** Cancels a withdrawal without approvals; its lock is given back whole, once (R-FND-08). */
export function decideCancelWithdrawal(
  account: AccountState,
  command: CancelWithdrawal,
): Result<EngineEvent[], Refusal> {
  const facts = withdrawalFacts(account, command.fundsId);
  const refusal = cancelWithdrawalRefusals.find(({ applies }) => applies(facts))?.code;
  const before = facts.withdrawal;
  if (refusal !== undefined || before === null) return refuse(refusal ?? 'funds-not-found');
  const { atMs } = command;
  const funds = { ...before, status: 'cancelled', sinceMs: atMs } as const;
  const transfers = releaseTransfers(account, account.id, funds.amount);
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
    const transfers = releaseTransfers(account, account.id, funds.amount);
    return { type: 'WithdrawalTakenBack', atMs, accountId: account.id, funds, transfers };
  }
  return null;
}
