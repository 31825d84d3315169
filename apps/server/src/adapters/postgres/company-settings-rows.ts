import type { CompanyId } from '@candor/domain/values/ids';
import type { CompanySettings, CompanySettingsStore, SettingsChange, SettingsVersion } from '../../ports/company.ts';
import type { Page } from '../../ports/offers.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { type LeadsNow, withLead } from './with-lead.ts';
import { withTenant } from './with-tenant.ts';

/** A company's current settings and every version of them. */
export class CompanySettingsRows implements CompanySettingsStore {
  readonly #db: Db;
  readonly #leadsNow: LeadsNow;

  /** `leadsNow` returns the leaders that put the rules in force. */
  constructor(db: Db, leadsNow: LeadsNow) {
    this.#db = db;
    this.#leadsNow = leadsNow;
  }

  change(companyId: CompanyId, change: SettingsChange): Promise<boolean> {
    const { lastVersion, settings, operatorId, atMs, reason } = change;
    const version = lastVersion + 1;
    return withLead(this.#db, companyId, this.#leadsNow(companyId), async (trx) => {
      const changed = await trx
        .updateTable('company')
        .set({ ...toColumns(settings), version })
        .where('id', '=', companyId)
        .where('version', '=', lastVersion)
        .returning('version')
        .executeTakeFirst();
      if (changed === undefined) return false;
      await trx
        .insertInto('company_version')
        .values({
          company_id: companyId,
          version,
          settings: JSON.stringify(settings),
          operator_id: operatorId,
          at_ms: String(atMs),
          reason,
        })
        .execute();
      await appendAudit(trx, companyId, atMs, change.audit);
      return true;
    });
  }

  versions(companyId: CompanyId, { offset, limit }: Page) {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await trx
        .selectFrom('company_version')
        .leftJoin('operator', 'operator.id', 'company_version.operator_id')
        .selectAll('company_version')
        .select('operator.email')
        .orderBy('version', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await trx
        .selectFrom('company_version')
        .select((row) => row.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        rows: rows.map(
          (row): SettingsVersion => ({
            version: row.version,
            // Versions before R-MKT-49 have no popular instruments.
            settings: { popular: [], ...(row.settings as Omit<CompanySettings, 'popular'>) },
            by: row.email ?? 'the installation',
            atMs: Number(row.at_ms),
            reason: row.reason,
          }),
        ),
        total: Number(total),
      };
    });
  }
}

function toColumns(settings: CompanySettings) {
  return {
    name: settings.name,
    logo: settings.logo,
    subject: settings.subject,
    registered_address: settings.registeredAddress,
    location: settings.location,
    email: settings.email,
    accents: [...settings.accents],
    languages: [...settings.languages],
    links: [...settings.links],
    service_link: settings.serviceLink,
    service_link_type: settings.serviceLinkType,
    verify_reg_type: settings.verifyRegType,
    verify_type: settings.verifyType,
    jurisdiction: settings.jurisdiction,
    blocked_countries: [...settings.blockedCountries],
    margin_call_percent: settings.marginCallPercent,
    stop_out_percent: settings.stopOutPercent,
    trade_fee_type: settings.tradeFeeType,
    has_invitations: settings.hasInvitations,
    is_public: settings.isPublic,
    is_ranking_shown: settings.isRankingShown,
    popular: [...settings.popular],
  };
}
