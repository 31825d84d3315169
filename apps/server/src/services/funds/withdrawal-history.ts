import { isFinished, type WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { FundsHistory, PayoutMethodRecord, PayoutMethodStore } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { DetailsSealer, FundsCore, FundsDeps } from './funds-deps.ts';
import { heldUntilOf, type MethodDetails, methodHashOf, noDetails, readDetails } from './payout-methods.ts';

/** A withdrawal and where it goes. */
export interface StatedWithdrawal {
  readonly withdrawal: WithdrawalRecord;
  /** In full; empty where it was erased. */
  readonly details: MethodDetails;
  readonly protocol: string;
  /** Whether the method is no longer what it was when the withdrawal was asked for. */
  readonly isMethodChanged: boolean;
  /** Neither approved nor paid before this instant, as the owner's credentials stand now; undefined where nothing holds it. */
  readonly heldUntilMs: number | undefined;
  /** Waits for a market of its owner's positions: what it would leave might not carry them until then (R-FND-47). */
  readonly isMarketAwaited: boolean;
}

export interface WithdrawalReading {
  readonly history: Pick<FundsHistory, 'ofAccount'>;
  readonly methods: Pick<PayoutMethodStore, 'among'>;
  readonly sealer: DetailsSealer;
  readonly core: Pick<FundsCore, 'isReleasable'>;
  readonly credentials: FundsDeps['credentials'];
  readonly currencies: FundsDeps['currencies'];
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
  deps: Omit<WithdrawalReading, 'history'>,
  companyId: TenantId,
  withdrawals: readonly WithdrawalRecord[],
): Promise<StatedWithdrawal[]> {
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
        isMarketAwaited: !isFinished(withdrawal) && !(await deps.core.isReleasable(withdrawal.accountId)),
      };
    }),
  );
}

function destinationOf(
  sealer: DetailsSealer,
  companyId: TenantId,
  withdrawal: WithdrawalRecord,
  method: PayoutMethodRecord | undefined,
): Pick<StatedWithdrawal, 'details' | 'protocol' | 'isMethodChanged'> {
  // A method of somebody else is none of this withdrawal's.
  if (method === undefined || method.userId !== withdrawal.accountId)
    return { details: noDetails, protocol: '', isMethodChanged: true };
  return {
    details: readDetails(sealer, companyId, method),
    protocol: method.currency.protocol,
    isMethodChanged: method.isRemoved || methodHashOf(sealer, companyId, method) !== withdrawal.methodHash,
  };
}
