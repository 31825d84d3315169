import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { AuditPart, AuditResult, AuditResultStore, AuditResults, AuditState } from '../../ports/nightly-audit.ts';
import { int4Array } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const keptMs = 400 * 86_400_000;

interface ResultRow {
  readonly company_id: number;
  readonly began_at_ms: string;
  readonly ended_at_ms: string;
  readonly state: AuditState;
  readonly since_ms: string;
  readonly parts: readonly AuditPart[];
}

/** Results of the nights' audits as a company's readers see them; role `app`. */
export class AuditResultReader implements AuditResults {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async newest(companyId: CompanyId, limit: number): Promise<AuditResult[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<ResultRow>`
        select * from audit_result where company_id = ${companyId} order by began_at_ms desc limit ${limit}`.execute(
        trx,
      );
      return rows.map((row) => ({
        beganAtMs: Number(row.began_at_ms),
        endedAtMs: Number(row.ended_at_ms),
        state: row.state,
        sinceMs: Number(row.since_ms),
        parts: row.parts,
      }));
    });
  }
}

/** Results of the nights' audits, for the job that writes them; role `core`. */
export class AuditResultTables implements AuditResultStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async lastBeganMs(companyIds: readonly CompanyId[]): Promise<number | null> {
    const { rows } = await sql<{ began: string | null }>`
      select max(began_at_ms) as began from audit_result
      where company_id = any(${int4Array(companyIds)}::integer[])`.execute(this.#db);
    return rows[0]?.began == null ? null : Number(rows[0].began);
  }

  async latest(companyIds: readonly CompanyId[]) {
    const { rows } = await sql<Pick<ResultRow, 'company_id' | 'state' | 'ended_at_ms'>>`
      select distinct on (company_id) company_id, state, ended_at_ms from audit_result
      where company_id = any(${int4Array(companyIds)}::integer[]) order by company_id, began_at_ms desc`.execute(
      this.#db,
    );
    return rows.map((row) => ({
      companyId: row.company_id as CompanyId,
      state: row.state,
      endedAtMs: Number(row.ended_at_ms),
    }));
  }

  async put(companyId: CompanyId, { beganAtMs, endedAtMs, state, parts }: Omit<AuditResult, 'sinceMs'>): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await sql`
        insert into audit_result (company_id, began_at_ms, ended_at_ms, state, since_ms, parts)
        values (${companyId}, ${beganAtMs}, ${endedAtMs}, ${state},
          coalesce((select since_ms from (
            select state, since_ms from audit_result where company_id = ${companyId} order by began_at_ms desc limit 1
          ) as last where last.state = ${state}), ${beganAtMs}), ${JSON.stringify(parts)}::jsonb)`.execute(trx);
      await sql`delete from audit_result where company_id = ${companyId} and began_at_ms < ${beganAtMs - keptMs}`.execute(
        trx,
      );
    });
  }
}
