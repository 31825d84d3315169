import type { AccountLimits } from '@candor/domain/engine/account-limits';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { UserDirectory, UserLimits } from '../../ports/operators.ts';

/** Gives the core the limits of every account that has some, before it decides anything (R-OPS-16). */
export async function giveLimits(
  state: EngineState,
  store: Pick<UserDirectory, 'allLimits'>,
  companyIds: readonly TenantId[],
): Promise<void> {
  for (const companyId of companyIds) {
    for (const [userId, limits] of await store.allLimits(companyId)) giveLimit(state, userId, limits);
  }
}

/** A user's trading account has his number. What he holds already stays as it is. */
export function giveLimit(state: EngineState, userId: number, limits: UserLimits): void {
  state.limits.set(userId as AccountId, toAccountLimits(limits));
}

function toAccountLimits({ leverageMax, ordersMax, isOpeningBlocked }: UserLimits): AccountLimits {
  const orNone = (max: number) => (max === 0 ? Number.POSITIVE_INFINITY : max);
  return { leverageMax: orNone(leverageMax), ordersMax: orNone(ordersMax), isOpeningBlocked };
}
