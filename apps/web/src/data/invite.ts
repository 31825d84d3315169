import { useInfiniteQuery } from '@tanstack/react-query';
import { isDemo, useSession } from '../session/session-store.ts';
import { toInvitation } from './account-records.ts';
import { api } from './api.ts';

/** The user's invitation, with the list of people who have registered by it, page by page. */
export function useInvite() {
  const user = useSession((session) => session.user);
  return useInfiniteQuery({
    queryKey: ['invite', user?.id],
    queryFn: async ({ pageParam, signal }) =>
      toInvitation(await api.call('invitation', { page: pageParam }, { signal })),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.joined.length, 0);
      return loaded < last.total && last.joined.length > 0 ? pages.length + 1 : undefined;
    },
    enabled: user !== null && !isDemo(user),
  });
}
