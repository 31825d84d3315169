import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { FundsHistory } from '../../ports/funds-history.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { PayWayRecord, PayWayStore } from '../../ports/pay-way-store.ts';

/** A deposit and the option it was paid to. */
export interface StatedDeposit {
  readonly deposit: DepositRecord;
  /** Null for one that was not reported here. */
  readonly way: PayWayRecord | null;
}

interface Deps {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
  readonly payWays: Pick<PayWayStore, 'among'>;
}

const pageSize = 20;

/** A user's deposits, newest first (R-FND-24). */
export async function depositRecords(
  deps: Deps,
  { companyId, accountId }: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly StatedDeposit[]; readonly total: number }> {
  const filter = { kind: 'deposit', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize);
  const deposits = funds.filter((one) => one.kind === 'deposit');
  return { rows: await withWays(deps, companyId, deposits), total };
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
  return deposits.map((deposit) => ({ deposit, way: byId.get(deposit.optionId) ?? null }));
}
