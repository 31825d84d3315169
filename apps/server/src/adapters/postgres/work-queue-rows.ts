import type { CompanyId } from '@candor/domain/values/ids';
import { CompiledQuery, sql } from 'kysely';
import type { Queue, WorkQueues } from '../../ports/work-queues.ts';
import type { Db } from './database.ts';
import { dueMessages } from './outbox-rows.ts';
import { withTenant } from './with-tenant.ts';

interface QueueRow {
  count: number;
  since_ms: string | null;
}

/** Queues of PostgreSQL's tables. */
export class WorkQueueRows implements WorkQueues {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  read(companyId: CompanyId, nowMs: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const messages = await trx.executeQuery<QueueRow>(CompiledQuery.raw(dueMessages, [nowMs]));
      const requests = (kind: 'deposit' | 'withdrawal') => sql<QueueRow>`
        select count(*)::integer as count, min(requested_at_ms) as since_ms from (
          select requested_at_ms from funds_request where kind = ${kind} and finished_at_ms is null order by id limit 1000
        ) as waiting`;
      return {
        messages: queueOf(messages.rows[0]),
        deposits: queueOf((await requests('deposit').execute(trx)).rows[0]),
        withdrawals: queueOf((await requests('withdrawal').execute(trx)).rows[0]),
      };
    });
  }
}

function queueOf(row: QueueRow | undefined): Queue {
  return { count: row?.count ?? 0, sinceMs: row?.since_ms == null ? null : Number(row.since_ms) };
}
