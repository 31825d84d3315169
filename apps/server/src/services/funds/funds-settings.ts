import type { TenantId } from '@candor/domain/values/ids';
import { toMoney, zeroMoney } from '@candor/domain/values/money';
import type { DrawCurrencyStore, FundsSettings } from '../../ports/draw-currency-store.ts';

/** What holds for a company that has set nothing of its own (R-FND-31). */
export const defaultFundsSettings: FundsSettings = {
  withdrawalSecondFrom: toMoney(5_000_000_000n),
  depositSecondFrom: toMoney(10_000_000_000n),
  autoCreditMax: zeroMoney,
  methodHoldHours: 24,
  freezeHours: 24,
  requestsMax: 10,
};

export async function fundsSettingsOf(
  store: Pick<DrawCurrencyStore, 'settings'>,
  companyId: TenantId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
