import { createHash } from 'node:crypto';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NoticeChoice, NoticeChoiceStore } from '../../ports/notices.ts';
import type { PushDevice, PushDeviceStore, PushSubscriptionKeys } from '../../ports/push.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Browsers that take pushed notices, and the ways that users chose, in PostgreSQL. */
export class PushTables implements PushDeviceStore, NoticeChoiceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(companyId: CompanyId, device: PushDevice, nowMs: number, max: number): Promise<void> {
    const { accountId, endpoint, p256dh, auth, sessionId, language } = device;
    const id = deviceIdOf(endpoint);
    await withTenant(this.#db, companyId, async (trx) => {
      // A browser belongs to the user who subscribed last.
      await sql`delete from push_device where id = ${id} and user_id <> ${accountId}`.execute(trx);
      await sql`
        insert into push_device (company_id, user_id, id, endpoint, p256dh, auth, session_id, language, added_at_ms)
        values (${companyId}, ${accountId}, ${id}, ${endpoint}, ${p256dh}, ${auth}, ${sessionId}, ${language}, ${nowMs})
        on conflict (user_id, id) do update set p256dh = excluded.p256dh, auth = excluded.auth,
          session_id = excluded.session_id, language = excluded.language, added_at_ms = excluded.added_at_ms
      `.execute(trx);
      await sql`
        delete from push_device where user_id = ${accountId} and id not in (
          select id from push_device where user_id = ${accountId} order by added_at_ms desc, id limit ${max})`.execute(
        trx,
      );
    });
  }

  async remove(companyId: CompanyId, accountId: AccountId, endpoint: string): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      sql`delete from push_device where user_id = ${accountId} and id = ${deviceIdOf(endpoint)}`.execute(trx),
    );
  }

  count(companyId: CompanyId, accountId: AccountId): Promise<number> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from push_device where user_id = ${accountId}`.execute(trx);
      return Number(rows[0]?.count ?? 0);
    });
  }

  find(companyId: CompanyId, accountId: AccountId, id: string, nowMs: number): Promise<PushSubscriptionKeys | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<PushSubscriptionKeys>`
        select endpoint, p256dh, auth
        from push_device as device join user_token as token using (company_id, user_id, session_id)
        where device.user_id = ${accountId} and device.id = ${id} and token.expires_at_ms > ${nowMs}`.execute(trx);
      return rows[0] ?? null;
    });
  }

  choice(companyId: CompanyId, accountId: AccountId): Promise<NoticeChoice> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ chosen: NoticeChoice }>`
        select chosen from notice_choice where user_id = ${accountId}`.execute(trx);
      return rows[0]?.chosen ?? {};
    });
  }

  async choose(companyId: CompanyId, accountId: AccountId, choice: NoticeChoice): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      sql`
        insert into notice_choice (company_id, user_id, chosen)
        values (${companyId}, ${accountId}, ${JSON.stringify(choice)}::jsonb)
        on conflict (user_id) do update set chosen = excluded.chosen`.execute(trx),
    );
  }
}

function deviceIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url').slice(0, 22);
}
