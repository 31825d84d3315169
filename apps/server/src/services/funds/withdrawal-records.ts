import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { DrawMethodRecord, DrawMethodStore } from '../../ports/draw-method-store.ts';
import type { FundsHistory } from '../../ports/funds-history.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { DetailsSealer } from './funds-deps.ts';
import { type MethodDetails, methodHashOf, noDetails, readDetails } from './method-details.ts';

/** A withdrawal and where it goes. */
export interface StatedWithdrawal {
  readonly withdrawal: WithdrawalRecord;
  /** In full; empty where it was erased. */
  readonly details: MethodDetails;
  readonly protocol: string;
  /** Whether the method is no longer what it was when the withdrawal was asked for. */
  readonly isMethodChanged: boolean;
}

export interface WithdrawalReading {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
  readonly methods: Pick<DrawMethodStore, 'among'>;
  readonly sealer: DetailsSealer;
}

const pageSize = 20;

/** A user's withdrawals, newest first (R-FND-24). */
export async function withdrawalRecords(
  deps: WithdrawalReading,
  { companyId, accountId }: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly StatedWithdrawal[]; readonly total: number }> {
  const filter = { kind: 'withdrawal', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize);
  const withdrawals = funds.filter((one) => one.kind === 'withdrawal');
  return { rows: await withDestinations(deps, companyId, withdrawals), total };
}

export async function withDestinations(
  { methods, sealer }: Pick<WithdrawalReading, 'methods' | 'sealer'>,
  companyId: TenantId,
  withdrawals: readonly WithdrawalRecord[],
): Promise<StatedWithdrawal[]> {
  const found = await methods.among(
    companyId,
    withdrawals.map(({ methodId }) => methodId),
  );
  const byId = new Map(found.map((method) => [method.id, method]));
  return withdrawals.map((withdrawal) => stated(sealer, companyId, withdrawal, byId.get(withdrawal.methodId)));
}

function stated(
  sealer: DetailsSealer,
  companyId: TenantId,
  withdrawal: WithdrawalRecord,
  method: DrawMethodRecord | undefined,
): StatedWithdrawal {
  // A method of somebody else is none of this withdrawal's.
  if (method === undefined || method.userId !== withdrawal.accountId)
    return { withdrawal, details: noDetails, protocol: '', isMethodChanged: true };
  return {
    withdrawal,
    details: readDetails(sealer, companyId, method),
    protocol: method.currency.protocol,
    isMethodChanged: method.isRemoved || methodHashOf(sealer, companyId, method) !== withdrawal.methodHash,
  };
}
