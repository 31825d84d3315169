import type { DepositRecord, FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import { findReport } from '@candor/domain/engine/funds/payments';
import type { CompanyId } from '@candor/domain/values/ids';
import type { DepositMethodRecord, DepositMethodStore, FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { findFundsRequests } from './commands.ts';
import type { FundsDeps } from './funds-deps.ts';

/** A deposit with its deposit method and its observed payment, if any. */
export interface DepositView {
  readonly deposit: DepositRecord;
  /** Null if the deposit was not reported here. */
  readonly depositMethod: DepositMethodRecord | null;
  readonly payment: ObservedPaymentRecord | null;
}

/** An observed payment without a deposit yet. */
export interface SeenDeposit {
  readonly deposit: null;
  readonly depositMethod: DepositMethodRecord | null;
  readonly payment: ObservedPaymentRecord;
}

export type ListedDeposit = DepositView | SeenDeposit;

/** The result of a report: a deposit, or an observed payment that needs none. */
export type Reported = Pick<DepositView, 'deposit'> | Pick<SeenDeposit, 'deposit' | 'payment'>;

interface Stores {
  readonly depositMethods: Pick<DepositMethodStore, 'among'>;
  readonly observedPayments: Pick<FundsDeps['observedPayments'], 'ofDeposits'>;
}

type Deps = Pick<FundsDeps, 'core' | 'depositMethods' | 'observedPayments'> & {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
};

const pageSize = 20;
/** Maximum of pending observed payments listed; no honest user has more. */
const seenMax = 100;

/**
 * Returns a user's pending observed payments, then their deposits, newest first, each payment once (R-FND-24,
 * R-FND-72). `total` counts both; pages run through the first list, then the second.
 */
export async function depositRecords(
  deps: Deps,
  user: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly ListedDeposit[]; readonly total: number }> {
  const { companyId, accountId } = user;
  const { alone, reported } = await seenPayments(deps, user);
  const shown = alone.filter((payment) => method === undefined || payment.method === method);
  const filter = { kind: 'deposit', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize, shown.length);
  const deposits = funds.filter((one) => one.kind === 'deposit');
  // A payment whose deposit arrived during this read is listed as that deposit.
  const names = new Set(deposits.map(({ externalId }) => externalId));
  const seen = shown.filter(({ externalId }) => !names.has(externalId));
  const views = await withDepositMethods(deps, companyId, deposits);
  const rows = [
    ...(await withObservedMethods(deps, companyId, seen.slice((page - 1) * pageSize, page * pageSize))),
    ...views.map((row) => ({ ...row, payment: row.payment ?? reported.get(row.deposit.id) ?? null })),
  ];
  return { rows, total: total + seen.length };
}

/** Splits a user's observed payments without a deposit into those matching the user's own reports and the rest. */
async function seenPayments(
  { core, observedPayments }: Pick<FundsDeps, 'core' | 'observedPayments'>,
  { companyId, id, accountId }: UserRecord,
): Promise<{
  readonly alone: readonly ObservedPaymentRecord[];
  readonly reported: ReadonlyMap<FundsRequestId, ObservedPaymentRecord>;
}> {
  const seen = await observedPayments.seenOf(companyId, id, seenMax);
  const reported = new Map<FundsRequestId, ObservedPaymentRecord>();
  if (seen.length === 0) return { alone: seen, reported };
  const waiting = (await findFundsRequests(core, accountId)).filter((funds) => funds.kind === 'deposit');
  const ids = waiting.map((deposit) => deposit.id);
  const claimed = await observedPayments.claimedFunds(companyId, ids);
  const alone: ObservedPaymentRecord[] = [];
  // In the order they will be credited.
  for (const payment of seen.toReversed()) {
    const free = waiting.filter((deposit) => !claimed.has(deposit.id) && !reported.has(deposit.id));
    const report = findReport(free, payment);
    if (report === undefined) alone.unshift(payment);
    else reported.set(report.id, payment);
  }
  return { alone, reported };
}

export async function viewReport(deps: Stores, companyId: CompanyId, reported: Reported): Promise<ListedDeposit> {
  const rows: ListedDeposit[] =
    reported.deposit === null
      ? await withObservedMethods(deps, companyId, [reported.payment])
      : await withDepositMethods(deps, companyId, [reported.deposit]);
  const [row] = rows;
  if (row === undefined) throw new Error('Invariant: a report has one view');
  return row;
}

export async function withDepositMethods(
  { depositMethods, observedPayments }: Stores,
  companyId: CompanyId,
  deposits: readonly DepositRecord[],
): Promise<DepositView[]> {
  const methods = await methodsById(
    depositMethods,
    companyId,
    deposits.map(({ optionId }) => optionId),
  );
  const seen = await observedPayments.ofDeposits(companyId, deposits);
  return deposits.map((deposit) => ({
    deposit,
    depositMethod: methods.get(deposit.optionId) ?? null,
    payment: seen.find((payment) => payment.fundsId === deposit.id) ?? seen.find(isNamedBy(deposit)) ?? null,
  }));
}

/** A user who names another user's payment is shown nothing of it. */
function isNamedBy({ externalId, accountId }: DepositRecord): (payment: ObservedPaymentRecord) => boolean {
  return (payment) =>
    payment.externalId === externalId && (payment.userId === null || payment.userId === (accountId as number));
}

async function withObservedMethods(
  { depositMethods }: Pick<Stores, 'depositMethods'>,
  companyId: CompanyId,
  seen: readonly ObservedPaymentRecord[],
): Promise<SeenDeposit[]> {
  const methods = await methodsById(
    depositMethods,
    companyId,
    seen.flatMap(({ wayId }) => (wayId === null ? [] : [wayId])),
  );
  return seen.map((payment) => ({ deposit: null, depositMethod: methods.get(payment.wayId ?? 0) ?? null, payment }));
}

async function methodsById(
  depositMethods: Stores['depositMethods'],
  companyId: CompanyId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DepositMethodRecord>> {
  return new Map(
    (await depositMethods.among(companyId, ids)).map((depositMethod) => [depositMethod.id, depositMethod]),
  );
}
