import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import { FencedError, type ShardLead } from '../../ports/journal.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

const fencedState = 'CF001';

/**
 * Returns the shards of a company with the epochs that lead them now: those whose cores put its rules in force. For null,
 * those that halts of every company are written under: none if the cores read them by themselves (R-RUN-77). In the order
 * of the shards, so that two transactions lock them alike.
 */
export type LeadsNow = (companyId: CompanyId | null) => readonly ShardLead[];

/** Returns the error itself, or a FencedError if the database refused a process that no longer leads. */
export function toFencedError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  return code === fencedState ? new FencedError(message) : error;
}

/**
 * Runs `work` as `withTenant` does, but commits only if each of `leads` still leads its shard: the next leader, which compares the tables
 * with its journal once, finds every rule that was written before it and none is written after. Throws FencedError.
 */
export async function withLead<Result>(
  db: Db,
  companyId: CompanyId,
  leads: readonly ShardLead[],
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await withTenant(db, companyId, async (trx) => {
      const result = await work(trx);
      // Last, because the lock delays the commits of orders until the transaction ends.
      for (const { shard, epoch } of leads) await sql`select require_lead(${shard}, ${epoch})`.execute(trx);
      return result;
    });
  } catch (error) {
    throw toFencedError(error);
  }
}
