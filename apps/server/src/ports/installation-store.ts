import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';
import type { CompanySettings } from './company-settings-store.ts';
import type { CompanyRecord } from './company-store.ts';

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
