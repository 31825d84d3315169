import {
  type NewsArticle,
  type NewsList,
  type NewsRow,
  newsInfoQuery,
  newsListQuery,
  newsReadBody,
} from '@candor/contracts/http/content';
import { parseLanguage } from '@candor/contracts/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ListedArticle, News, NewsReader } from '../../../services/content/news.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { requireSession, tokenOf } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';

export interface NewsRouteDeps {
  readonly news: News;
  readonly tokens: Tokens;
}

/** News and announcements, for visitors too; who has an account finds there what he has not read (R-NEWS-01, R-CNT-03). */
export function registerNewsRoutes(app: FastifyInstance, { news, tokens }: NewsRouteDeps): void {
  app.get('/api/news/list', async (request, reply) => {
    const { category_id: category, page } = parseInput(newsListQuery, request.query);
    const asking = await askingOf(tokens, request);
    const { articles, total, unread } = await news.list(asking, category === 1 ? 'news' : 'announcement', page);
    const isVisitor = asking.userId === null;
    const data = articles.map((article) => toRow(article, isVisitor));
    const answer: NewsList = { data, total, unread: isVisitor ? null : unread };
    return sendOk(request, reply, answer);
  });
  app.get('/api/news/info', async (request, reply) => {
    const { id } = parseInput(newsInfoQuery, request.query);
    const asking = await askingOf(tokens, request);
    const found = await news.find(asking, id);
    if (found === null) throw new RefusalError('contentNotFound');
    const answer: NewsArticle = { ...toRow(found, asking.userId === null), content: found.html };
    return sendOk(request, reply, answer);
  });
  app.post('/api/news/read', async (request, reply) => {
    const { user } = await requireSession(tokens, request);
    const { ids } = parseInput(newsReadBody, request.body);
    await news.markRead(companyOf(request), user.id, ids);
    return sendOk(request, reply, null);
  });
}

/** A session that has ended reads what every visitor does. */
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
