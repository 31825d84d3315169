import type { CompanyId } from '@candor/domain/values/ids';
import type { JurisdictionId } from '@candor/domain/values/jurisdiction';
import type { Money } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { Page } from './offers.ts';
import type { Invitation } from './operators.ts';

export interface CompanyRecord {
  readonly id: CompanyId;
  /** Shard that decides for its accounts; never changes. */
  readonly shard: number;
  readonly name: string;
  /** True for a practice company, marked so when it was created: some limits that protect real money do not apply. */
  readonly isTrial: boolean;
  /** Hosts of the company's pages; lower case, without port. */
  readonly hosts: readonly string[];
  /** 0: main mode, with company search. */
  readonly type: number;
  /** 0: in service. */
  readonly status: number;
  readonly lossUrl: string;
  readonly demoBalance: Money;
  readonly tradeFeeType: 1 | 2;
  readonly marginCallPercent: number;
  readonly stopOutPercent: number;
  /** True if the company search finds it. */
  readonly isPublic: boolean;
  readonly logo: string;
  readonly url: string;
  readonly subject: string;
  readonly registeredAddress: string;
  readonly location: string;
  readonly email: string;
  /** Brand colours: accent, pressed accent and text on it; empty for the product's own. */
  readonly accents: readonly string[];
  /** Wire codes of the languages offered; empty for all. */
  readonly languages: readonly string[];
  /** Origins that configured links may point to, in addition to the company's own hosts (R-COM-04). */
  readonly links: readonly string[];
  readonly serviceLink: string;
  readonly serviceLinkType: number;
  readonly verifyRegType: 'email' | 'mobile';
  /** Proof of a registration: 1 a code that was sent, 2 a captcha. */
  readonly verifyType: 1 | 2;
  readonly isMobileShown: boolean;
  /** Jurisdiction whose trading rules apply (R-ORD-28). */
  readonly jurisdiction: JurisdictionId;
  /** ISO 3166 alpha-2 codes of countries not served, in addition to the jurisdiction's. */
  readonly blockedCountries: readonly string[];
  readonly hasInvitations: boolean;
  /** Pays rewards for invitations; has no effect in jurisdictions that forbid it (R-INV-03). */
  readonly hasInviteRewards: boolean;
  readonly isRankingShown: boolean;
  /** Codes of the instruments that its market lists first, in their order; empty for the catalogue's (R-MKT-49). */
  readonly popular: readonly string[];
  /** Number of changes of its settings. */
  readonly version: number;
}

/** A host that answers for a company; lower case, without port. */
export interface CompanyHost {
  readonly host: string;
  readonly companyId: CompanyId;
}

export interface CompanyStore {
  /** Reads all companies and hosts together; there are few. */
  load(): Promise<{ readonly companies: readonly CompanyRecord[]; readonly hosts: readonly CompanyHost[] }>;
}

/** Settings that the company's own operators change; hosts, status and demo balance belong to the installation. */
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
  | 'popular'
>;

export interface SettingsChange {
  /** Version that the change was based on. */
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
  /**
   * E-mail address of the operator who made the change; for operators of the installation only that it was the
   * installation.
   */
  readonly by: string;
  readonly atMs: number;
  readonly reason: string;
}

/** Settings and their history, one company at a time. */
export interface CompanySettingsStore {
  /** Writes settings, history and audit entry in one transaction; false if the settings have changed meanwhile. */
  change(companyId: CompanyId, change: SettingsChange): Promise<boolean>;
  /** Newest first. */
  versions(
    companyId: CompanyId,
    page: Page,
  ): Promise<{ readonly rows: readonly SettingsVersion[]; readonly total: number }>;
}

/** Settings of a company that only the installation changes. */
export type CompanyTerms = Pick<
  CompanyRecord,
  'hosts' | 'type' | 'status' | 'lossUrl' | 'url' | 'links' | 'demoBalance' | 'isMobileShown'
>;

/** Initial settings of a company; its own admins change them afterwards. */
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
  readonly invitation: Invitation;
}

/**
 * Author of a change, and its audit entries in the chains of the installation's company and of the company concerned.
 */
export interface InstallationAct {
  readonly operatorId: number;
  readonly atMs: number;
  readonly reason: string;
  readonly audit: (companyId: CompanyId) => { readonly here: AuditEntry; readonly there: AuditEntry };
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
  /** Settings to write to the company's history with the change. */
  readonly settings: CompanySettings;
}

export type HostTaken = { readonly kind: 'host-taken'; readonly host: string };

/**
 * Companies as the installation's operators create and change them; each change and its audit entries are one
 * transaction.
 */
export interface InstallationStore {
  add(
    company: NewCompany,
    act: InstallationAct,
  ): Promise<{ readonly kind: 'added'; readonly id: CompanyId } | { readonly kind: 'too-many' } | HostTaken>;
  change(
    companyId: CompanyId,
    change: TermsChange,
    act: InstallationAct,
  ): Promise<{ readonly kind: 'changed' } | { readonly kind: 'version-changed' } | HostTaken>;
  /** True if an operator of the company has chosen a password or set up a second factor. */
  isTaken(companyId: CompanyId): Promise<boolean>;
  /** Sets the first operator and password; false if an operator has already taken over the company. */
  giveOperator(companyId: CompanyId, operator: FirstOperatorGiven, act: InstallationAct): Promise<boolean>;
}

export interface LossRateStore {
  /** Counts real accounts with an order closed since then, and those of them with a trading loss in that time. */
  count(companyId: CompanyId, sinceMs: number): Promise<{ readonly accounts: number; readonly losing: number }>;
}
