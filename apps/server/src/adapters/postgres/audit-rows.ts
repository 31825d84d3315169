import { createHash } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { AuditEntry, AuditFault, AuditLog, ChainCheck, ChainHead } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const batchRows = 1_000;
/** Any number that no other advisory lock with two keys uses. */
const lockClass = 4_206;

/** Adds an entry in the transaction of what it tells of, so that neither is there without the other. */
export async function appendAudit(trx: Db, companyId: TenantId, atMs: number, entry: AuditEntry): Promise<void> {
  // The chain has one end: whoever adds to it waits for the one before to be done.
  await sql`select pg_advisory_xact_lock(${lockClass}, ${companyId}::integer)`.execute(trx);
  const last = await trx
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = {
    company_id: companyId,
    seq: (last?.seq ?? 0) + 1,
    at_ms: String(atMs),
    operator_id: entry.operatorId,
    action: entry.action,
    subject: entry.subject,
    reason: entry.reason,
  };
  await trx
    .insertInto('audit_entry')
    .values({ ...row, hash: hashOf(last?.hash, row) })
    .execute();
}

/** The chain in PostgreSQL. */
export class AuditRows implements AuditLog {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async append(companyId: TenantId, entry: AuditEntry): Promise<void> {
    await withTenant(this.#db, companyId, (trx) => appendAudit(trx, companyId, this.#clock.nowMs(), entry));
  }

  async findFault(companyId: TenantId): Promise<AuditFault | null> {
    return (await this.check(companyId, null)).fault;
  }

  async check(companyId: TenantId, kept: ChainHead | null): Promise<ChainCheck> {
    let head: ChainHead | null = null;
    for (let seq = 0; ; seq += batchRows) {
      const from = seq;
      const rows = await withTenant(this.#db, companyId, (trx) =>
        trx.selectFrom('audit_entry').selectAll().where('seq', '>', from).orderBy('seq').limit(batchRows).execute(),
      );
      for (const [at, { hash, ...row }] of rows.entries()) {
        const due = from + at + 1;
        if (row.seq !== due) return { head, fault: { seq: due, fault: 'missing' } };
        const isKept = row.seq !== kept?.seq || hash.equals(kept.hash);
        if (!isKept || !hash.equals(hashOf(head?.hash, row))) return { head, fault: { seq: due, fault: 'changed' } };
        head = { seq: row.seq, hash };
      }
      if (rows.length === batchRows) continue;
      const end = head?.seq ?? 0;
      const isCutOff = kept !== null && end < kept.seq;
      return { head, fault: isCutOff ? { seq: end + 1, fault: 'missing' } : null };
    }
  }
}

interface HashedRow {
  readonly company_id: number;
  readonly seq: number;
  readonly at_ms: string;
  readonly operator_id: number | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
}

function hashOf(previous: Buffer | undefined, row: HashedRow): Buffer {
  const { company_id: company, seq, at_ms: atMs, operator_id: operator, action, subject, reason } = row;
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(JSON.stringify([company, seq, atMs, operator, action, subject, reason]))
    .digest();
}
