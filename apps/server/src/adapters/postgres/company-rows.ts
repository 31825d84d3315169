import type { CompanyId } from '@candor/domain/values/ids';
import { type JurisdictionId, jurisdictions } from '@candor/domain/values/jurisdiction';
import { toMoney } from '@candor/domain/values/money';
import type { Selectable } from 'kysely';
import type { CompanyHost, CompanyRecord, CompanyStore } from '../../ports/company.ts';
import type { Db } from './database.ts';
import type { CompanyTable } from './schema.ts';

/**
 * Companies and hosts in PostgreSQL. They belong to the installation, so that a request's company can be looked up by
 * its host.
 */
export class CompanyRows implements CompanyStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async load(): Promise<{ companies: CompanyRecord[]; hosts: CompanyHost[] }> {
    const [companies, hosts] = await Promise.all([
      this.#db.selectFrom('company').selectAll().orderBy('id').execute(),
      this.#db.selectFrom('company_host').selectAll().execute(),
    ]);
    const hostsOf = new Map<number, string[]>();
    for (const { company_id: id, host } of hosts) hostsOf.set(id, [...(hostsOf.get(id) ?? []), host]);
    return {
      companies: companies.map((row) => toCompany(row, hostsOf.get(row.id) ?? [])),
      hosts: hosts.map((row) => ({ host: row.host, companyId: row.company_id as CompanyId })),
    };
  }
}

function toCompany(row: Selectable<CompanyTable>, hosts: string[]): CompanyRecord {
  return {
    id: row.id as CompanyId,
    shard: row.shard,
    name: row.name,
    isTrial: row.is_trial,
    hosts,
    type: row.type,
    status: row.status,
    lossUrl: row.loss_url,
    demoBalance: toMoney(BigInt(row.demo_balance_micros)),
    tradeFeeType: row.trade_fee_type === 2 ? 2 : 1,
    marginCallPercent: row.margin_call_percent,
    stopOutPercent: row.stop_out_percent,
    isPublic: row.is_public,
    logo: row.logo,
    url: row.url,
    subject: row.subject,
    registeredAddress: row.registered_address,
    location: row.location,
    email: row.email,
    accents: row.accents,
    languages: row.languages,
    links: row.links,
    serviceLink: row.service_link,
    serviceLinkType: row.service_link_type,
    verifyRegType: row.verify_reg_type,
    verifyType: row.verify_type === 2 ? 2 : 1,
    isMobileShown: row.is_mobile_shown,
    jurisdiction: toJurisdiction(row.jurisdiction),
    blockedCountries: row.blocked_countries,
    hasInvitations: row.has_invitations,
    hasInviteRewards: row.has_invite_rewards,
    isRankingShown: row.is_ranking_shown,
    popular: row.popular,
    version: row.version,
  };
}

/** A jurisdiction unknown to this version, e.g. after a downgrade, must not fall back to a laxer one. */
function toJurisdiction(name: string): JurisdictionId {
  if (!Object.hasOwn(jurisdictions, name)) throw new Error(`Invariant: the jurisdiction profile ${name} is known`);
  return name as JurisdictionId;
}
