import { calculateCredit, calculateReceived } from '../../calc/funds.ts';
import { lockTransfers } from '../../ledger/ledger.ts';
import { type Money, toMoney } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal, RefusalRule } from '../refusal.ts';
import { type AccountState, type EngineState } from '../state.ts';
import { approvalsNeeded } from './approvals.ts';
import type { ProposeCorrection, RequestDeposit, RequestWithdrawal } from './funds-command.ts';
import type {
  CorrectionRecord,
  DepositRecord,
  FundsKind,
  FundsRequest,
  FundsRequestId,
  WithdrawalRecord,
} from './funds-request.ts';
import { claimOf, claimRefusals, contestRivals, type PaymentClaim } from './payments.ts';
import { refuseCorrecting, refuseOverdraw, refuseStalePrices, refuseUnderStress } from './withdrawable.ts';

/** Maximum unfinished requests of one kind per account. */
const unfinishedMax = 20;
/** Maximum amount of one request: a billion of the account currency. */
const amountMax = 1_000_000_000_000_000n;

interface RequestFacts {
  readonly account: AccountState;
  readonly kind: FundsKind;
}

/** Refusals of every request, in their order. */
const requestRefusals: readonly RefusalRule<RequestFacts>[] = [
  {
    code: 'only-real-account',
    when: 'the account is a demo',
    applies: ({ account }) => account.realm !== 'real',
  },
  {
    code: 'too-many-funds-requests',
    when: `the account has ${unfinishedMax} unfinished requests of the kind`,
    applies: ({ account, kind }) => countUnfinished(account, kind) >= unfinishedMax,
  },
];

function countUnfinished(account: AccountState, kind: FundsKind): number {
  let unfinished = 0;
  for (const funds of account.funds.values()) if (funds.kind === kind) unfinished += 1;
  return unfinished;
}

function isAmountInRange(amount: Money): boolean {
  return amount > 0n && amount <= amountMax;
}

/** The fields that every new request begins with. */
function newRequest(
  state: EngineState,
  command: { readonly accountId: FundsRequest['accountId']; readonly atMs: number; readonly payloadHash: string },
) {
  return {
    id: (state.lastFundsId + 1) as FundsRequestId,
    accountId: command.accountId,
    requestedAtMs: command.atMs,
    sinceMs: command.atMs,
    approvals: [],
    amendedBy: null,
    payloadHash: command.payloadHash,
    remark: '',
  } as const;
}

/** Refusals of the amount that a deposit paid and of its credit, in their order; none applies without a deposit. */
export const paidRefusals: readonly RefusalRule<{
  readonly paid: Pick<DepositRecord, 'paid' | 'rate' | 'credit'> | null;
}>[] = [
  {
    code: 'funds-amount-out-of-range',
    when: 'the paid amount, its rate or its credit is not above zero, or the credit is above a billion',
    applies: ({ paid }) => paid !== null && (paid.paid <= 0n || paid.rate <= 0n || !isAmountInRange(paid.credit)),
  },
  {
    code: 'payload-changed',
    when: 'the credit is not the paid amount divided by the rate',
    applies: ({ paid }) => paid !== null && paid.credit !== calculateCredit(paid.paid, paid.rate),
  },
];

interface DepositFacts extends RequestFacts {
  readonly paid: RequestDeposit;
  readonly claim: PaymentClaim;
}

/** Refusals of a deposit, in their order (R-FND-01, R-FND-45). */
export const requestDepositRefusals: readonly RefusalRule<DepositFacts>[] = [
  ...requestRefusals,
  ...paidRefusals,
  ...claimRefusals,
];

/**
 * Records a deposit that is said to have been paid; nothing moves before it is approved (R-FND-01, R-FND-45). A wrong credit
 * is refused and not thrown: the rate moved or the shell calculates otherwise. Either way the user must see the new amount,
 * while trading goes on.
 */
