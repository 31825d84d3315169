import { calculateCredit } from '@candor/domain/calc/deposit';
import { paymentScale } from '@candor/domain/calc/withdrawal';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import { bareName, nameIn } from '@candor/domain/engine/funds/payment-names';
import { parseDecimal } from '@candor/domain/values/decimal';
import { moneyScale } from '@candor/domain/values/money';
import type { DepositMethodRecord, FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import { toAmountText } from './amount-text.ts';
import { paidToOf, standingWay } from './deposit-options.ts';
import type { Reported } from './deposit-records.ts';
import type { AskedAs, FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';
import { fundsSettingsOf } from './funds-settings.ts';
import { InTurn } from './in-turn.ts';
import { findPayment } from './known-payment.ts';
import { depositHash } from './payload-hash.ts';
import { answeredBefore, submitFunds } from './submit-funds.ts';

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

type Deps = Pick<
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
export function reportDeposit(deps: Deps, user: UserRecord, report: DepositReport): Promise<Reported> {
  const tx = nameIn(report.tx);
  if (tx === '') return takeReport(deps, user, { ...report, tx });
  return turns.run(`${user.companyId}/${bareName(tx)}`, () => takeReport(deps, user, { ...report, tx }));
}

async function takeReport(deps: Deps, user: UserRecord, report: DepositReport): Promise<Reported> {
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

async function requireWay(deps: Deps, user: UserRecord, report: DepositReport) {
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
  deps: Deps,
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
