import type { CompanyId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * The only access to a company's rows: a transaction in which every table's policy admits the rows of `companyId` alone
 * (R-COM-05). The setting ends with the transaction, so that a pooled connection carries no company to the next one.
 */
export function withTenant<Result>(
  db: Db,
  companyId: CompanyId,
  work: (trx: Db) => Promise<Result>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<Result> {
  const begun = db.transaction();
  const transaction = isolation === 'read committed' ? begun : begun.setIsolationLevel(isolation);
  return transaction.execute(async (trx) => {
    await moveToTenant(trx, companyId);
    return work(trx);
  });
}

/** Restricts the rest of an installation's transaction to the rows of the company concerned. */
export async function moveToTenant(trx: Db, companyId: CompanyId): Promise<void> {
  await sql`select set_config('app.tenant', ${String(companyId)}, true)`.execute(trx);
}

/** Lists are counted up to this: nobody pages further, and an unbounded count is expensive. */
const countMax = 100_001;

/** Counts the rows that `from … where …` finds, at most `countMax`. */
export async function countUpTo(trx: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 ${from} limit ${countMax}) as found`.execute(trx);
  return rows[0]?.total ?? 0;
}
