import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { FundsHistory } from '../../ports/funds-history.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { PayWayRecord, PayWayStore } from '../../ports/pay-way-store.ts';
import type { SightingStore } from '../../ports/sighting-store.ts';

/** A deposit and the option it was paid to. */
export interface StatedDeposit {
  readonly deposit: DepositRecord;
  /** Null for one that was not reported here. */
  readonly way: PayWayRecord | null;
  /** Of a payment that a watcher sees; null where none does. */
  readonly confirmations: { readonly seen: number; readonly needed: number } | null;
}

interface Deps {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
  readonly payWays: Pick<PayWayStore, 'among'>;
  readonly sightings: Pick<SightingStore, 'ofUser'>;
}

const pageSize = 20;
/** Payments that are still counting are among a user's latest. */
const sightingsMax = 200;

/** A user's deposits, newest first (R-FND-24). */
export async function depositRecords(
  deps: Deps,
  { companyId, id: userId, accountId }: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly StatedDeposit[]; readonly total: number }> {
  const filter = { kind: 'deposit', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize);
  const deposits = funds.filter((one) => one.kind === 'deposit');
  const rows = await withWays(deps, companyId, deposits);
  const sightings = await deps.sightings.ofUser(companyId, userId, sightingsMax);
  const seen = new Map(
    sightings.map(({ fundsId, confirmations, confirmationsNeeded: needed }) => [
      fundsId,
      { seen: confirmations, needed },
    ]),
  );
  return { rows: rows.map((row) => ({ ...row, confirmations: seen.get(row.deposit.id) ?? null })), total };
}

export async function withWays(
  { payWays }: Pick<Deps, 'payWays'>,
  companyId: TenantId,
  deposits: readonly DepositRecord[],
): Promise<StatedDeposit[]> {
  const ways = await payWays.among(
    companyId,
    deposits.map(({ optionId }) => optionId),
  );
  const byId = new Map(ways.map((way) => [way.id, way]));
  return deposits.map((deposit) => ({ deposit, way: byId.get(deposit.optionId) ?? null, confirmations: null }));
}
