import type { NewsArticle, NewsCategory, NewsList, NewsRow } from '@candor/contracts/http/content';
import { type InfiniteData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { keepRead, useReadArticles } from '../session/read-store.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { queryClient } from './queries.ts';

/** What is published is no price: it may be a minute old when a page comes on screen. */
const staleMs = 60_000;

/** By who reads it and in which language, for both are in the answer. */
function useReader(): readonly [userId: number | null, language: string] {
  return [useSession((session) => session.user?.id ?? null), currentLanguage()];
}

/** News (1) or announcements (2), page by page: pinned ones first, then the newest (R-NEWS-01). */
export function useNews(category: NewsCategory) {
  return useInfiniteQuery({
    queryKey: ['news', 'list', category, ...useReader()],
    queryFn: ({ pageParam, signal }) =>
      api.call('news', { category_id: category, page: pageParam }, { signal, probe: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return loaded < last.total && last.data.length > 0 ? pages.length + 1 : undefined;
    },
    staleTime: staleMs,
  });
}

/** One in full, of either kind. */
export function useArticle(id: number | undefined) {
  return useQuery({
    queryKey: ['news', 'article', id, ...useReader()],
    queryFn: id === undefined ? skipToken : ({ signal }) => api.call('article', { id }, { signal, probe: true }),
    staleTime: staleMs,
  });
}

/** Whether a row has not been read yet: by the account, or by whoever uses this device. */
export function useIsUnread(): (row: NewsRow) => boolean {
  const read = useReadArticles(({ ids }) => ids);
  return (row) => isUnread(row, read);
}

/** How many are unread: all of an account's; of a visitor's, those of the pages that have been loaded. */
export function useUnread(category: NewsCategory): number {
  const pages = useNews(category).data?.pages ?? [];
  const read = useReadArticles(({ ids }) => ids);
  const known = pages[0]?.unread ?? null;
  return known ?? pages.flatMap((page) => page.data).filter((row) => isUnread(row, read)).length;
}

function isUnread({ id, is_unread: unread }: NewsRow, read: readonly number[]): boolean {
  return unread ?? !read.includes(id);
}

/**
 * Takes an article as read: shown so at once, and told to the server where there is an account. Should that fail, the
 * next list says that it is unread still.
 */
export function markRead(article: NewsRow): void {
  if (article.is_unread === null) {
    keepRead(article.id);
    return;
  }
  if (!article.is_unread) return;
  queryClient.setQueriesData<InfiniteData<NewsList>>({ queryKey: ['news', 'list', article.category_id] }, (list) =>
    list === undefined ? undefined : { ...list, pages: list.pages.map((page) => withRead(page, article.id)) },
  );
  queryClient.setQueriesData<NewsArticle>({ queryKey: ['news', 'article', article.id] }, (one) =>
    one === undefined ? undefined : { ...one, is_unread: false },
  );
  void api.call('markNewsRead', { ids: String(article.id) }, { retries: 2, probe: true }).catch(() => undefined);
}

function withRead(page: NewsList, id: number): NewsList {
  const unread = page.unread === null ? null : Math.max(0, page.unread - 1);
  return { ...page, unread, data: page.data.map((row) => (row.id === id ? { ...row, is_unread: false } : row)) };
}
