import type { NewsCategory } from '@candor/contracts/http/content';
import { type InfiniteData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { keepRead, useReadArticles } from '../session/read-store.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { type Article, type NewsRow, toArticle, toNewsRow } from './content-records.ts';
import { queryClient } from './queries.ts';

interface NewsPage {
  readonly data: readonly NewsRow[];
  readonly total: number;
  /** Unread ones of the whole category; null for visitors. */
  readonly unread: number | null;
}

/** News may be a minute old when a page opens. */
const staleMs = 60_000;

/** User and language of the reader: answers depend on both. */
function useReader(): readonly [userId: number | null, language: string] {
  return [useSession((session) => session.user?.id ?? null), currentLanguage()];
}

/** News (1) or announcements (2), page by page: pinned ones first, then the newest (R-NEWS-01). */
export function useNews(category: NewsCategory) {
  return useInfiniteQuery({
    queryKey: ['news', 'list', category, ...useReader()],
    queryFn: async ({ pageParam, signal }): Promise<NewsPage> => {
      const query = { category_id: category, page: pageParam };
      const { data, total, unread } = await api.call('news', query, { signal, probe: true });
      return { data: data.map(toNewsRow), total, unread };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return loaded < last.total && last.data.length > 0 ? pages.length + 1 : undefined;
    },
    staleTime: staleMs,
  });
}

/** One article in full, of either kind. */
export function useArticle(id: number | undefined) {
  return useQuery({
    queryKey: ['news', 'article', id, ...useReader()],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => toArticle(await api.call('article', { id }, { signal, probe: true })),
    staleTime: staleMs,
  });
}

/** Returns a function that is true for unread rows: unread by the account, or by the visitor on this device. */
export function useIsUnread(): (row: NewsRow) => boolean {
  const read = useReadArticles(({ ids }) => ids);
  return (row) => isUnread(row, read);
}

/** Number of unread rows: all of an account's; of a visitor's, those on loaded pages. */
export function useUnread(category: NewsCategory): number {
  const pages = useNews(category).data?.pages ?? [];
  const read = useReadArticles(({ ids }) => ids);
  const known = pages[0]?.unread ?? null;
  return known ?? pages.flatMap((page) => page.data).filter((row) => isUnread(row, read)).length;
}

function isUnread({ id, isUnread: unread }: NewsRow, read: readonly number[]): boolean {
  return unread ?? !read.includes(id);
}

/**
 * Marks an article as read at once, and on the server if there is an account. If that fails, the next list shows it as
 * unread again.
 */
export function markRead(article: NewsRow): void {
  if (article.isUnread === null) {
    keepRead(article.id);
    return;
  }
  if (!article.isUnread) return;
  queryClient.setQueriesData<InfiniteData<NewsPage>>({ queryKey: ['news', 'list', article.category] }, (list) =>
    list === undefined ? undefined : { ...list, pages: list.pages.map((page) => withRead(page, article.id)) },
  );
  queryClient.setQueriesData<Article>({ queryKey: ['news', 'article', article.id] }, (one) =>
    one === undefined ? undefined : { ...one, isUnread: false },
  );
  void api.call('markNewsRead', { ids: String(article.id) }, { retries: 2, probe: true }).catch(() => undefined);
}

function withRead(page: NewsPage, id: number): NewsPage {
  const unread = page.unread === null ? null : Math.max(0, page.unread - 1);
  return { ...page, unread, data: page.data.map((row) => (row.id === id ? { ...row, isUnread: false } : row)) };
}
