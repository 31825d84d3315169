import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { UserDirectory, UserLimits } from '../../ports/operators.ts';

/** Returns the limits of all accounts that have any, as rules for the core (R-OPS-16). */
export async function loadLimits(
  store: Pick<UserDirectory, 'allLimits'>,
  companyIds: readonly CompanyId[],
): Promise<RuleChange[]> {
  const changes: RuleChange[] = [];
  for (const companyId of companyIds) {
    for (const [userId, limits] of await store.allLimits(companyId)) changes.push(toLimitsRule(userId, limits));
  }
  return changes;
}

/** Returns the limits of a user's trading account, which has the user's number. Open orders keep their leverage. */
export function toLimitsRule(userId: number, { leverageMax, ordersMax, isOpeningBlocked }: UserLimits): RuleChange {
  const orNone = (max: number) => (max === 0 ? null : max);
  const limits = { leverageMax: orNone(leverageMax), ordersMax: orNone(ordersMax), isOpeningBlocked };
  return { rule: 'limits', accountId: userId as AccountId, limits };
}