export function decideRequestDeposit(
  state: EngineState,
  account: AccountState,
  command: RequestDeposit,
): Result<EngineEvent[], Refusal> {
  const claim = claimOf(state, account, command);
  const facts: DepositFacts = { account, kind: 'deposit', paid: command, claim };
  const refusal = requestDepositRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const { method, paid, paidCurrency, rate, credit, optionId, proofId, externalId, secondFrom } = command;
  const asked = { kind: 'deposit', amount: credit, atMs: command.atMs } as const;
  const funds: DepositRecord = {
    ...newRequest(state, command),
    kind: 'deposit',
    status: 'waiting',
    approvalsNeeded: approvalsNeeded(account, asked, secondFrom),
    method,
    paid,
    paidCurrency,
    rate,
    credit,
    optionId,
    proofId,
    externalId,
    ...(claim.contest === null ? {} : { contested: claim.contest }),
  };
  const requested = {
    type: 'DepositRequested',
    atMs: command.atMs,
    accountId: account.id,
    funds,
    transfers: [],
  } as const;
  return ok([requested, ...(claim.contest === 'rival' ? contestRivals(state, account, funds, command.atMs) : [])]);
}

type Payout = Pick<WithdrawalRecord, 'amount' | 'fee' | 'received' | 'rate' | 'payoutCurrency'>;

/** Refusals of the amount of a withdrawal and of its payout, in their order; none applies without a withdrawal. */
export const payoutRefusals: readonly RefusalRule<{ readonly payout: Payout | null }>[] = [
  {
    code: 'funds-amount-out-of-range',
    when: 'the amount is not above zero or above a billion, the fee is below zero or the rate is not above zero',
    applies: ({ payout }) =>
      payout !== null && (!isAmountInRange(payout.amount) || payout.fee < 0n || payout.rate <= 0n),
  },
  {
    code: 'payload-changed',
    when: 'the payout is not the amount less the fee at the rate',
    applies: ({ payout }) => payout !== null && payout.received !== receivedBy(payout),
  },
  {
    code: 'funds-nothing-received',
    when: 'the fee leaves nothing to pay out',
    applies: ({ payout }) => payout?.received === 0n,
  },
];

function receivedBy({ amount, fee, rate, payoutCurrency }: Payout): bigint {
  return calculateReceived(amount, fee, rate, payoutCurrency);
}

interface WithdrawalFacts extends RequestFacts {
  readonly state: EngineState;
  readonly payout: RequestWithdrawal;
}

/** True if the amount is above the rest of the limit, less the withdrawals that were not counted in it. */
function isAboveDay(account: AccountState, { amount, day }: RequestWithdrawal): boolean {
  if (day === undefined) return false;
  let left: bigint = day.left;
  for (const funds of account.funds.values())
    if (funds.kind === 'withdrawal' && !day.counted.includes(funds.id)) left -= funds.amount;
  return amount > left;
}

/** Refusals of a withdrawal, in their order (R-FND-02, R-FND-03, R-FND-37, R-FND-42, R-FND-47). */
export const requestWithdrawalRefusals: readonly RefusalRule<WithdrawalFacts>[] = [
  ...requestRefusals,
  ...payoutRefusals,
  {
    code: 'funds-amount-out-of-range',
    when: 'the amount, with withdrawals that came after the limit of 24 hours was counted, is above what is left of it',
    applies: ({ account, payout }) => isAboveDay(account, payout),
  },
  {
    code: 'no-price',
    when: 'an open order of the account has no price, so that its free margin is unknown',
    applies: ({ state, account, payout }) => refuseOverdraw(state, account, payout.amount) === 'no-price',
  },
  {
    code: 'not-enough-funds',
    when: 'the amount is above the balance or the free margin',
    applies: ({ state, account, payout }) => refuseOverdraw(state, account, payout.amount) === 'not-enough-funds',
  },
  {
    code: 'price-stale',
    when: 'the price of an open order is older than the policy allows for a close, or of an earlier session',
    applies: ({ state, account, payout }) => refuseStalePrices(state, account, payout.markets) === 'price-stale',
  },
  {
    code: 'conversion-stale',
    when: 'the conversion pair of an open order is open and its price is older than that',
    applies: ({ state, account, payout }) => refuseStalePrices(state, account, payout.markets) === 'conversion-stale',
  },
  {
    code: 'market-closed-risk',
    when: 'a stress move of markets that cannot be closed in would leave no free margin after the withdrawal',
    applies: ({ state, account, payout }) =>
      refuseUnderStress(state, account, payout.amount, payout.markets) === 'market-closed-risk',
  },
];

