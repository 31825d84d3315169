import { calculateCredit, calculateReceived } from '../../calc/funds.ts';
import { lockTransfers } from '../../ledger/ledger.ts';
import { type Money, toMoney } from '../../values/money.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from '../state.ts';
import { approvalsNeeded } from './approvals.ts';
import type {
  CashRequest,
  CashRequestId,
  CorrectionRecord,
  DepositRecord,
  FundsKind,
  WithdrawalRecord,
} from './cash-request.ts';
import type { ProposeCorrection, RequestDeposit, RequestWithdrawal } from './funds-command.ts';
import { contestOf, contestRivals } from './payments.ts';
import { refuseCorrecting, refuseOverdraw, refuseStalePrices, refuseUnderStress } from './withdrawable.ts';

/** Maximum unfinished requests of one kind per account. */
const unfinishedMax = 20;
/** Maximum amount of one request: a billion of the account currency. */
const amountMax = 1_000_000_000_000_000n;

/** Returns the refusal common to all requests: only-real-account, too-many-funds-requests. */
export function refuseRequest(account: AccountState, kind: FundsKind): Refusal | null {
  if (account.realm !== 'real') return 'only-real-account';
  let unfinished = 0;
  for (const funds of account.funds.values()) if (funds.kind === kind) unfinished += 1;
  return unfinished >= unfinishedMax ? 'too-many-funds-requests' : null;
}

export function isAmountInRange(amount: Money): boolean {
  return amount > 0n && amount <= amountMax;
}

/** Returns the initial fields of a new request. */
export function newRequest(
  state: EngineState,
  command: { readonly accountId: CashRequest['accountId']; readonly atMs: number; readonly payloadHash: string },
) {
  return {
    id: (state.lastFundsId + 1) as CashRequestId,
    accountId: command.accountId,
    requestedAtMs: command.atMs,
    sinceMs: command.atMs,
    approvals: [],
    amendedBy: null,
    payloadHash: command.payloadHash,
    remark: '',
  } as const;
}

/**
 * Records a reported deposit; nothing moves before it is approved. Refused, first reason that applies:
 * only-real-account, too-many-funds-requests, funds-amount-out-of-range, payload-changed (the credit shown to the user
 * differs from the calculated one), deposit-known, too-many-claims, too-many-rival-claims (R-FND-01, R-FND-45). A wrong
 * credit is refused, not thrown: the rate changed or the shell calculates differently. The user must be shown the new
 * amount in both cases, while trading goes on.
 */
export function decideRequestDeposit(
  state: EngineState,
  account: AccountState,
  command: RequestDeposit,
): Result<EngineEvent[], Refusal> {
  const refusal = refuseRequest(account, 'deposit') ?? refusePaid(command);
  if (refusal !== null) return refuse(refusal);
  const contest = contestOf(state, account, command);
  if (!contest.ok) return contest;
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
    ...(contest.value === undefined ? {} : { contested: contest.value }),
  };
  const requested = {
    type: 'DepositRequested',
    atMs: command.atMs,
    accountId: account.id,
    funds,
    transfers: [],
  } as const;
  return ok([requested, ...(contest.value === 'rival' ? contestRivals(state, account, funds, command.atMs) : [])]);
}

/** Checks the paid amount against the stated credit: funds-amount-out-of-range, payload-changed. */
export function refusePaid({ paid, rate, credit }: Pick<DepositRecord, 'paid' | 'rate' | 'credit'>): Refusal | null {
  if (paid <= 0n || rate <= 0n || !isAmountInRange(credit)) return 'funds-amount-out-of-range';
  return credit === calculateCredit(paid, rate) ? null : 'payload-changed';
}

/**
 * Requests a withdrawal: its amount moves to the account's lock at once. Refused, first reason that applies:
 * only-real-account, too-many-funds-requests, funds-amount-out-of-range, payload-changed (the payout shown to the user
 * differs from the calculated one), funds-nothing-received, no-price, not-enough-funds, price-stale, conversion-stale,
 * market-closed-risk (R-FND-02, R-FND-03, R-FND-42, R-FND-47). Nobody is ever asked to pay in order to withdraw.
 */
export function decideRequestWithdrawal(
  state: EngineState,
  account: AccountState,
  command: RequestWithdrawal,
): Result<EngineEvent[], Refusal> {
  const refusal =
    refuseRequest(account, 'withdrawal') ??
    refusePayout(command) ??
    refuseOverdraw(state, account, command.amount) ??
    refuseStalePrices(state, account, command.markets) ??
    refuseUnderStress(state, account, command.amount, command.markets);
  if (refusal !== null) return refuse(refusal);
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
  const transfers = lockTransfers(ledgerScopeOf(account), account.id, amount);
  return ok([{ type: 'WithdrawalRequested', atMs: command.atMs, accountId: account.id, funds, transfers }]);
}

type Payout = Pick<WithdrawalRecord, 'amount' | 'fee' | 'received' | 'rate' | 'payoutCurrency'>;

/**
 * Checks the requested amount against the stated payout: funds-amount-out-of-range, payload-changed,
 * funds-nothing-received.
 */
export function refusePayout({ amount, fee, received, rate, payoutCurrency }: Payout): Refusal | null {
  if (!isAmountInRange(amount) || fee < 0n || rate <= 0n) return 'funds-amount-out-of-range';
  if (received !== calculateReceived(amount, fee, rate, payoutCurrency)) return 'payload-changed';
  return received === 0n ? 'funds-nothing-received' : null;
}

/**
 * Proposes a compensating entry; another operator posts it. Refused, first reason that applies: only-real-account,
 * too-many-funds-requests, funds-amount-out-of-range, no-price, not-enough-funds (R-LED-09, R-FND-07).
 */
export function decideProposeCorrection(
  state: EngineState,
  account: AccountState,
  command: ProposeCorrection,
): Result<EngineEvent[], Refusal> {
  const { amount, reason, proposedBy } = command;
  const isInRange = isAmountInRange(amount) || isAmountInRange(toMoney(-amount));
  const refusal =
    refuseRequest(account, 'correction') ??
    (isInRange ? refuseCorrecting(state, account, amount) : 'funds-amount-out-of-range');
  if (refusal !== null) return refuse(refusal);
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
