import type { TenantId } from '@candor/domain/values/ids';
import type { JurisdictionId } from '@candor/domain/values/jurisdiction';
import type { Money } from '@candor/domain/values/money';

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
