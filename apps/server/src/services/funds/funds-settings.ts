import type { TenantId } from '@candor/domain/values/ids';
import { defaultFundsSettings, type FundsSettings, type PayoutCurrencyStore } from '../../ports/funds.ts';

export async function fundsSettingsOf(
  store: Pick<PayoutCurrencyStore, 'settings'>,
  companyId: TenantId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
