import { calculateCredit } from '@candor/domain/calc/deposit';
import { paymentScale } from '@candor/domain/calc/withdrawal';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import { bareName, nameIn } from '@candor/domain/engine/funds/payment-names';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { TenantId } from '@candor/domain/values/ids';
import { moneyScale } from '@candor/domain/values/money';
import type { DepositMethodRecord, FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import { toAmountText } from './amounts.ts';
import { answeredBefore, InTurn, submitFunds } from './commands.ts';
import type { Reported } from './deposit-history.ts';
import { type AskedAs, type FundsDeps, fundsSettingsOf } from './funds-deps.ts';
import { depositHash } from './payload-hash.ts';
import { FundsRefusal } from './refusals.ts';
import { findPayment } from './reported-payments.ts';

export interface DepositReport extends AskedAs {
  readonly kind: DepositMethodRecord['kind'];
  readonly optionId: number;
  /** What was paid, in the option's currency, as it was typed. */
  readonly number: string;
  /** An upload by its id or a link to it; empty for none. */
  readonly proof: string;
  /** The address as it was shown; null for a bank. */
  readonly address: string | null;
  /** The payment's name where the user knows it; empty for none. */
  readonly tx: string;
  /** The rate that was shown; undefined where the client does not say. */
  readonly usdPrice: string | undefined;
}

type ReportDeps = Pick<
  FundsDeps,
  'clock' | 'core' | 'depositMethods' | 'currencies' | 'uploads' | 'uploadIdOf' | 'sightings'
> & {
  readonly history: Pick<FundsHistory, 'find'>;
};

/** Reports of one transaction are taken one after another: the second finds the name that the first is claimed under. */
const turns = new InTurn();

/** Nobody pays a bank in parts of a cent. */
const bankDecimals = 2;

/**
 * Takes note of a payment that a user says he has made; it counts once an operator, or a watcher, has found it
 * (R-FND-21). Refuses, first reason that applies: payWayUnknown, invalidField, amountOutOfRange, rateChanged (with the
 * option as it stands), tooManyFundsRequests, proofMissing, uploadNotFound, and what the engine refuses. Of a payment that
 * was seen or reported before it answers what stands for it, and asks for nothing (R-FND-73).
 */
export function reportDeposit(deps: ReportDeps, user: UserRecord, report: DepositReport): Promise<Reported> {
  const tx = nameIn(report.tx);
  if (tx === '') return takeReport(deps, user, { ...report, tx });
  return turns.run(`${user.companyId}/${bareName(tx)}`, () => takeReport(deps, user, { ...report, tx }));
}

async function takeReport(deps: ReportDeps, user: UserRecord, report: DepositReport): Promise<Reported> {
  const { companyId, id: userId, accountId } = user;
  const { clientId, bodyHash, kind } = report;
  const atMs = deps.clock.nowMs();
  const earlier = await answeredBefore(deps.core, accountId, report, atMs);
  if (earlier !== null) return { deposit: requireDeposit(earlier.funds) };
  const { shown, way, paidTo } = await requireWay(deps, user, report);
  const paid = requirePaid(report.number, way);
  const waiting = (await deps.core.unfinished(accountId)).filter((funds) => funds.kind === 'deposit');
  const told = { tx: report.tx, paidTo, paid, currency: way.currency, waiting };
  const payment = await findPayment(deps, user, told);
  if (payment.known !== null) return payment.known;
  requireRate(report.usdPrice, shown, way, paid);
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  if (waiting.length >= settings.requestsMax) throw new FundsRefusal('tooManyFundsRequests');
  const proofId = await takeProof(deps, user, report.proof, way, atMs);
  const credit = calculateCredit(paid, way.usdPriceE8);
  const content = {
    accountId,
    method: kind,
    paid,
    paidCurrency: way.currency,
    rate: way.usdPriceE8,
    credit,
    optionId: way.id,
    proofId,
    externalId: payment.externalId,
  };
  const payloadHash = depositHash(companyId, paidTo, { ...content, requestedAtMs: atMs });
  const secondFrom = settings.depositSecondFrom;
  const command = { type: 'RequestDeposit', atMs, ...content, payloadHash, secondFrom } as const;
  const event = await submitFunds(deps.core, { command, clientId, bodyHash });
  if (event.accountId !== accountId) throw new Error(`Invariant: a deposit of user ${userId} is on his account`);
  return { deposit: requireDeposit(event.funds) };
}

async function requireWay(deps: ReportDeps, user: UserRecord, report: DepositReport) {
  const { companyId, id: userId } = user;
  const shown = await deps.depositMethods.find(companyId, report.optionId);
  const way = shown?.kind === report.kind ? await standingWay(deps, companyId, shown) : null;
  if (shown === null || way === null) throw new FundsRefusal('payWayUnknown');
  const paidTo = await paidToOf(deps, companyId, userId, way);
  // Nobody reports a payment to an address that is not the one he was shown.
  if (paidTo === null || (report.address !== null && report.address !== paidTo))
    throw new FundsRefusal('payWayUnknown', { field: 'address' });
  return { shown, way, paidTo };
}

function requirePaid(number: string, way: DepositMethodRecord): bigint {
  const paid = parseDecimal(number, paymentScale);
  const isTooFine = way.kind === 'bank' && parseDecimal(number, bankDecimals) === null;
  if (paid === null || isTooFine) throw new FundsRefusal('invalidField', { field: 'number' });
  if (paid <= 0n || paid < way.minE8)
    throw new FundsRefusal('amountOutOfRange', { field: 'number', min: toAmountText(way.minE8, paymentScale, 0) });
  return paid;
}

/** What was shown is the rate that the client says, else that of the option it names. */
function requireRate(
  given: string | undefined,
  shown: DepositMethodRecord,
  way: DepositMethodRecord,
  paid: bigint,
): void {
  const seen = given === undefined ? shown.usdPriceE8 : parseDecimal(given, paymentScale);
  if (seen === null) throw new FundsRefusal('invalidField', { field: 'usd_price' });
  if (seen === way.usdPriceE8) return;
  throw new FundsRefusal('rateChanged', {
    id: way.id,
    usd_price: toAmountText(way.usdPriceE8, paymentScale, 0),
    usd_number: toAmountText(calculateCredit(paid, way.usdPriceE8), moneyScale, 2),
  });
}

/** Kept from now on, also where the engine still refuses: one picture too many for a while, never a deposit without its proof. */
async function takeProof(
  deps: ReportDeps,
  user: UserRecord,
  text: string,
  way: DepositMethodRecord,
  atMs: number,
): Promise<string | null> {
  if (text === '') {
    if (way.watcher === '') throw new FundsRefusal('proofMissing');
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

/** A pay way, and where this user pays to on it. */
export interface DepositOption {
  readonly way: DepositMethodRecord;
  /** The address of a coin; the account of a bank. */
  readonly paidTo: string;
}

/** Who has paid to one that is no longer offered can still report it for so long. */
const reportableMs = 72 * 3_600_000;

/** Where the user can send coins to: shared addresses, and his own of each pool; an empty pool offers nothing (R-FND-20). */
export async function coinOptions({ clock, depositMethods }: OptionDeps, user: UserRecord): Promise<DepositOption[]> {
  const options: DepositOption[] = [];
  for (const way of await depositMethods.active(user.companyId, 'coin')) {
    const own = () => depositMethods.giveAddress(user.companyId, way.rootId, user.id, clock.nowMs());
    const paidTo = way.address === '' ? await own() : way.address;
    if (paidTo !== null) options.push({ way, paidTo });
  }
  return options;
}

/** The currencies of the company's bank accounts, each by the number of the first account in it. */
export async function bankCoins(
  { depositMethods }: OptionDeps,
  user: UserRecord,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const ids = new Map<string, number>();
  for (const way of await depositMethods.active(user.companyId, 'bank'))
    if (!ids.has(way.currency)) ids.set(way.currency, way.id);
  return [...ids].map(([name, id]) => ({ id, name }));
}

/** The company's bank accounts in one of these currencies. Refuses `payWayUnknown`. */
export async function wireOptions(
  { depositMethods }: OptionDeps,
  user: UserRecord,
  coinId: number,
): Promise<DepositOption[]> {
  const named = await depositMethods.find(user.companyId, coinId);
  if (named?.kind !== 'bank') throw new FundsRefusal('payWayUnknown');
  const ways = await depositMethods.active(user.companyId, 'bank');
  return ways.filter(({ currency }) => currency === named.currency).map((way) => ({ way, paidTo: way.payeeAccount }));
}

/**
 * What stands today for an option that a user was shown: the one that has taken its place where only the rate or the
 * bounds are others, else itself, for three days after it was taken off. Null for one that was never there or is long gone.
 */
export async function standingWay(
  { clock, depositMethods }: OptionDeps,
  companyId: TenantId,
  shown: DepositMethodRecord,
): Promise<DepositMethodRecord | null> {
  let way = shown;
  while (way.replacedBy !== null) {
    const next = await depositMethods.find(companyId, way.replacedBy);
    if (next === null || !isSamePlace(way, next)) break;
    way = next;
  }
  if (way.isActive) return way;
  return clock.nowMs() - (way.replacedAtMs ?? way.createdAtMs) <= reportableMs ? way : null;
}

/** Address or account that was paid to at an option; null where it was a pool's and the user has been given none. */
export async function paidToOf(
  { depositMethods }: Pick<FundsDeps, 'depositMethods'>,
  companyId: TenantId,
  userId: number,
  way: DepositMethodRecord,
): Promise<string | null> {
  if (way.kind === 'bank') return way.payeeAccount;
  return way.address === '' ? depositMethods.givenAddress(companyId, way.rootId, userId) : way.address;
}

function isSamePlace(a: DepositMethodRecord, b: DepositMethodRecord): boolean {
  return placeOf(a) === placeOf(b);
}

function placeOf({
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
