import { calculateCredit, paymentScale } from '@candor/domain/calc/funds';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import { nameIn } from '@candor/domain/engine/funds/payments';
import { bareName } from '@candor/domain/engine/funds/used-payments';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import { moneyScale } from '@candor/domain/values/money';
import type { DepositMethodRecord, FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { IdempotencyKey } from '../../ports/trading-port.ts';
import { toAmountText } from './amounts.ts';
import { findFundsRequests, findPriorAnswer, submitFunds } from './commands.ts';
import type { Reported } from './deposit-history.ts';
import { type FundsDeps, fundsSettingsOf } from './funds-deps.ts';
import { depositHash } from './payload-hash.ts';
import { FundsRefusal } from './refusals.ts';
import { findPayment } from './reported-payments.ts';

export interface DepositReport extends IdempotencyKey {
  readonly kind: DepositMethodRecord['kind'];
  readonly optionId: number;
  /** Paid amount in the method's currency, as typed. */
  readonly number: string;
  /** Upload id or link; empty if none. */
  readonly proof: string;
  /** The address that was shown; null for a bank. */
  readonly address: string | null;
  /** Transaction id, if the user knows it; else empty. */
  readonly tx: string;
  /** The rate that was shown; undefined if the client sends none. */
  readonly usdPrice: string | undefined;
}

type ReportDeps = Pick<
  FundsDeps,
  'clock' | 'core' | 'depositMethods' | 'currencies' | 'uploads' | 'uploadIdOf' | 'observedPayments' | 'turns'
> & {
  readonly history: Pick<FundsHistory, 'find'>;
};

/** Bank transfers are in whole cents. */
const bankDecimals = 2;

/**
 * Stores a user's report of a payment; it counts once an operator or a watcher has found the payment (R-FND-21). A
 * payment already observed or reported returns that record and requests nothing (R-FND-73). Refuses, in this order:
 * payWayUnknown, invalidField, amountOutOfRange, rateChanged (with the current terms), tooManyFundsRequests,
 * proofMissing, uploadNotFound, and the engine's refusals.
 */
export function reportDeposit(deps: ReportDeps, user: UserRecord, report: DepositReport): Promise<Reported> {
  const tx = nameIn(report.tx);
  if (tx === '') return takeReport(deps, user, { ...report, tx });
  // The second report of a transaction finds the name under which the first was claimed.
  return deps.turns.run(`deposit ${user.companyId}/${bareName(tx)}`, () => takeReport(deps, user, { ...report, tx }));
}

async function takeReport(deps: ReportDeps, user: UserRecord, report: DepositReport): Promise<Reported> {
  const { companyId, id: userId, accountId } = user;
  const { clientId, bodyHash, kind } = report;
  const atMs = deps.clock.nowMs();
  const earlier = await findPriorAnswer(deps.core, accountId, report);
  if (earlier !== null) return { deposit: requireDeposit(earlier.funds) };
  const { shown, method, paidTo } = await requireMethod(deps, user, report);
  const paid = requirePaid(report.number, method);
  const waiting = (await findFundsRequests(deps.core, accountId)).filter((funds) => funds.kind === 'deposit');
  const reported = { tx: report.tx, paidTo, paid, currency: method.currency, waiting };
  const payment = await findPayment(deps, user, reported);
  if (payment.known !== null) return payment.known;
  requireRate(report.usdPrice, shown, method, paid);
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  if (waiting.length >= settings.requestsMax) throw new FundsRefusal('tooManyFundsRequests');
  const proofId = await takeProof(deps, user, report.proof, method, atMs);
  const credit = calculateCredit(paid, method.usdPriceE8);
  const content = {
    accountId,
    method: kind,
    paid,
    paidCurrency: method.currency,
    rate: method.usdPriceE8,
    credit,
    optionId: method.id,
    proofId,
    externalId: payment.externalId,
  };
  const payloadHash = depositHash(companyId, paidTo, content);
  const secondFrom = settings.depositSecondFrom;
  const command = { type: 'RequestDeposit', atMs, ...content, payloadHash, secondFrom } as const;
  const event = await submitFunds(deps.core, { command, clientId, bodyHash });
  if (event.accountId !== accountId) throw new Error(`Invariant: a deposit of user ${userId} is on the user's account`);
  return { deposit: requireDeposit(event.funds) };
}

async function requireMethod(deps: ReportDeps, user: UserRecord, report: DepositReport) {
  const { companyId, id: userId } = user;
  const shown = await deps.depositMethods.find(companyId, report.optionId);
  const method = shown?.kind === report.kind ? await currentMethod(deps, companyId, shown) : null;
  if (shown === null || method === null) throw new FundsRefusal('payWayUnknown');
  const paidTo = await paidToOf(deps, companyId, userId, method);
  // The reported address must be the one that was shown.
  if (paidTo === null || (report.address !== null && report.address !== paidTo))
    throw new FundsRefusal('payWayUnknown', { field: 'address' });
  return { shown, method, paidTo };
}

function requirePaid(number: string, method: DepositMethodRecord): bigint {
  const paid = parseDecimal(number, paymentScale);
  const isTooFine = method.kind === 'bank' && parseDecimal(number, bankDecimals) === null;
  if (paid === null || isTooFine) throw new FundsRefusal('invalidField', { field: 'requestedAmount' });
  if (paid <= 0n || paid < method.minE8)
    throw new FundsRefusal('amountOutOfRange', {
      field: 'requestedAmount',
      min: toAmountText(method.minE8, paymentScale, 0),
    });
  return paid;
}

/**
 * Compares the shown rate with the current one; without one from the client, the named method's rate counts as shown.
 */
function requireRate(
  given: string | undefined,
  shown: DepositMethodRecord,
  method: DepositMethodRecord,
  paid: bigint,
): void {
  const seen = given === undefined ? shown.usdPriceE8 : parseDecimal(given, paymentScale);
  if (seen === null) throw new FundsRefusal('invalidField', { field: 'usdPrice' });
  if (seen === method.usdPriceE8) return;
  throw new FundsRefusal('rateChanged', {
    id: method.id,
    usdPrice: toAmountText(method.usdPriceE8, paymentScale, 0),
    credited: toAmountText(calculateCredit(paid, method.usdPriceE8), moneyScale, 2),
  });
}

/**
 * Keeps the proof from here on, even if the engine then refuses: a superfluous picture is better than a deposit without
 * proof.
 */
async function takeProof(
  deps: ReportDeps,
  user: UserRecord,
  text: string,
  method: DepositMethodRecord,
  atMs: number,
): Promise<string | null> {
  if (text === '') {
    if (method.watcher === '') throw new FundsRefusal('proofMissing');
    return null;
  }
  const id = deps.uploadIdOf(text);
  if (id === null || !(await deps.uploads.take(user.companyId, user.id, id, atMs)))
    throw new FundsRefusal('uploadNotFound');
  return id;
}

function requireDeposit(funds: { readonly kind: string }): DepositRecord {
  if (funds.kind !== 'deposit') throw new FundsRefusal('idempotencyConflict');
  return funds as DepositRecord;
}

type OptionDeps = Pick<FundsDeps, 'clock' | 'depositMethods'>;

/** A deposit method and this user's destination at it. */
export interface DepositOption {
  readonly depositMethod: DepositMethodRecord;
  /** Coin address or bank account. */
  readonly paidTo: string;
}

/** Time for which payments to a withdrawn method can still be reported. */
const reportableMs = 72 * 3_600_000;

/**
 * Returns a user's coin destinations: shared addresses, and the user's own from each pool. An empty pool offers nothing
 * (R-FND-20).
 */
export async function coinOptions({ clock, depositMethods }: OptionDeps, user: UserRecord): Promise<DepositOption[]> {
  const options: DepositOption[] = [];
  for (const method of await depositMethods.active(user.companyId, 'coin')) {
    const own = () => depositMethods.giveAddress(user.companyId, method.rootId, user.id, clock.nowMs());
    const paidTo = method.address === '' ? await own() : method.address;
    if (paidTo !== null) options.push({ depositMethod: method, paidTo });
  }
  return options;
}

/** Returns the currencies of the company's bank accounts, each with the id of its first account. */
export async function bankCoins(
  { depositMethods }: OptionDeps,
  user: UserRecord,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const ids = new Map<string, number>();
  for (const method of await depositMethods.active(user.companyId, 'bank'))
    if (!ids.has(method.currency)) ids.set(method.currency, method.id);
  return [...ids].map(([name, id]) => ({ id, name }));
}

/** Returns the company's bank accounts in the currency that `coinId` names. Refuses `payWayUnknown`. */
export async function wireOptions(
  { depositMethods }: OptionDeps,
  user: UserRecord,
  coinId: number,
): Promise<DepositOption[]> {
  const named = await depositMethods.find(user.companyId, coinId);
  if (named?.kind !== 'bank') throw new FundsRefusal('payWayUnknown');
  const methods = await depositMethods.active(user.companyId, 'bank');
  return methods
    .filter(({ currency }) => currency === named.currency)
    .map((method) => ({ depositMethod: method, paidTo: method.payeeAccount }));
}

/**
 * Returns the current version of a method that was shown: its replacement if only rate or bounds changed, else itself,
 * up to three days after withdrawal. Null if it is unknown or withdrawn longer ago.
 */
async function currentMethod(
  { clock, depositMethods }: OptionDeps,
  companyId: CompanyId,
  shown: DepositMethodRecord,
): Promise<DepositMethodRecord | null> {
  let method = shown;
  while (method.replacedBy !== null) {
    const next = await depositMethods.find(companyId, method.replacedBy);
    if (next === null || !isSameDestination(method, next)) break;
    method = next;
  }
  if (method.isActive) return method;
  return clock.nowMs() - (method.replacedAtMs ?? method.createdAtMs) <= reportableMs ? method : null;
}

/** Returns the destination of a method for a user; null for a pool that gave the user no address. */
export async function paidToOf(
  { depositMethods }: Pick<FundsDeps, 'depositMethods'>,
  companyId: CompanyId,
  userId: number,
  method: DepositMethodRecord,
): Promise<string | null> {
  if (method.kind === 'bank') return method.payeeAccount;
  return method.address === '' ? depositMethods.givenAddress(companyId, method.rootId, userId) : method.address;
}

function isSameDestination(a: DepositMethodRecord, b: DepositMethodRecord): boolean {
  return destinationKey(a) === destinationKey(b);
}

function destinationKey({
  kind,
  currency,
  protocol,
  address,
  bankSwift,
  payeeName,
  payeeAccount,
}: DepositMethodRecord): string {
  return JSON.stringify([kind, currency, protocol, address, bankSwift, payeeName, payeeAccount]);
}
