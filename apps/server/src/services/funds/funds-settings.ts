import type { TenantId } from '@candor/domain/values/ids';
import { type DrawCurrencyStore, defaultFundsSettings, type FundsSettings } from '../../ports/draw-currency-store.ts';

export async function fundsSettingsOf(
  store: Pick<DrawCurrencyStore, 'settings'>,
  companyId: TenantId,
): Promise<FundsSettings> {
  return (await store.settings(companyId)) ?? defaultFundsSettings;
}
