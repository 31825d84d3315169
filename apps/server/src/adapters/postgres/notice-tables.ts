import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NoticeAsk, NoticeStore, ReadNotices, StoredNotice, StoredNoticeKind } from '../../ports/notices.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

export interface NoticeRow {
  readonly id: string;
  readonly kind: string;
  readonly at_ms: string;
  readonly facts: string;
  readonly read_at_ms: string | null;
}

/** Lists of notices in PostgreSQL. */
export class NoticeTables implements NoticeStore {
  readonly #db: Db;
  readonly #decode: (text: string) => unknown;

  constructor(db: Db, codec: { readonly decode: (text: string) => unknown }) {
    this.#db = db;
    this.#decode = codec.decode;
  }

  list(companyId: CompanyId, { accountId, kinds, before, limit }: NoticeAsk): Promise<StoredNotice[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<NoticeRow>`
        select id, kind, at_ms, facts, read_at_ms from notice
        where user_id = ${accountId}
          and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
          and (${before?.atMs ?? null}::bigint is null or (at_ms, id) < (${before?.atMs ?? null}::bigint, ${before?.id ?? ''}))
        order by at_ms desc, id desc limit ${limit}`.execute(trx);
      return rows.map((row) => toStoredNotice(row, this.#decode));
    });
  }

  unread(companyId: CompanyId, accountId: AccountId, max: number): Promise<number> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from (
          select from notice where user_id = ${accountId} and read_at_ms is null limit ${max}) as unread`.execute(trx);
      return Number(rows[0]?.count ?? 0);
    });
  }

  async read(companyId: CompanyId, accountId: AccountId, read: ReadNotices, nowMs: number): Promise<void> {
    const which = 'ids' in read ? sql`id = any(${[...read.ids]}::text[])` : sql`at_ms <= ${read.untilMs}`;
    await withTenant(this.#db, companyId, (trx) =>
      sql`
        update notice set read_at_ms = ${nowMs}
        where user_id = ${accountId} and read_at_ms is null and ${which}`.execute(trx),
    );
  }
}

export function toStoredNotice(row: NoticeRow, decode: (text: string) => unknown): StoredNotice {
  return {
    ...(decode(row.facts) as Pick<StoredNotice, 'order' | 'amount'>),
    id: row.id,
    kind: row.kind as StoredNoticeKind,
    atMs: Number(row.at_ms),
    isRead: row.read_at_ms !== null,
  };
}
