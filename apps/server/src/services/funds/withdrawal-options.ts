import { type Money, zeroMoney } from '@candor/domain/values/money';
import type { FundsHistory, PayoutCurrencyRecord, PayoutCurrencyTerms, PayoutTimes } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
import { findWithdrawable } from './commands.ts';
import { type FundsDeps, fundsSettingsOf } from './funds-deps.ts';

type Deps = Pick<FundsDeps, 'clock' | 'core' | 'currencies' | 'credentials' | 'verifications'> & {
  readonly history: Pick<FundsHistory, 'payoutTimes'>;
};

export interface WithdrawOptions {
  readonly currencies: readonly PayoutCurrencyRecord[];
  readonly available: Money;
  readonly frozenUntilMs: number | null;
  readonly isVerified: boolean;
  readonly holdHours: number;
  readonly clock: PayoutTimes;
}

const hourMs = 3_600_000;
const clockMs = 90 * 24 * hourMs;

/** Returns the currencies, amount and earliest time of a user's withdrawals (R-FND-25). */
export async function withdrawOptions(
  deps: Deps,
  user: UserRecord,
  kind: PayoutCurrencyTerms['kind'],
): Promise<WithdrawOptions> {
  const [currencies, { amount: available }, frozenUntilMs, isApproved, clock, { methodHoldHours: holdHours }] =
    await Promise.all([
      deps.currencies.active(user.companyId, kind),
      findWithdrawable(deps.core, user.accountId),
      frozenUntil(deps, user),
      isVerified(deps, user),
      payoutClock(deps, user),
      fundsSettingsOf(deps.currencies, user.companyId),
    ]);
  return { currencies, available: available ?? zeroMoney, frozenUntilMs, isVerified: isApproved, holdHours, clock };
}

/** Returns the company's times from request to payment over the last 90 days (R-FND-26). */
export function payoutClock(
  { clock, history }: Pick<Deps, 'clock' | 'history'>,
  { companyId }: UserRecord,
): Promise<PayoutTimes> {
  return history.payoutTimes(companyId, clock.nowMs() - clockMs);
}

/**
 * Returns until when withdrawals are frozen after a change of password or second factor; null if not frozen (R-FND-27).
 */
export async function frozenUntil(
  { clock, credentials, currencies }: Pick<Deps, 'clock' | 'credentials' | 'currencies'>,
  { companyId, id }: UserRecord,
): Promise<number | null> {
  const changedAtMs = await credentials.changedAtMs(companyId, id);
  if (changedAtMs === null) return null;
  const { freezeHours } = await fundsSettingsOf(currencies, companyId);
  const untilMs = changedAtMs + freezeHours * hourMs;
  return untilMs > clock.nowMs() ? untilMs : null;
}

export async function isVerified(
  { verifications }: Pick<Deps, 'verifications'>,
  { companyId, id }: UserRecord,
): Promise<boolean> {
  return (await verifications.latest(companyId, id))?.status === 'approved';
}
