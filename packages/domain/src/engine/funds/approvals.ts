import { correctionTransfers, depositTransfers } from '../../ledger/ledger.ts';
import { type Money, toMoney } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal, RefusalRule } from '../refusal.ts';
import { type AccountState, type EngineState } from '../state.ts';
import type { ApproveFunds } from './funds-command.ts';
import {
  type DepositRecord,
  type FoundFacts,
  type FundsActor,
  type FundsEvent,
  type FundsRequest,
  type FundsRequestId,
  foundFacts,
  foundRefusals,
  isHeld,
  isSameActor,
  type MovedAmount,
  type WithdrawalRecord,
} from './funds-request.ts';
import { rivalsOf } from './payments.ts';
import { creditOf, paymentKey } from './used-payments.ts';
import { refuseCorrecting, refuseReleasing } from './withdrawable.ts';

type Counted = DepositRecord | WithdrawalRecord;

const windowMs = 24 * 3_600_000;
/** Maximum entries of one kind per account. */
export const movedMax = 100;

/**
 * Returns the number of approvals that a deposit or withdrawal needs. Adds its amount to everything of the same kind on
 * the account that is unfinished or was credited or paid within 24 hours, so that splitting a sum does not avoid the
 * second approval (R-FND-31).
 */
export function approvalsNeeded(
  account: AccountState,
  asked: {
    readonly kind: Counted['kind'];
    readonly amount: Money;
    readonly atMs: number;
    readonly id?: FundsRequestId;
  },
  secondFrom: Money,
): 1 | 2 {
  let sum: bigint = asked.amount;
  for (const funds of account.funds.values())
    if (funds.kind === asked.kind && funds.id !== asked.id) sum += amountOf(funds);
  for (const moved of account.movedFunds[asked.kind]) if (asked.atMs - moved.atMs < windowMs) sum += moved.amount;
  return sum >= secondFrom ? 2 : 1;
}

/**
 * Records credited and paid amounts. None is forgotten by time: after a clock that was confirmed ahead and set back it
 * counts again.
 */
export function evolveMovedFunds(account: AccountState, event: FundsEvent): void {
  if (event.type !== 'DepositCredited' && event.type !== 'WithdrawalPaid') return;
  const moved = account.movedFunds[event.funds.kind];
  moved.push({ atMs: event.atMs, amount: amountOf(event.funds) });
  joinOldest(moved);
}

/** Joins the oldest amounts beyond the maximum, in place; they count until the latest of them is 24 hours old. */
export function joinOldest(moved: MovedAmount[]): void {
  const joined = moved.splice(0, Math.max(0, moved.length - movedMax + 1));
  if (joined.length === 0) return;
  const amount = joined.reduce((sum, one) => sum + one.amount, 0n);
  moved.unshift({ atMs: Math.max(...joined.map(({ atMs }) => atMs)), amount: toMoney(amount) });
}

function amountOf(funds: Counted): Money {
  return funds.kind === 'deposit' ? funds.credit : funds.amount;
}

interface ApprovalFacts extends FoundFacts {
  readonly state: EngineState;
  readonly account: AccountState;
  readonly command: ApproveFunds;
  /** Other undecided claims on the payment of a deposit. */
  readonly rivals: readonly DepositRecord[];
  /** True if this approval is the last one needed. */
  readonly isLast: boolean;
}

function gatherApproval(state: EngineState, account: AccountState, command: ApproveFunds): ApprovalFacts {
  const facts = foundFacts(account, command.fundsId);
  const { found } = facts;
  const rivals = found?.kind === 'deposit' ? rivalsOf(state, account, found) : [];
  const isLast = found !== undefined && found.approvals.length + 1 >= found.approvalsNeeded;
  return { ...facts, state, account, command, rivals, isLast };
}

