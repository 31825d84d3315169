import type { DepositRecord, FundsId } from '@candor/domain/engine/funds/funds-record';
import { findReport } from '@candor/domain/engine/funds/payment-names';
import type { TenantId } from '@candor/domain/values/ids';
import type { DepositMethodRecord, DepositMethodStore, FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { FundsDeps } from './funds-deps.ts';

/** A deposit, the option it was paid to, and its payment where one was seen. */
export interface StatedDeposit {
  readonly deposit: DepositRecord;
  /** Null for one that was not reported here. */
  readonly way: DepositMethodRecord | null;
  readonly sighting: ObservedPaymentRecord | null;
}

/** A payment that was seen, and that no deposit stands for yet. */
export interface SeenDeposit {
  readonly deposit: null;
  readonly way: DepositMethodRecord | null;
  readonly sighting: ObservedPaymentRecord;
}

export type ListedDeposit = StatedDeposit | SeenDeposit;

/** What a report came to: a deposit, or a payment that needs none. */
export type Reported = Pick<StatedDeposit, 'deposit'> | Pick<SeenDeposit, 'deposit' | 'sighting'>;

interface Stores {
  readonly depositMethods: Pick<DepositMethodStore, 'among'>;
  readonly sightings: Pick<FundsDeps['sightings'], 'ofDeposits'>;
}

type Deps = Pick<FundsDeps, 'core' | 'depositMethods' | 'sightings'> & {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
};

const pageSize = 20;
/** Payments under way that are listed; nobody makes so many but to fill the list. */
const seenMax = 100;

/**
 * A user's deposits, newest first, after the payments that are only seen yet, each once (R-FND-24, R-FND-72). Both are
 * counted in `total`, and pages go through the one and then the other.
 */
export async function depositRecords(
  deps: Deps,
  user: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly ListedDeposit[]; readonly total: number }> {
  const { companyId, accountId } = user;
  const { alone, reported } = await seenPayments(deps, user);
  const shown = alone.filter((sighting) => method === undefined || sighting.method === method);
  const filter = { kind: 'deposit', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize, shown.length);
  const deposits = funds.filter((one) => one.kind === 'deposit');
  // One whose deposit came while this was read stands there already.
  const names = new Set(deposits.map(({ externalId }) => externalId));
  const seen = shown.filter(({ externalId }) => !names.has(externalId));
  const stated = await withWays(deps, companyId, deposits);
  const rows = [
    ...(await withWaysSeen(deps, companyId, seen.slice((page - 1) * pageSize, page * pageSize))),
    ...stated.map((row) => ({ ...row, sighting: row.sighting ?? reported.get(row.deposit.id) ?? null })),
  ];
  return { rows, total: total + seen.length };
}

/** What is seen of a user's payments and not asked for in the core: what he reported himself, and the rest. */
async function seenPayments(
  { core, sightings }: Pick<FundsDeps, 'core' | 'sightings'>,
  { companyId, id, accountId }: UserRecord,
): Promise<{
  readonly alone: readonly ObservedPaymentRecord[];
  readonly reported: ReadonlyMap<FundsId, ObservedPaymentRecord>;
}> {
  const seen = await sightings.seenOf(companyId, id, seenMax);
  const reported = new Map<FundsId, ObservedPaymentRecord>();
  if (seen.length === 0) return { alone: seen, reported };
  const waiting = (await core.unfinished(accountId)).filter((funds) => funds.kind === 'deposit');
  const ids = waiting.map((deposit) => deposit.id);
  const claimed = await sightings.claimedFunds(companyId, ids);
  const alone: ObservedPaymentRecord[] = [];
  // In the order in which they will be taken.
  for (const sighting of seen.toReversed()) {
    const free = waiting.filter((deposit) => !claimed.has(deposit.id) && !reported.has(deposit.id));
    const report = findReport(free, sighting);
    if (report === undefined) alone.unshift(sighting);
    else reported.set(report.id, sighting);
  }
  return { alone, reported };
}

export async function stateReport(deps: Stores, companyId: TenantId, reported: Reported): Promise<ListedDeposit> {
  const rows: ListedDeposit[] =
    reported.deposit === null
      ? await withWaysSeen(deps, companyId, [reported.sighting])
      : await withWays(deps, companyId, [reported.deposit]);
  const [row] = rows;
  if (row === undefined) throw new Error('Invariant: a report is stated as one');
  return row;
}

export async function withWays(
  { depositMethods, sightings }: Stores,
  companyId: TenantId,
  deposits: readonly DepositRecord[],
): Promise<StatedDeposit[]> {
  const ways = await waysById(
    depositMethods,
    companyId,
    deposits.map(({ optionId }) => optionId),
  );
  const seen = await sightings.ofDeposits(companyId, deposits);
  return deposits.map((deposit) => ({
    deposit,
    way: ways.get(deposit.optionId) ?? null,
    sighting: seen.find((sighting) => sighting.fundsId === deposit.id) ?? seen.find(isNamedBy(deposit)) ?? null,
  }));
}

/** Who names another's payment is told nothing of it. */
function isNamedBy({ externalId, accountId }: DepositRecord): (sighting: ObservedPaymentRecord) => boolean {
  return (sighting) =>
    sighting.externalId === externalId && (sighting.userId === null || sighting.userId === (accountId as number));
}

async function withWaysSeen(
  { depositMethods }: Pick<Stores, 'depositMethods'>,
  companyId: TenantId,
  seen: readonly ObservedPaymentRecord[],
): Promise<SeenDeposit[]> {
  const ways = await waysById(
    depositMethods,
    companyId,
    seen.flatMap(({ wayId }) => (wayId === null ? [] : [wayId])),
  );
  return seen.map((sighting) => ({ deposit: null, way: ways.get(sighting.wayId ?? 0) ?? null, sighting }));
}

async function waysById(
  depositMethods: Stores['depositMethods'],
  companyId: TenantId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DepositMethodRecord>> {
  return new Map((await depositMethods.among(companyId, ids)).map((way) => [way.id, way]));
}
