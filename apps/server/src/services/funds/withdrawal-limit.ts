import type { Money } from '@candor/domain/values/money';
import { toMoney } from '@candor/domain/values/money';
import type { FundsHistory } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { FundsDeps } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';

export type LimitDeps = Pick<FundsDeps, 'clock' | 'limits'> & { readonly history: Pick<FundsHistory, 'ofAccount'> };

const dayMs = 24 * 3_600_000;
/** Far more than one user can ask for in a day. */
const readMax = 500;

/**
 * What a user may still ask for within 24 hours by the limit that an operator has set him; null where there is none.
 * Refuses `withdrawalsBlocked` (R-FND-37).
 */
export async function leftOfDay(deps: LimitDeps, { companyId, id, accountId }: UserRecord): Promise<Money | null> {
  const { isWithdrawalBlocked, withdrawalDayMax } = await deps.limits.limits(companyId, id);
  if (isWithdrawalBlocked) throw new FundsRefusal('withdrawalsBlocked');
  if (withdrawalDayMax === 0n) return null;
  const sinceMs = deps.clock.nowMs() - dayMs;
  const { funds } = await deps.history.ofAccount(companyId, accountId, { kind: 'withdrawal' }, 1, readMax);
  let left: bigint = withdrawalDayMax;
  for (const one of funds)
    if (
      one.kind === 'withdrawal' &&
      one.requestedAtMs > sinceMs &&
      one.status !== 'rejected' &&
      one.status !== 'cancelled'
    )
      left -= one.amount;
  return toMoney(left > 0n ? left : 0n);
}
