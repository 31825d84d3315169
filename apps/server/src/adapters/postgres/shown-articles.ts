import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { ArticleKind, Reader, ShownArticle } from '../../ports/content.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

interface ShownRow {
  readonly id: number;
  readonly kind: ArticleKind;
  readonly logo: string;
  readonly published_at_ms: string;
  readonly is_pinned: boolean;
  readonly version: number;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly is_read: boolean;
}

/** Articles for readers. */
export class ShownArticles {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async shown(companyId: CompanyId, kind: ArticleKind, reader: Reader, offset: number, limit: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const ofKind = sql`kind = ${kind} and ${isShown(reader.nowMs)}`;
      const counted = await sql<{ total: string; unread: string }>`
        select count(*) as total, count(*) filter (where not ${isRead(reader)}) as unread
        from article where ${ofKind}`.execute(trx);
      const { rows } = await sql<ShownRow>`
        select article.*, ${isRead(reader)} as is_read, best.language, best.title, best.summary
        from article cross join lateral (${bestText(reader)}) as best where ${ofKind}
        order by is_pinned desc, published_at_ms desc, id desc limit ${limit} offset ${offset}`.execute(trx);
      const [counts] = counted.rows;
      return { articles: rows.map(toShown), total: Number(counts?.total ?? 0), unread: Number(counts?.unread ?? 0) };
    });
  }

  async findShown(companyId: CompanyId, id: number, reader: Reader) {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<ShownRow & { html: string }>`
        select article.*, ${isRead(reader)} as is_read, best.language, best.title, best.summary, best.html
        from article cross join lateral (${bestText(reader)}) as best
        where id = ${id} and ${isShown(reader.nowMs)}`.execute(trx);
      const [row] = rows;
      return row === undefined ? null : { ...toShown(row), html: row.html };
    });
  }

  async markRead(
    companyId: CompanyId,
    userId: number,
    ids: readonly number[],
    alsoIds: readonly number[],
    nowMs: number,
  ): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      sql`
        insert into article_read (company_id, user_id, article_id)
        select ${companyId}::integer, ${userId}::integer, id from article where id = any (${ids}::integer[]) and ${isShown(nowMs)}
        union select ${companyId}::integer, ${userId}::integer, unnest(${alsoIds}::integer[])
        on conflict do nothing`.execute(trx),
    );
  }

  async isRead(companyId: CompanyId, userId: number, id: number): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('article_read')
        .select('article_id')
        .where('user_id', '=', userId)
        .where('article_id', '=', id)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }
}

function isShown(nowMs: number) {
  return sql<boolean>`published_at_ms <= ${nowMs} and deleted_at_ms is null`;
}

function isRead({ userId }: Reader) {
  return sql<boolean>`exists (
    select from article_read r where r.user_id = ${userId}::integer and r.article_id = article.id)`;
}

/** Selects the text in the reader's best available language, otherwise the operator's first. */
function bestText({ languages }: Reader) {
  return sql`
    select language, title, summary, html from article_text t where t.article_id = article.id
    order by array_position(${languages}::text[], language) nulls last, position limit 1`;
}

function toShown(row: ShownRow): ShownArticle {
  return {
    id: row.id,
    kind: row.kind,
    logo: row.logo,
    publishedAtMs: Number(row.published_at_ms),
    isPinned: row.is_pinned,
    version: row.version,
    language: row.language,
    title: row.title,
    summary: row.summary,
    isRead: row.is_read,
  };
}
