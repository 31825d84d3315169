import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { TenantId } from '@candor/domain/values/ids';
import type { FundsSettings, PayoutMethodRecord } from '../../ports/funds.ts';
import type { UserRecord } from '../../ports/identity.ts';
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

/**
 * Until when a withdrawal under way is held, as the credentials stand now: by a freeze, or by its method's hold, which a
 * change during it has begun anew (R-FND-48). Undefined where nothing holds it.
 */
export async function heldUntilOf(
  deps: Deps,
  companyId: TenantId,
  { status, accountId, heldUntilMs }: WithdrawalRecord,
  method: PayoutMethodRecord | undefined,
): Promise<number | undefined> {
  if (status !== 'requested' && status !== 'approved') return heldUntilMs;
  const changedAtMs = await deps.credentials.changedAtMs(companyId, accountId);
  if (changedAtMs === null) return heldUntilMs;
  const settings = await fundsSettingsOf(deps.currencies, companyId);
  const usableAtMs = method === undefined ? 0 : usableTime(method, changedAtMs, settings);
  return Math.max(heldUntilMs ?? 0, changedAtMs + settings.freezeHours * hourMs, usableAtMs);
}

/** When each bound method is paid to; credentials changed during its hold start the hold anew after their freeze. */
export async function withUsableTimes(
  { credentials, currencies }: Deps,
  { companyId, id }: UserRecord,
  methods: readonly PayoutMethodRecord[],
): Promise<PayoutMethodRecord[]> {
  const changedAtMs = await credentials.changedAtMs(companyId, id);
  const settings = await fundsSettingsOf(currencies, companyId);
  return methods.map((method) =>
    changedAtMs === null ? method : { ...method, usableAtMs: usableTime(method, changedAtMs, settings) },
  );
}

function usableTime({ createdAtMs, usableAtMs }: PayoutMethodRecord, changedAtMs: number, settings: Hold): number {
  if (changedAtMs < createdAtMs || changedAtMs >= usableAtMs) return usableAtMs;
  return Math.max(usableAtMs, usableFrom(changedAtMs, changedAtMs, settings));
}
