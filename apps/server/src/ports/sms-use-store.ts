import type { TenantId } from '@candor/domain/values/ids';

/** SMS of a company since midnight UTC; of countries, by dialling code, those that got most. */
export interface SmsUse {
  readonly used: number;
  readonly refused: number;
  readonly countries: readonly { readonly country: string; readonly used: number; readonly refused: number }[];
}

export interface SmsUseStore {
  today(companyId: TenantId, nowMs: number): Promise<SmsUse>;
}
