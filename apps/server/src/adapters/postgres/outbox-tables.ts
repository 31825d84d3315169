import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { ClaimedMessage, NewMessage, OutboxStore, SentRoute, Settlement } from '../../ports/messages.ts';
import type { Db } from './database.ts';
import { addMessageOnce } from './outbox-rows.ts';
import { withTenant } from './with-tenant.ts';

interface ClaimedRow {
  id: string;
  route: 'mail' | 'sms' | 'push';
  recipient: string;
  subject: string;
  body: string;
  created_at_ms: string;
  attempts: number;
}

/** Outbox in PostgreSQL; one process at a time claims a message. */
export class OutboxTables implements OutboxStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async addOnce(companyId: CompanyId, message: NewMessage): Promise<void> {
    await withTenant(this.#db, companyId, (trx) => addMessageOnce(trx, companyId, message));
  }

  claim(
    companyId: CompanyId,
    nowMs: number,
    leaseMs: number,
    limit: number,
    routes: readonly SentRoute[],
  ): Promise<ClaimedMessage[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      await giveUp(trx, nowMs);
      const { rows } = await sql<ClaimedRow>`
        update message_outbox as message
        set is_underway = true, attempts = attempts + 1, next_at_ms = ${nowMs + leaseMs}
        from (
          select id from message_outbox where state = 'waiting' and next_at_ms <= ${nowMs} and route = any(${[...routes]}::text[])
          order by next_at_ms limit ${limit} for update skip locked
        ) as due
        where message.id = due.id
        returning message.id, route, recipient, subject, body, created_at_ms, attempts`.execute(trx);
      return rows.map((row) => ({
        id: row.id,
        route: row.route,
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        createdAtMs: Number(row.created_at_ms),
        attempt: row.attempts,
      }));
    });
  }

  async settle(companyId: CompanyId, message: ClaimedMessage, settlement: Settlement, nowMs: number): Promise<void> {
    const isAgain = settlement.kind === 'again';
    const reason = settlement.kind === 'sent' ? null : settlement.reason.slice(0, 200);
    await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('message_outbox')
        .set({
          is_underway: false,
          reason,
          ...(isAgain
            ? { next_at_ms: String(settlement.atMs) }
            : { state: settlement.kind, subject: null, body: null, settled_at_ms: String(nowMs) }),
        })
        .where('id', '=', message.id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', message.attempt)
        .execute(),
    );
  }
}

/** Marks expired messages and interrupted SMS as failed, without their text; deletes messages with route `none`. */
async function giveUp(trx: Db, nowMs: number): Promise<void> {
  await sql`
    update message_outbox
    set state = 'failed', subject = null, body = null, is_underway = false, settled_at_ms = ${nowMs},
      reason = case when expires_at_ms <= ${nowMs} then 'expired' else 'interrupted' end
    where state = 'waiting' and next_at_ms <= ${nowMs} and route <> 'none'
      and (expires_at_ms <= ${nowMs} or (route = 'sms' and is_underway))`.execute(trx);
  await sql`delete from message_outbox where route = 'none' and next_at_ms <= ${nowMs}`.execute(trx);
}
