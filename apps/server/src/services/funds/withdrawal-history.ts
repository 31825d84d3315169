import { isFinished, type WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FundsHistory, PayoutMethodRecord, PayoutMethodStore } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { DetailsSealer, FundsCore, FundsDeps } from './funds-deps.ts';
import { heldUntilOf, type MethodDetails, methodHashOf, noDetails, readDetails } from './payout-methods.ts';

/** A withdrawal with its destination. */
export interface WithdrawalView {
  readonly withdrawal: WithdrawalRecord;
  /** In full; empty once erased. */
  readonly details: MethodDetails;
  readonly protocol: string;
  /** Null if the method is unknown. */
  readonly boundAtMs: number | null;
  /** True if the method changed since the request. */
  readonly isMethodChanged: boolean;
  /** Neither approved nor paid before this time, under the owner's current credentials; undefined if not held. */
  readonly heldUntilMs: number | undefined;
  /**
   * True while a market of the owner's positions is closed and the remaining margin might not carry them until it opens
   * (R-FND-47).
   */
  readonly isMarketAwaited: boolean;
}

export interface WithdrawalReading {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
  readonly methods: Pick<PayoutMethodStore, 'among'>;
  readonly sealer: DetailsSealer;
  readonly core: Pick<FundsCore, 'viewWithdrawable'>;
  readonly credentials: FundsDeps['credentials'];
  readonly currencies: FundsDeps['currencies'];
}

const pageSize = 20;

/** Returns a user's withdrawals, newest first (R-FND-24). */
export async function withdrawalRecords(
  deps: WithdrawalReading,
  { companyId, accountId }: UserRecord,
  method: 'coin' | 'bank' | undefined,
  page: number,
): Promise<{ readonly rows: readonly WithdrawalView[]; readonly total: number }> {
  const filter = { kind: 'withdrawal', ...(method === undefined ? {} : { method }) } as const;
  const { funds, total } = await deps.history.ofAccount(companyId, accountId, filter, page, pageSize);
  const withdrawals = funds.filter((one) => one.kind === 'withdrawal');
  return { rows: await withDestinations(deps, companyId, withdrawals), total };
}

export async function withDestinations(
  deps: Omit<WithdrawalReading, 'history'>,
  companyId: CompanyId,
  withdrawals: readonly WithdrawalRecord[],
): Promise<WithdrawalView[]> {
  const found = await deps.methods.among(
    companyId,
    withdrawals.map(({ methodId }) => methodId),
  );
  const byId = new Map(found.map((method) => [method.id, method]));
  return Promise.all(
    withdrawals.map(async (withdrawal) => {
      const method = byId.get(withdrawal.methodId);
      return {
        withdrawal,
        ...destinationOf(deps.sealer, companyId, withdrawal, method),
        heldUntilMs: await heldUntilOf(deps, companyId, withdrawal, method),
        isMarketAwaited:
          !isFinished(withdrawal) && (await deps.core.viewWithdrawable(withdrawal.accountId))?.isReleasable === false,
      };
    }),
  );
}

function destinationOf(
  sealer: DetailsSealer,
  companyId: CompanyId,
  withdrawal: WithdrawalRecord,
  method: PayoutMethodRecord | undefined,
): Pick<WithdrawalView, 'details' | 'protocol' | 'boundAtMs' | 'isMethodChanged'> {
  // Another user's method is never shown.
  if (method === undefined || method.userId !== withdrawal.accountId)
    return { details: noDetails, protocol: '', boundAtMs: null, isMethodChanged: true };
  return {
    details: readDetails(sealer, companyId, method),
    protocol: method.currency.protocol,
    boundAtMs: method.createdAtMs,
    isMethodChanged: method.isRemoved || methodHashOf(sealer, companyId, method) !== withdrawal.methodHash,
  };
}