/** Requests a withdrawal: its amount moves to the account's lock at once. Nobody is asked to pay in order to withdraw. */
export function decideRequestWithdrawal(
  state: EngineState,
  account: AccountState,
  command: RequestWithdrawal,
): Result<EngineEvent[], Refusal> {
  const facts: WithdrawalFacts = { state, account, kind: 'withdrawal', payout: command };
  const refusal = requestWithdrawalRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const { method, amount, fee, received, payoutCurrency, rate, methodId, methodHash, memo, heldUntilMs } = command;
  const asked = { kind: 'withdrawal', amount, atMs: command.atMs } as const;
  const funds: WithdrawalRecord = {
    ...newRequest(state, command),
    kind: 'withdrawal',
    status: 'requested',
    approvalsNeeded: approvalsNeeded(account, asked, command.secondFrom),
    method,
    amount,
    fee,
    received,
    payoutCurrency,
    rate,
    methodId,
    methodHash,
    ...(heldUntilMs === undefined ? {} : { heldUntilMs }),
    memo,
    externalId: null,
  };
  const transfers = lockTransfers(account, account.id, amount);
  return ok([{ type: 'WithdrawalRequested', atMs: command.atMs, accountId: account.id, funds, transfers }]);
}

interface CorrectionFacts extends RequestFacts {
  readonly state: EngineState;
  readonly amount: Money;
}

/** Refusals of an amount that a correction takes, in their order (R-LED-09, R-FND-07). */
const correctingRefusals: readonly RefusalRule<Pick<CorrectionFacts, 'state' | 'account' | 'amount'>>[] = [
  {
    code: 'no-price',
    when: 'a correction takes money and an open order of the account has no price',
    applies: ({ state, account, amount }) => refuseCorrecting(state, account, amount) === 'no-price',
  },
  {
    code: 'not-enough-funds',
    when: 'a correction takes more than the balance or the free margin',
    applies: ({ state, account, amount }) => refuseCorrecting(state, account, amount) === 'not-enough-funds',
  },
];

/** Refusals of a proposed correction, in their order. */
export const proposeCorrectionRefusals: readonly RefusalRule<CorrectionFacts>[] = [
  ...requestRefusals,
  {
    code: 'funds-amount-out-of-range',
    when: 'the amount is zero, or above a billion in either direction',
    applies: ({ amount }) => !isAmountInRange(amount) && !isAmountInRange(toMoney(-amount)),
  },
  ...correctingRefusals,
];

/** Proposes a compensating entry; another operator posts it (R-LED-09, R-FND-07). */
export function decideProposeCorrection(
  state: EngineState,
  account: AccountState,
  command: ProposeCorrection,
): Result<EngineEvent[], Refusal> {
  const { amount, reason, proposedBy } = command;
  const facts: CorrectionFacts = { state, account, kind: 'correction', amount };
  const refusal = proposeCorrectionRefusals.find(({ applies }) => applies(facts))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const funds: CorrectionRecord = {
    ...newRequest(state, command),
    kind: 'correction',
    status: 'proposed',
    approvalsNeeded: 1,
    amount,
    reason,
    proposedBy,
  };
  return ok([{ type: 'CorrectionProposed', atMs: command.atMs, accountId: account.id, funds, transfers: [] }]);
}
