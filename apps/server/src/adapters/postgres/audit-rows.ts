import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { AuditEntry, AuditFault, AuditLog, ChainCheck, ChainHead, Rest } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import { chainHash, checkChain } from './check-chain.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Unique among the advisory locks with two keys. */
const lockClass = 4_206;

/** Adds an entry in the transaction of the change that it records. */
export async function appendAudit(trx: Db, companyId: CompanyId, atMs: number, entry: AuditEntry): Promise<void> {
  // Appends wait for one another: the chain has one end.
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
    .values({ ...row, hash: chainHash(last?.hash, fieldsOf(row)) })
    .execute();
}

/** Audit chain in PostgreSQL. */
export class AuditRows implements AuditLog {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async append(companyId: CompanyId, entry: AuditEntry): Promise<void> {
    await withTenant(this.#db, companyId, (trx) => appendAudit(trx, companyId, this.#clock.nowMs(), entry));
  }

  async findFault(companyId: CompanyId): Promise<AuditFault | null> {
    return (await this.check(companyId, null)).fault;
  }

  check(companyId: CompanyId, kept: ChainHead | null, aside?: AbortSignal, rest?: Rest): Promise<ChainCheck> {
    const read = (after: number, limit: number) =>
      withTenant(this.#db, companyId, (trx) =>
        trx.selectFrom('audit_entry').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute(),
      );
    return checkChain(read, fieldsOf, { anchor: null, kept, aside, rest });
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

function fieldsOf({ company_id, seq, at_ms, operator_id, action, subject, reason }: HashedRow): readonly unknown[] {
  return [company_id, seq, at_ms, operator_id, action, subject, reason];
}
