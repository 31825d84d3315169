import type { BasicInfo, Brand, Company, CompanyStatus } from '@candor/contracts/http/company';
import { type Language, languageCodes, parseLanguage } from '@candor/contracts/languages';
import { formatDecimal } from '@candor/domain/values/decimal';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import { formatBalance } from '@candor/domain/values/money';
import type { CompanyRecord } from '../../ports/company.ts';
import { nameOfHost } from '../../services/company/companies.ts';
import { allowedLink } from '../../services/company/links.ts';
import { registrationTypes } from '../../services/identity/codes.ts';
import { tradingPolicyOf } from '../../services/trade/trading-policy.ts';

/** Companies in the wire's words. Links that may not be followed are left out (R-COM-04). */

/** `host`: where it was asked, as in the header. */
export function toCompanyStatus(company: CompanyRecord, host: string): CompanyStatus {
  const { status, type, id, name, lossUrl } = company;
  return { status, type, loss_url: allowedLink(company, lossUrl), id, name, pc_host: desktopHostOf(company, host) };
}

/** The host with its first label replaced by `pc` (of a bare domain: put before it), where the company has configured that. */
function desktopHostOf({ hosts }: CompanyRecord, host: string): string {
  const name = nameOfHost(host);
  const beside = [`pc.${name.slice(name.indexOf('.') + 1)}`, `pc.${name}`];
  return beside.find((one) => hosts.includes(one)) ?? '';
}

export function toCompany(company: CompanyRecord): Company {
  return {
    id: company.id,
    name: company.name,
    logo: allowedLink(company, company.logo),
    url: allowedLink(company, company.url),
    subject: company.subject,
    registered_address: company.registeredAddress,
    location: company.location,
    email: company.email,
  };
}

/** `lossRateE2`: share of losing accounts in hundredths of a percent; null when there are too few. */
export function toBasicInfo(company: CompanyRecord, lossRateE2: number | null): BasicInfo {
  const law = jurisdictions[company.jurisdiction];
  const policy = tradingPolicyOf(company);
  const isStated = law.isLossRateStated && lossRateE2 !== null;
  return {
    service_link: allowedLink(company, company.serviceLink),
    service_link_type: company.serviceLinkType,
    verify_reg_type: company.verifyRegType,
    reg_types: registrationTypes(company),
    verify_type: company.verifyType,
    trade_fee_type: company.tradeFeeType,
    margin_call_level: String(policy.marginCallPercent),
    stop_out_level: String(policy.stopOutPercent),
    demo_balance: formatBalance(company.demoBalance),
    brand: toBrand(company),
    languages: toLanguages(company.languages),
    profile: {
      id: law.id,
      version: law.version,
      leverage_caps: { ...policy.leverageCaps },
      negative_balance_protection: true,
      invitation_rewards: law.hasInvitationRewards,
    },
    blocked_countries: [...blockedCountriesOf(company)].toSorted(),
    risk_warning: {
      key: isStated ? 'cfd-loss-rate' : 'cfd',
      loss_percent: isStated ? formatDecimal(BigInt(lossRateE2), 2) : null,
    },
  };
}

/** Countries that the law or the company itself leaves out. */
export function blockedCountriesOf(company: CompanyRecord): ReadonlySet<string> {
  return new Set([...jurisdictions[company.jurisdiction].blockedCountries, ...company.blockedCountries]);
}

export function toBrand(company: CompanyRecord): Brand {
  const [accent = '', pressed = '', on = ''] = company.accents;
  const isGiven = [accent, pressed, on].every((colour) => /^#[0-9a-f]{6}$/i.test(colour));
  const logo = allowedLink(company, company.logo);
  return { name: company.name, logo, accents: isGiven ? { accent, pressed, on } : null };
}

function toLanguages(offered: readonly string[]): Language[] {
  const known = offered.flatMap((text) => parseLanguage(text) ?? []);
  return known.length > 0 ? known : languageCodes;
}
