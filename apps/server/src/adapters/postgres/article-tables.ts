import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type {
  ArticleHead,
  ArticleQuery,
  ArticleRecord,
  ArticleStore,
  Change,
  SavedArticle,
} from '../../ports/content.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { ShownArticles } from './shown-articles.ts';
import { withTenant } from './with-tenant.ts';

/** News and announcements in PostgreSQL: operators' side here, readers' side in `ShownArticles`. */
export class ArticleTables extends ShownArticles implements ArticleStore {
  readonly #db: Db;

  constructor(db: Db) {
    super(db);
    this.#db = db;
  }

  async list(companyId: CompanyId, query: ArticleQuery) {
    return withTenant(this.#db, companyId, async (trx) => {
      const ofKind = sql`${query.kind}::text is null or kind = ${query.kind}`;
      const counted = await sql<{ total: string }>`select count(*) as total from article where ${ofKind}`.execute(trx);
      const order = sql`${sortColumns[query.sort]} ${sql.raw(query.order === 'ASC' ? 'asc' : 'desc')} nulls last, id desc`;
      const rows = await headsIn(
        trx,
        sql`where ${ofKind} order by ${order} limit ${query.perPage} offset ${(query.page - 1) * query.perPage}`,
      );
      return { articles: rows, total: Number(counted.rows[0]?.total ?? 0) };
    });
  }

  async find(companyId: CompanyId, id: number): Promise<ArticleRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const [head] = await headsIn(trx, sql`where id = ${id}`);
      if (head === undefined) return null;
      const texts = await trx
        .selectFrom('article_text')
        .select(['language', 'title', 'summary', 'source'])
        .where('article_id', '=', id)
        .orderBy('position')
        .execute();
      return { ...head, texts };
    });
  }

  async add(companyId: CompanyId, article: SavedArticle, change: Change): Promise<number> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { id } = await trx
        .insertInto('article')
        .values({ company_id: companyId, ...toRow(article, change), deleted_at_ms: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addTexts(trx, companyId, id, article);
      await audit(trx, companyId, 'article-added', id, '', change);
      return id;
    });
  }

  async change(companyId: CompanyId, id: number, version: number, article: SavedArticle, change: Change) {
    return withTenant(this.#db, companyId, async (trx) => {
      const changed = await trx
        .updateTable('article')
        .set((eb) => ({ ...toRow(article, change), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) {
        const known = await trx
          .selectFrom('article')
          .select('id')
          .where('id', '=', id)
          .where('deleted_at_ms', 'is', null)
          .executeTakeFirst();
        return known === undefined ? 'unknown' : 'version-changed';
      }
      await trx.deleteFrom('article_text').where('article_id', '=', id).execute();
      await addTexts(trx, companyId, id, article);
      await audit(trx, companyId, 'article-changed', id, '', change);
      return 'changed';
    });
  }

  async remove(companyId: CompanyId, id: number, reason: string, change: Change): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const removed = await trx
        .updateTable('article')
        .set({ deleted_at_ms: String(change.atMs), updated_at_ms: String(change.atMs), updated_by: change.operatorId })
        .where('id', '=', id)
        .where('deleted_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (removed === undefined) return false;
      await audit(trx, companyId, 'article-removed', id, reason, change);
      return true;
    });
  }
}

const sortColumns = { id: sql`id`, published_at: sql`published_at_ms`, updated_at: sql`updated_at_ms` };

interface HeadRow {
  readonly id: number;
  readonly kind: ArticleHead['kind'];
  readonly format: ArticleHead['format'];
  readonly logo: string;
  readonly published_at_ms: string | null;
  readonly is_pinned: boolean;
  readonly version: number;
  readonly updated_at_ms: string;
  readonly deleted_at_ms: string | null;
  readonly operator_email: string;
  readonly titles: string[];
  readonly languages: string[];
}

async function headsIn(trx: Db, which: ReturnType<typeof sql>): Promise<ArticleHead[]> {
  const { rows } = await sql<HeadRow>`
    select article.*,
      (select email from operator where operator.id = updated_by) as operator_email,
      array(select title from article_text t where t.article_id = article.id order by position) as titles,
      array(select language from article_text t where t.article_id = article.id order by position) as languages
    from article ${which}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    format: row.format,
    logo: row.logo,
    publishedAtMs: row.published_at_ms === null ? null : Number(row.published_at_ms),
    isPinned: row.is_pinned,
    version: row.version,
    updatedAtMs: Number(row.updated_at_ms),
    by: row.operator_email,
    isDeleted: row.deleted_at_ms !== null,
    title: row.titles[0] ?? '',
    languages: row.languages,
  }));
}

function toRow({ kind, format, logo, publishedAtMs, isPinned }: SavedArticle, { operatorId, atMs }: Change) {
  return {
    kind,
    format,
    logo,
    published_at_ms: publishedAtMs === null ? null : String(publishedAtMs),
    is_pinned: isPinned,
    updated_at_ms: String(atMs),
    updated_by: operatorId,
  };
}

async function addTexts(trx: Db, companyId: CompanyId, id: number, { texts }: SavedArticle): Promise<void> {
  const rows = texts.map((text, position) => ({ company_id: companyId, article_id: id, position, ...text }));
  await trx.insertInto('article_text').values(rows).execute();
}

function audit(trx: Db, companyId: CompanyId, action: string, id: number, reason: string, change: Change) {
  const { operatorId, atMs } = change;
  return appendAudit(trx, companyId, atMs, { operatorId, action, subject: `article ${id}`, reason });
}
