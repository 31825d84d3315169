import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { DueNotice, DueNoticeStore } from '../../ports/due-notices.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { NoticeChoice, StoredNotice, StoredNoticeKind } from '../../ports/notices.ts';
import type { Db } from './database.ts';
import { addMessageOnce } from './outbox-rows.ts';
import { withTenant } from './with-tenant.ts';

interface DueRow {
  readonly user_id: number;
  readonly id: string;
  readonly kind: string;
  readonly at_ms: string;
  readonly facts: string;
  readonly email: string | null;
  readonly currency: DueNotice['currency'];
  readonly language: string;
  readonly chosen: NoticeChoice | null;
  readonly devices: DueNotice['devices'] | null;
}

/** Due notices in PostgreSQL; `core` sees those of every company. */
export class DueNoticeTables implements DueNoticeStore {
  readonly #app: Db;
  readonly #core: Db;
  readonly #decode: (text: string) => unknown;

  constructor({ app, core }: { readonly app: Db; readonly core: Db }, codec: { decode: (text: string) => unknown }) {
    this.#app = app;
    this.#core = core;
    this.#decode = codec.decode;
  }

  async companies(): Promise<CompanyId[]> {
    const { rows } = await sql<{ id: number }>`
      select id from company where exists (select from notice where company_id = company.id and is_due)
      order by id`.execute(this.#core);
    return rows.map(({ id }) => id as CompanyId);
  }

  route(
    companyId: CompanyId,
    limit: number,
    nowMs: number,
    { write, failed }: Parameters<DueNoticeStore['route']>[3],
  ): Promise<number> {
    return withTenant(this.#app, companyId, async (trx) => {
      const { rows } = await sql<DueRow>`
        with due as (
          update notice set is_due = false where (user_id, id) in (
            select user_id, id from notice where company_id = ${companyId} and is_due
            order by at_ms limit ${limit} for update skip locked)
          returning user_id, id, kind, at_ms, facts
        )
        select due.*, email, currency, language, chosen, (
          select json_agg(json_build_object('id', device.id, 'language', device.language) order by device.id)
          from push_device as device join user_token as token using (company_id, user_id, session_id)
          where device.user_id = due.user_id and token.expires_at_ms > ${nowMs}) as devices
        from due join app_user on app_user.id = due.user_id
        left join notice_choice as choice on choice.user_id = due.user_id
        order by at_ms, due.id`.execute(trx);
      for (const row of rows) {
        const error = await this.#store(trx, companyId, () => write(this.#toDue(row)));
        if (error === null || failed(`${row.user_id}/${row.id}`, error) === 'never') continue;
        await sql`update notice set is_due = true where user_id = ${row.user_id} and id = ${row.id}`.execute(trx);
      }
      return rows.length;
    });
  }

  /** Stores all messages of one notice or none; returns why none. Throws without a database. */
  async #store(trx: Db, companyId: CompanyId, write: () => readonly NewMessage[]): Promise<Error | null> {
    let messages: readonly NewMessage[];
    try {
      messages = write();
    } catch (error) {
      return error as Error;
    }
    if (messages.length === 0) return null;
    await sql`savepoint one_notice`.execute(trx);
    try {
      for (const message of messages) await addMessageOnce(trx, companyId, message);
    } catch (error) {
      await sql`rollback to savepoint one_notice`.execute(trx);
      return error as Error;
    }
    await sql`release savepoint one_notice`.execute(trx);
    return null;
  }

  #toDue(row: DueRow): DueNotice {
    const { email, currency, language } = row;
    const facts = this.#decode(row.facts) as Pick<StoredNotice, 'order' | 'amount'>;
    const kind = row.kind as StoredNoticeKind;
    return {
      notice: { ...facts, id: row.id, kind, atMs: Number(row.at_ms), isRead: false },
      accountId: row.user_id as AccountId,
      email,
      currency,
      language,
      choice: row.chosen ?? {},
      devices: row.devices ?? [],
    };
  }
}
