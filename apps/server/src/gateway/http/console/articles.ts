import { type articleBody, articleCalls } from '@candor/contracts/console/content';
import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { ArticleHead, ArticleQuery, ArticleRecord, WrittenArticle } from '../../../ports/content.ts';
import type { Articles, SaveOutcome } from '../../../services/content/articles.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

export interface ArticleCallDeps extends ConsoleDeps {
  readonly articles: Articles;
}

const sortable: readonly ArticleQuery['sort'][] = ['id', 'published_at', 'updated_at'];

/** News and announcements as operators write them (R-CNT-01). */
export function registerArticleCalls(app: FastifyInstance, deps: ArticleCallDeps): void {
  const { articles } = deps;
  addConsoleCall(app, deps, articleCalls.list, async ({ company, query }) => {
    const { kind = null, page, per_page: perPage, order } = query;
    const sort = sortable.find((name) => name === query.sort);
    if (sort === undefined) throw invalidField('sort');
    const found = await articles.list(company.id, { kind, page, perPage, order, sort });
    return { data: found.articles.map(toListed), total: found.total };
  });
  addConsoleCall(app, deps, articleCalls.one, async ({ company, params }) => {
    const found = await articles.find(company.id, params.id);
    if (found === null) throw new RefusalError('contentNotFound');
    return toArticle(found);
  });
  addConsoleCall(app, deps, articleCalls.add, async ({ company, operator, body }) =>
    toSaved(await articles.save(company, operator.id, toWritten(body), null)),
  );
  addConsoleCall(app, deps, articleCalls.change, async ({ company, operator, params, body }) =>
    toSaved(await articles.save(company, operator.id, toWritten(body), { id: params.id, version: body.version })),
  );
  addConsoleCall(app, deps, articleCalls.remove, async ({ company, operator, params, body }) => {
    if (!(await articles.remove(company.id, operator.id, params.id, body.reason)))
      throw new RefusalError('contentNotFound');
    return null;
  });
  addConsoleCall(app, deps, articleCalls.preview, async ({ company, body }) => {
    const clean = await articles.preview(company, body.format, body.source);
    if (clean === null) throw invalidField('source');
    return clean;
  });
}

function toWritten(body: z.infer<typeof articleBody>): WrittenArticle {
  const { kind, format, logo, published_at: publishedAtMs, is_pinned: isPinned } = body;
  const texts = body.texts.map(({ language, title, desc: summary, source }) => ({ language, title, summary, source }));
  return { kind, format, logo, publishedAtMs, isPinned, texts };
}

function toSaved(outcome: SaveOutcome) {
  if (outcome.kind === 'invalid') throw invalidField(outcome.field);
  if (outcome.kind !== 'saved')
    throw new RefusalError(outcome.kind === 'unknown' ? 'contentNotFound' : 'versionChanged');
  return toArticle(outcome.article);
}

function toListed(article: ArticleHead) {
  const { id, kind, format, logo, version, title, by } = article;
  return {
    id,
    kind,
    format,
    logo,
    version,
    title,
    by,
    published_at: article.publishedAtMs,
    is_pinned: article.isPinned,
    languages: article.languages.map(toLanguage),
    updated_at: article.updatedAtMs,
    is_deleted: article.isDeleted,
  };
}

function toArticle(article: ArticleRecord) {
  const texts = article.texts.map(({ language, title, summary: desc, source }) => ({
    language: toLanguage(language),
    title,
    desc,
    source,
  }));
  return { ...toListed(article), texts };
}

function toLanguage(text: string): Language {
  const language = parseLanguage(text);
  if (language === null) throw new Error(`Invariant: ${text} is one of our languages`);
  return language;
}
