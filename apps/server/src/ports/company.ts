import type { TenantId } from '@candor/domain/values/ids';
import type { JurisdictionId } from '@candor/domain/values/jurisdiction';
import type { Money } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { Page } from './offers.ts';

export interface CompanyRecord {
  readonly id: TenantId;
  readonly name: string;
  /** For practice, marked as such when it was made: some limits that protect real money do not hold in it. */
  readonly isTrial: boolean;
  /** Where it answers; lower case, without port. */
  readonly hosts: readonly string[];
  /** 0 shows the company search (main mode). */
  readonly type: number;
  /** 0 in service. */
  readonly status: number;
  readonly lossUrl: string;
  readonly demoBalance: Money;
  readonly tradeFeeType: 1 | 2;
  readonly marginCallPercent: number;
  readonly stopOutPercent: number;
  /** Whether the company search finds it. */
  readonly isPublic: boolean;
  readonly logo: string;
  readonly url: string;
  readonly subject: string;
  readonly registeredAddress: string;
  readonly location: string;
  readonly email: string;
  /** The brand's accent, the accent pressed and what is written on it, or none for the product's own. */
  readonly accents: readonly string[];
  /** Languages offered by their wire code; none named means all. */
  readonly languages: readonly string[];
  /** Origins that configured links may lead to, beside the company's own hosts (R-COM-04). */
  readonly links: readonly string[];
  readonly serviceLink: string;
  readonly serviceLinkType: number;
  readonly verifyRegType: 'email' | 'mobile';
  /** How a registration is proved: 1 by a code sent, 2 by a captcha. */
  readonly verifyType: 1 | 2;
  readonly isMobileShown: boolean;
  /** The law it trades under (R-ORD-28). */
  readonly jurisdiction: JurisdictionId;
  /** Countries not served, beside the profile's, by ISO 3166 alpha-2 code. */
  readonly blockedCountries: readonly string[];
  readonly hasInvitations: boolean;
  /** Pays for who was invited; without effect where the law forbids it (R-INV-03). */
  readonly hasInviteRewards: boolean;
  readonly isRankingShown: boolean;
  /** Counts the changes of its settings. */
  readonly version: number;
}

/** A host that answers for a company; lower case, without port. */
export interface CompanyHost {
  readonly host: string;
  readonly companyId: TenantId;
}

export interface CompanyStore {
  /** Every company and every host: few, and read together. */
  load(): Promise<{ readonly companies: readonly CompanyRecord[]; readonly hosts: readonly CompanyHost[] }>;
}

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

/** What of a company is the installation's to set. */
export type CompanyTerms = Pick<
  CompanyRecord,
  'hosts' | 'type' | 'status' | 'lossUrl' | 'url' | 'links' | 'demoBalance' | 'isMobileShown'
>;

/** What a company begins with; its own admins change it from then on. */
export type FirstSettings = Pick<
  CompanyRecord,
  | 'name'
  | 'isPublic'
  | 'jurisdiction'
  | 'languages'
  | 'verifyRegType'
  | 'verifyType'
  | 'stopOutPercent'
  | 'marginCallPercent'
>;

export interface FirstOperatorGiven {
  /** Lower case. */
  readonly email: string;
  readonly passwordHash: string;
}

/** Who did it, and how it stands in the chains of the installation's company and of the one it is about. */
export interface InstallationAct {
  readonly operatorId: number;
  readonly atMs: number;
  readonly reason: string;
  readonly audit: (companyId: TenantId) => { readonly here: AuditEntry; readonly there: AuditEntry };
}

export interface NewCompany {
  readonly settings: FirstSettings;
  readonly terms: CompanyTerms;
  readonly isTrial: boolean;
  readonly companiesMax: number;
  readonly operator: FirstOperatorGiven;
}

export interface TermsChange {
  readonly lastVersion: number;
  readonly terms: CompanyTerms;
  /** All that the company's own history keeps, as it is with the change. */
  readonly settings: CompanySettings;
}

export type HostTaken = { readonly kind: 'host-taken'; readonly host: string };

/** Companies as operators of the installation make and change them; every act is whole, with its records, or not at all. */
export interface InstallationStore {
  add(
    company: NewCompany,
    act: InstallationAct,
  ): Promise<{ readonly kind: 'added'; readonly id: TenantId } | { readonly kind: 'too-many' } | HostTaken>;
  change(
    companyId: TenantId,
    change: TermsChange,
    act: InstallationAct,
  ): Promise<{ readonly kind: 'changed' } | { readonly kind: 'version-changed' } | HostTaken>;
  /** Whether an operator of the company has chosen a password or set up a second factor. */
  isTaken(companyId: TenantId): Promise<boolean>;
  /** A first operator with this password; false where one has taken the company over already. */
  giveOperator(companyId: TenantId, operator: FirstOperatorGiven, act: InstallationAct): Promise<boolean>;
}

export interface LossRateStore {
  /** Real accounts of a company with a closed order since then, and how many of them lost by trading in that time. */
  count(companyId: TenantId, sinceMs: number): Promise<{ readonly accounts: number; readonly losing: number }>;
}
