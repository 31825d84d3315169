import type { CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Selectable } from 'kysely';
import type { AuditEntry } from '../../ports/audit.ts';
import type {
  FundsSettings,
  PayoutCurrencyRecord,
  PayoutCurrencyStore,
  PayoutCurrencyTerms,
} from '../../ports/funds.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { FundsSettingsTable, PayoutCurrencyTable } from './desk-schema.ts';
import { withTenant } from './with-tenant.ts';

/** Payout currencies and the settings of the money desk in PostgreSQL. */
export class PayoutCurrencyTables implements PayoutCurrencyStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async active(companyId: CompanyId, kind: PayoutCurrencyTerms['kind']): Promise<PayoutCurrencyRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('draw_currency')
        .selectAll()
        .where('kind', '=', kind)
        .where('is_active', '=', true)
        .orderBy('id')
        .execute(),
    );
    return rows.map(toPayoutCurrency);
  }

  async find(companyId: CompanyId, id: number): Promise<PayoutCurrencyRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('draw_currency').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : toPayoutCurrency(row);
  }

  async list(companyId: CompanyId, page: number, pageSize: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const all = trx.selectFrom('draw_currency');
      const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await all
        .selectAll()
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return { rows: rows.map(toPayoutCurrency), total: Number(total) };
    });
  }

  add(
    companyId: CompanyId,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<PayoutCurrencyRecord> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .insertInto('draw_currency')
        .values({
          company_id: companyId,
          kind: terms.kind,
          code: terms.code,
          protocol: terms.protocol,
          created_at_ms: String(atMs),
          ...toRow(terms),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await appendAudit(trx, companyId, atMs, audit(row.id));
      return toPayoutCurrency(row);
    });
  }

  change(
    companyId: CompanyId,
    id: number,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: AuditEntry,
  ): Promise<PayoutCurrencyRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .updateTable('draw_currency')
        .set(toRow(terms))
        .where('id', '=', id)
        .where('kind', '=', terms.kind)
        .where('code', '=', terms.code)
        .where('protocol', '=', terms.protocol)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      await appendAudit(trx, companyId, atMs, audit);
      return toPayoutCurrency(row);
    });
  }

  async settings(companyId: CompanyId): Promise<FundsSettings | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('funds_settings').selectAll().executeTakeFirst(),
    );
    return row === undefined ? null : toSettings(row);
  }

  async isTrial(companyId: CompanyId): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('company').select('is_trial').where('id', '=', companyId).executeTakeFirst(),
    );
    return row?.is_trial === true;
  }

  async changeSettings(companyId: CompanyId, settings: FundsSettings, atMs: number, audit: AuditEntry): Promise<void> {
    const row = {
      withdrawal_second_from_micros: String(settings.withdrawalSecondFrom),
      deposit_second_from_micros: String(settings.depositSecondFrom),
      auto_credit_max_micros: String(settings.autoCreditMax),
      method_hold_hours: settings.methodHoldHours,
      freeze_hours: settings.freezeHours,
      requests_max: settings.requestsMax,
    };
    await withTenant(this.#db, companyId, async (trx) => {
      await trx
        .insertInto('funds_settings')
        .values({ company_id: companyId, ...row })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
        .execute();
      await appendAudit(trx, companyId, atMs, audit);
    });
  }
}

function toRow(terms: PayoutCurrencyTerms) {
  return {
    fee_type: terms.feeType,
    draw_rate_e8: String(terms.drawRateE8),
    usd_price_e8: String(terms.usdPriceE8),
    min_micros: String(terms.min),
    max_micros: String(terms.max),
    is_active: terms.isActive,
  };
}

function toPayoutCurrency(row: Selectable<PayoutCurrencyTable>): PayoutCurrencyRecord {
  return {
    id: row.id,
    kind: row.kind,
    code: row.code,
    protocol: row.protocol,
    feeType: row.fee_type === 1 ? 1 : 2,
    drawRateE8: BigInt(row.draw_rate_e8),
    usdPriceE8: BigInt(row.usd_price_e8),
    min: toMoney(BigInt(row.min_micros)),
    max: toMoney(BigInt(row.max_micros)),
    isActive: row.is_active,
    createdAtMs: Number(row.created_at_ms),
  };
}

function toSettings(row: Selectable<FundsSettingsTable>): FundsSettings {
  return {
    withdrawalSecondFrom: toMoney(BigInt(row.withdrawal_second_from_micros)),
    depositSecondFrom: toMoney(BigInt(row.deposit_second_from_micros)),
    autoCreditMax: toMoney(BigInt(row.auto_credit_max_micros)),
    methodHoldHours: row.method_hold_hours,
    freezeHours: row.freeze_hours,
    requestsMax: row.requests_max,
  };
}
