import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';
import type { CompanyRecord } from './company-store.ts';
import type { Page } from './offer-store.ts';

/** What a company's own operators set of it; hosts, status and demo balance are the installation's. */
export type CompanySettings = Pick<
  CompanyRecord,
  | 'name'
  | 'logo'
  | 'subject'
  | 'registeredAddress'
  | 'location'
  | 'email'
  | 'accents'
  | 'languages'
  | 'links'
  | 'serviceLink'
  | 'serviceLinkType'
  | 'verifyRegType'
  | 'verifyType'
  | 'jurisdiction'
  | 'blockedCountries'
  | 'marginCallPercent'
  | 'stopOutPercent'
  | 'tradeFeeType'
  | 'hasInvitations'
  | 'isPublic'
  | 'isRankingShown'
>;

export interface SettingsChange {
  /** The version that was looked at when the change was made. */
  readonly lastVersion: number;
  readonly settings: CompanySettings;
  readonly operatorId: number;
  readonly atMs: number;
  readonly reason: string;
  readonly audit: AuditEntry;
}

export interface SettingsVersion {
  readonly version: number;
  readonly settings: CompanySettings;
  /** The address of the operator who set them; of the installation's no more than that it was the installation. */
  readonly by: string;
  readonly atMs: number;
  readonly reason: string;
}

/** Settings of one company at a time, with their history. */
export interface CompanySettingsStore {
  /** Settings, history and record of it at once; false when somebody else has changed them since. */
  change(companyId: TenantId, change: SettingsChange): Promise<boolean>;
  /** Newest first. */
  versions(
    companyId: TenantId,
    page: Page,
  ): Promise<{ readonly rows: readonly SettingsVersion[]; readonly total: number }>;
}
