import type { FundsSettings } from '../../ports/draw-currency-store.ts';
import type { DrawMethodRecord } from '../../ports/draw-method-store.ts';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { FundsDeps } from './funds-deps.ts';
import { fundsSettingsOf } from './funds-settings.ts';

type Deps = Pick<FundsDeps, 'credentials' | 'currencies'>;
type Hold = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours'>;

const hourMs = 3_600_000;

/** When a method bound now is paid to: the hold begins once a freeze for changed credentials has ended (R-FND-38). */
export function usableFrom(nowMs: number, changedAtMs: number | null, { methodHoldHours, freezeHours }: Hold): number {
  const frozenUntilMs = changedAtMs === null ? nowMs : changedAtMs + freezeHours * hourMs;
  return Math.max(nowMs, frozenUntilMs) + methodHoldHours * hourMs;
}

/** When each bound method is paid to; credentials changed during its hold start the hold anew after their freeze. */
export async function withUsableTimes(
  { credentials, currencies }: Deps,
  { companyId, id }: UserRecord,
  methods: readonly DrawMethodRecord[],
): Promise<DrawMethodRecord[]> {
  const changedAtMs = await credentials.changedAtMs(companyId, id);
  const settings = await fundsSettingsOf(currencies, companyId);
  return methods.map((method) => {
    const { createdAtMs, usableAtMs } = method;
    if (changedAtMs === null || changedAtMs < createdAtMs || changedAtMs >= usableAtMs) return method;
    return { ...method, usableAtMs: Math.max(usableAtMs, usableFrom(changedAtMs, changedAtMs, settings)) };
  });
}
