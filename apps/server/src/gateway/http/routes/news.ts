import { contentCalls, type NewsRow } from '@candor/contracts/http/content';
import { parseLanguage } from '@candor/contracts/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ListedArticle, News, NewsReader } from '../../../services/content/news.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

export interface NewsRouteDeps {
  readonly news: News;
  readonly tokens: Tokens;
}

/** Registers news and announcements, for visitors too; an account sees its unread ones (R-NEWS-01, R-CNT-03). */
export function registerNewsRoutes(app: FastifyInstance, { news, tokens }: NewsRouteDeps): void {
  registerCall(app, {}, contentCalls.news, async ({ input, request }) => {
    const asking = await askingOf(tokens, request);
    const category = input.category_id === 1 ? 'news' : 'announcement';
    const { articles, total, unread } = await news.list(asking, category, input.page);
    const isVisitor = asking.userId === null;
    const data = articles.map((article) => toRow(article, isVisitor));
    return { data, total, unread: isVisitor ? null : unread };
  });
  registerCall(app, {}, contentCalls.article, async ({ input, request }) => {
    const asking = await askingOf(tokens, request);
    const found = await news.find(asking, input.id);
    if (found === null) throw new RefusalError('contentNotFound');
    return { ...toRow(found, asking.userId === null), content: found.html };
  });
  registerCall(app, { tokens }, contentCalls.markNewsRead, async ({ session, input, request }) => {
    await news.markRead(companyOf(request), session.user.id, input.ids);
    return null;
  });
}

/** Returns the reader; an expired session reads as a visitor. */
async function askingOf(tokens: Tokens, request: FastifyRequest): Promise<NewsReader> {
  const company = companyOf(request);
  const token = tokenOf(request);
  const session = token === '' ? null : await tokens.authenticate(token, company.id);
  return { company, language: languageOf(request), userId: session?.user.id ?? null };
}

function toRow(article: ListedArticle, isVisitor: boolean): NewsRow {
  return {
    id: article.id,
    category_id: article.kind === 'news' ? 1 : 2,
    title: article.title,
    desc: article.summary,
    logo: article.logo,
    created_at: article.publishedAtMs,
    is_pinned: article.isPinned,
    is_unread: isVisitor ? null : !article.isRead,
    language: parseLanguage(article.language) ?? 'en',
  };
}
