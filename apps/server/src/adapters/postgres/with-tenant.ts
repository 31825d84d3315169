import type { TenantId } from '@candor/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * The one door to rows that belong to a company: a transaction in which the policies of every table let through
 * `companyId`'s rows and no others (R-COM-05). The setting ends with the transaction, so that a pooled connection
 * carries nobody's company to the next.
 */
export function withTenant<Result>(
  db: Db,
  companyId: TenantId,
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

/** The rest of a transaction of the installation, for the company that it is about: its rows alone from now on. */
export async function moveToTenant(trx: Db, companyId: TenantId): Promise<void> {
  await sql`select set_config('app.tenant', ${String(companyId)}, true)`.execute(trx);
}

/** Lists are counted this far: nobody turns so many pages, and a count without end is a load. */
export const countMax = 100_001;

/** How many rows `from … where …` finds, at most `countMax`. */
export async function countUpTo(trx: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 ${from} limit ${countMax}) as found`.execute(trx);
  return rows[0]?.total ?? 0;
}
