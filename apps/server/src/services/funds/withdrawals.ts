import { calculateReceived, calculateWithdrawalFee, paymentScale } from '@candor/domain/calc/funds';
import type { FundsRequestId, WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import { parseDecimal, rescale } from '@candor/domain/values/decimal';
import { type Money, moneyScale, parseMoney, toMoney } from '@candor/domain/values/money';
import type { FundsHistory, PayoutCurrencyRecord, PayoutMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { IdempotencyKey } from '../../ports/trading-port.ts';
import { payoutText, toAmountText, usdDecimals, usdText } from './amounts.ts';
import { findFundsRequests, findPriorAnswer, submitFunds } from './commands.ts';
import { type FundsDeps, fundsSettingsOf } from './funds-deps.ts';
import { withdrawalHash } from './payload-hash.ts';
import { methodHashOf, withUsableTimes } from './payout-methods.ts';
import { FundsRefusal } from './refusals.ts';
import { frozenUntil, isVerified } from './withdrawal-options.ts';

export interface WithdrawalRequest extends IdempotencyKey {
  readonly currencyId: number;
  readonly methodId: number;
  /** In USD, as typed. */
  readonly number: string;
  readonly memo: string;
  /** Fee and rate that were shown; undefined if the client sends none. */
  readonly fee: string | undefined;
  readonly usdPrice: string | undefined;
  /** Throws unless the user has just passed a step-up. */
  readonly prove: () => Promise<void>;
}

type Deps = LimitDeps &
  Pick<FundsDeps, 'core' | 'currencies' | 'methods' | 'credentials' | 'verifications' | 'sealer' | 'turns'>;

/**
 * Requests a withdrawal and locks its amount; to a new method it is held until the method is usable (R-FND-22,
 * R-FND-38). Never requires a payment in first. Refuses, in this order: payWayUnknown, methodNotFound,
 * identityNotApproved, withdrawalsFrozen (with until when), withdrawalsBlocked, invalidField, amountOutOfRange (with
 * the bounds), rateChanged (with current fee, rate and payout), tooManyFundsRequests, stepUpRequired, and the engine's
 * refusals.
 */
export function requestWithdrawal(deps: Deps, user: UserRecord, request: WithdrawalRequest): Promise<WithdrawalRecord> {
  // One request per user at a time: a duplicate finds the first's answer and needs no proof.
  return deps.turns.run(`withdrawal ${user.companyId} ${user.id}`, () => requestNow(deps, user, request));
}

async function requestNow(deps: Deps, user: UserRecord, request: WithdrawalRequest): Promise<WithdrawalRecord> {
  const { companyId, accountId } = user;
  const atMs = deps.clock.nowMs();
  const earlier = await findPriorAnswer(deps.core, accountId, request);
  if (earlier !== null) return requireWithdrawal(earlier.funds);
  const { currency, method, methodHash } = await requireDestination(deps, user, request);
  const heldUntilMs = await requireUnfrozen(deps, user, method);
  const unfinished = (await findFundsRequests(deps.core, accountId)).filter((funds) => funds.kind === 'withdrawal');
  const left = await remainingDailyLimit(deps, user, unfinished);
  const { amount, fee, received } = requireFigures(request, currency, left);
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  if (unfinished.length >= settings.requestsMax) throw new FundsRefusal('tooManyFundsRequests');
  await request.prove();
  const content = {
    accountId,
    method: currency.kind,
    amount,
    fee,
    received,
    payoutCurrency: currency.code,
    rate: currency.usdPriceE8,
    methodId: method.id,
    methodHash,
    memo: request.memo,
    ...(heldUntilMs === undefined ? {} : { heldUntilMs }),
  };
  const payloadHash = withdrawalHash(companyId, currency.protocol, content);
  const secondFrom = settings.withdrawalSecondFrom;
  // A request of the same user that came meanwhile, the turn being lost with its connection, is counted by the core.
  const day = left === null ? {} : { day: { left, counted: unfinished.map(({ id }) => id) } };
  const command = { type: 'RequestWithdrawal', atMs, ...content, ...day, payloadHash, secondFrom } as const;
  const { clientId, bodyHash } = request;
  return requireWithdrawal((await submitFunds(deps.core, { command, clientId, bodyHash })).funds);
}

async function requireDestination(deps: Deps, user: UserRecord, request: WithdrawalRequest) {
  const { companyId, id: userId } = user;
  const currency = await deps.currencies.find(companyId, request.currencyId);
  if (currency === null || !currency.isActive) throw new FundsRefusal('payWayUnknown');
  const method = await deps.methods.find(companyId, userId, request.methodId);
  // The method must be bound to this currency, kind and network.
  if (method === null || method.isRemoved || method.currency.id !== currency.id)
    throw new FundsRefusal('methodNotFound');
  const methodHash = methodHashOf(deps.sealer, companyId, method);
  if (methodHash !== method.detailsIndex.toString('base64url')) throw new FundsRefusal('methodNotFound');
  return { currency, method, methodHash };
}

/** Returns until when a new method holds the withdrawal; undefined if not held. */
async function requireUnfrozen(deps: Deps, user: UserRecord, bound: PayoutMethodRecord): Promise<number | undefined> {
  if (!(await isVerified(deps, user))) throw new FundsRefusal('identityNotApproved');
  const untilMs = await frozenUntil(deps, user);
  if (untilMs !== null) throw new FundsRefusal('withdrawalsFrozen', { until: untilMs });
  const [method = bound] = await withUsableTimes(deps, user, [bound]);
  return method.usableAtMs > deps.clock.nowMs() ? method.usableAtMs : undefined;
}

function requireFigures(request: WithdrawalRequest, currency: PayoutCurrencyRecord, left: Money | null) {
  const amount = parseMoney(request.number);
  if (amount === null || parseDecimal(request.number, usdDecimals) === null)
    throw new FundsRefusal('invalidField', { field: 'requestedAmount' });
  const { min, usdPriceE8: rate, code } = currency;
  const max = left === null || (currency.max > 0n && currency.max < left) ? currency.max : left;
  if (left === 0n || amount <= 0n || amount < min || (max > 0n && amount > max))
    throw new FundsRefusal('amountOutOfRange', { field: 'requestedAmount', min: usdText(min), max: usdText(max) });
  const fee = calculateWithdrawalFee(feeRuleOf(currency), amount);
  const received = calculateReceived(amount, fee, rate, code);
  const isAsShown =
    isShown(request.fee, 'fee', moneyScale, fee) && isShown(request.usdPrice, 'usdPrice', paymentScale, rate);
  if (isAsShown) return { amount, fee, received };
  throw new FundsRefusal('rateChanged', {
    fee: usdText(fee),
    usdPrice: toAmountText(rate, paymentScale, 0),
    received: payoutText(received, code),
  });
}

function isShown(text: string | undefined, field: string, scale: number, now: bigint): boolean {
  if (text === undefined) return true;
  const shown = parseDecimal(text, scale);
  if (shown === null) throw new FundsRefusal('invalidField', { field });
  return shown === now;
}

function feeRuleOf({ feeType, drawRateE8 }: PayoutCurrencyRecord): Parameters<typeof calculateWithdrawalFee>[0] {
  if (feeType === 2) return { kind: 'of-amount', rateE8: drawRateE8 };
  return { kind: 'fixed', fee: toMoney(rescale(drawRateE8, paymentScale, moneyScale)) };
}

function requireWithdrawal(funds: { readonly kind: string }): WithdrawalRecord {
  if (funds.kind !== 'withdrawal') throw new FundsRefusal('idempotencyConflict');
  return funds as WithdrawalRecord;
}

/** Cancels a withdrawal that nobody has approved (R-FND-23). Refuses the engine's refusals. */
export async function cancelWithdrawal(
  { clock, core }: Pick<FundsDeps, 'clock' | 'core'>,
  { accountId }: UserRecord,
  request: IdempotencyKey & { readonly id: number },
): Promise<WithdrawalRecord> {
  const { clientId, bodyHash } = request;
  const command = {
    type: 'CancelWithdrawal',
    atMs: clock.nowMs(),
    accountId,
    fundsId: request.id as FundsRequestId,
  } as const;
  const { funds } = await submitFunds(core, { command, clientId, bodyHash });
  if (funds.kind !== 'withdrawal') throw new Error(`Invariant: ${funds.kind} ${funds.id} is no withdrawal`);
  return funds;
}

export type LimitDeps = Pick<FundsDeps, 'clock' | 'limits'> & { readonly history: Pick<FundsHistory, 'ofAccount'> };

const dayMs = 24 * 3_600_000;
/** More than one user can request in a day. */
const readMax = 500;

/**
 * Returns the rest of the user's 24-hour limit; null if an operator has set none. `unfinished` are the core's withdrawals
 * of now: the tables of this gateway may lack one that another gateway has just requested. Refuses `withdrawalsBlocked`
 * (R-FND-37).
 */
async function remainingDailyLimit(
  deps: LimitDeps,
  { companyId, id, accountId }: UserRecord,
  unfinished: readonly WithdrawalRecord[],
): Promise<Money | null> {
  const { isWithdrawalBlocked, withdrawalDayMax } = await deps.limits.limits(companyId, id);
  if (isWithdrawalBlocked) throw new FundsRefusal('withdrawalsBlocked');
  if (withdrawalDayMax === 0n) return null;
  const sinceMs = deps.clock.nowMs() - dayMs;
  const { funds } = await deps.history.ofAccount(companyId, accountId, { kind: 'withdrawal' }, 1, readMax);
  const withdrawals = new Map(
    [...funds, ...unfinished].flatMap((one) => (one.kind === 'withdrawal' ? [[one.id, one] as const] : [])),
  );
  let left: bigint = withdrawalDayMax;
  for (const one of withdrawals.values())
    if (one.requestedAtMs > sinceMs && one.status !== 'rejected' && one.status !== 'cancelled') left -= one.amount;
  return toMoney(left > 0n ? left : 0n);
}