/** Refusals of an approval, in their order (R-FND-05, R-FND-06, R-FND-44, R-FND-47, R-FND-48). */
export const approveFundsRefusals: readonly RefusalRule<ApprovalFacts>[] = [
  ...foundRefusals,
  {
    code: 'funds-decided',
    when: 'the withdrawal is approved already',
    applies: ({ found }) => found?.status === 'approved',
  },
  {
    code: 'payload-changed',
    when: 'the hash is not that of the request now',
    applies: ({ command, found }) => command.payloadHash !== found?.payloadHash,
  },
  {
    code: 'funds-on-hold',
    when: 'the payout method of the withdrawal is on hold',
    applies: ({ command, found }) => found?.kind === 'withdrawal' && isHeld(found, command),
  },
  {
    code: 'deposit-known',
    when: 'the payment of the deposit was credited',
    applies: ({ state, account, command, found }) =>
      found?.kind === 'deposit' &&
      found.externalId !== null &&
      creditOf(state, paymentKey(account, found.externalId), command) !== undefined,
  },
  {
    code: 'funds-contested',
    when: 'there are other claims on the payment, and none was shown or a watcher approves',
    applies: ({ command, rivals }) =>
      rivals.length > 0 && ((command.rivals ?? []).length === 0 || command.by.kind === 'watcher'),
  },
  {
    code: 'claims-changed',
    when: 'the claims on the payment are not those that were shown',
    applies: ({ command, rivals }) => !areShown(rivals, command.rivals ?? []),
  },
  {
    code: 'other-operator-needed',
    when: 'the actor approved, proposed or edited the request, or is a watcher that may not approve it',
    applies: ({ command, found }) => found !== undefined && !mayApprove(found, command.by),
  },
  // The first approval counts too: a withdrawal with one is not taken back before the firm covers a loss.
  {
    code: 'no-price',
    when: 'the request is a withdrawal and an open order of the account has no price',
    applies: (facts) => refuseRelease(facts) === 'no-price',
  },
  {
    code: 'market-closed-risk',
    when: 'the request is a withdrawal and a stress move of markets that cannot be closed in would leave no equity',
    applies: (facts) => refuseRelease(facts) === 'market-closed-risk',
  },
  {
    code: 'no-price',
    when: 'the last approval of a correction that takes money, and an open order of the account has no price',
    applies: (facts) => refusePosting(facts) === 'no-price',
  },
  {
    code: 'not-enough-funds',
    when: 'the last approval of a correction that takes more than the balance or the free margin',
    applies: (facts) => refusePosting(facts) === 'not-enough-funds',
  },
];

function areShown(rivals: readonly DepositRecord[], shown: readonly FundsRequestId[]): boolean {
  return shown.length === rivals.length && rivals.every(({ id }) => shown.includes(id));
}

function refuseRelease({ state, account, command, found }: ApprovalFacts): Refusal | null {
  return found?.kind === 'withdrawal' ? refuseReleasing(state, account, command.markets) : null;
}

function refusePosting({ state, account, found, isLast }: ApprovalFacts): Refusal | null {
  return found?.kind === 'correction' && isLast ? refuseCorrecting(state, account, found.amount) : null;
}

/**
 * Approves the request that was shown; the last approval needed posts a deposit or a correction, once, or releases a
 * withdrawal for its payout, and rejects the other claims on the payment.
 */
export function decideApproveFunds(
  state: EngineState,
  account: AccountState,
  command: ApproveFunds,
): Result<EngineEvent[], Refusal> {
  const facts = gatherApproval(state, account, command);
  const refusal = approveFundsRefusals.find(({ applies }) => applies(facts))?.code;
  const { found: before, rivals, isLast } = facts;
  if (refusal !== undefined || before === undefined) return refuse(refusal ?? 'funds-not-found');
  const { by, atMs, payloadHash } = command;
  const approvals = [...before.approvals, { by, atMs, payloadHash }];
  if (!isLast) {
    const funds = { ...before, approvals };
    return ok([{ type: 'FundsApproved', atMs, accountId: account.id, funds, transfers: [] }]);
  }
  return ok([approve(account, { ...before, approvals, sinceMs: atMs }), ...rivals.map((one) => lose(one, atMs))]);
}

/** Rejects a claim because another one on its payment was approved; the reason is in the audit record only. */
function lose(claim: DepositRecord, atMs: number): FundsEvent {
  const funds = { ...claim, status: 'rejected', rejectedFor: 'other-claim', sinceMs: atMs } as const;
  return { type: 'FundsRejected', atMs, accountId: claim.accountId, funds, transfers: [] };
}

/**
 * True if an approval counts: one per actor, at most one watcher, and the proposer or editor may not be the sole
 * approver.
 */
function mayApprove(funds: FundsRequest, by: FundsActor): boolean {
  if (by.kind === 'watcher' && funds.kind !== 'deposit') return false;
  if (funds.kind === 'correction' && isSameActor(funds.proposedBy, by)) return false;
  if (funds.amendedBy !== null && funds.approvalsNeeded === 1 && isSameActor(funds.amendedBy, by)) return false;
  return !funds.approvals.some(
    (approval) => isSameActor(approval.by, by) || (approval.by.kind === 'watcher' && by.kind === 'watcher'),
  );
}

/** Events of the last approval; `sinceMs` is its time. */
function approve(account: AccountState, funds: FundsRequest): FundsEvent {
  const base = { atMs: funds.sinceMs, accountId: account.id };
  switch (funds.kind) {
    case 'deposit': {
      const transfers = depositTransfers(account, account.id, funds.credit);
      return { type: 'DepositCredited', ...base, funds: { ...funds, status: 'credited' }, transfers };
    }
    case 'withdrawal':
      return { type: 'WithdrawalApproved', ...base, funds: { ...funds, status: 'approved' }, transfers: [] };
    case 'correction': {
      const transfers = correctionTransfers(account, account.id, funds.amount);
      return { type: 'CorrectionPosted', ...base, funds: { ...funds, status: 'posted' }, transfers };
    }
  }
}
