import type { ListedNotice, NoticeGroup } from '@candor/contracts/http/notices';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { onNotice } from './notices.ts';
import { onListsChanged, queryClient } from './queries.ts';

/** A notice in the list of the account (R-ALR-05). */
export interface NoticeRow {
  readonly id: string;
  readonly kind: string;
  readonly group: NoticeGroup;
  readonly timeMs: number;
  readonly text: string;
  /** Page that shows the subject, with its search parameters. */
  readonly page: string;
  readonly isRead: boolean;
}

function toNoticeRow({ id, kind, group, time, text, page, is_read }: ListedNotice): NoticeRow {
  return { id, kind, group, timeMs: time, text, page, isRead: is_read };
}

interface NoticePage {
  readonly data: readonly NoticeRow[];
  readonly next: string | null;
}

const listKey = ['mine', 'notices'];
const unreadKey = ['mine', 'unread-notices'];

/** Notices of the account, newest first, page by page; of one group, or of all for null. */
export function useNoticeList(group: NoticeGroup | null) {
  return useInfiniteQuery({
    queryKey: [...listKey, group, currentLanguage()],
    queryFn: async ({ pageParam, signal }): Promise<NoticePage> => {
      const asked = { ...(group !== null && { group }), ...(pageParam !== '' && { before: pageParam }) };
      const { data, next, unread } = await api.call('notices', asked, { signal });
      if (pageParam === '') queryClient.setQueryData(unreadKey, unread);
      return { data: data.map(toNoticeRow), next };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

/** Number of unread notices; 0 for a visitor, and until it is known. */
export function useUnreadNotices(): number {
  const isLoggedIn = useSession((session) => session.token !== null);
  const query = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await api.call('unreadNotices', {}, { signal })).unread,
    enabled: isLoggedIn,
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
  return query.data ?? 0;
}

/** Marks notices as read: one by its id, or all up to the time of the newest one shown. */
export async function readNotices(which: { readonly id: string } | { readonly untilMs: number }): Promise<void> {
  const isMeant = ({ id, timeMs }: NoticeRow) => ('id' in which ? id === which.id : timeMs <= which.untilMs);
  queryClient.setQueriesData<InfiniteData<NoticePage>>({ queryKey: listKey }, (lists) => {
    if (lists === undefined) return lists;
    const pages = lists.pages.map((page) => ({
      ...page,
      data: page.data.map((row) => (isMeant(row) ? { ...row, isRead: true } : row)),
    }));
    return { ...lists, pages };
  });
  const fields = 'id' in which ? { ids: [which.id] } : { until: which.untilMs };
  const { unread } = await api.call('readNotices', fields);
  queryClient.setQueryData(unreadKey, unread);
}

let isDue = false;

/**
 * Loads what was added; several reasons at once ask once. A request under way is asked again: it may have been answered before the
 * notice was stored.
 */
function refreshNotices(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    for (const queryKey of [unreadKey, listKey]) void askAgain(queryKey);
  });
}

/** A first request has to be cancelled by name: an invalidation alone leaves it as it is. */
async function askAgain(queryKey: readonly string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

onNotice(refreshNotices);
onListsChanged(refreshNotices);
