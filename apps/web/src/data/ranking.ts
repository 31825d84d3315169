import type { RankingList } from '@candor/contracts/http/content';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toRankingEntry } from './account-records.ts';
import { api } from './api.ts';

function toPage({ data, total, is_shown: isShown, at }: RankingList) {
  return { data: data.map(toRankingEntry), total, isShown, at };
}

/** The ranking, page by page. It is recalculated now and then; pages of two calculations are fetched again. */
export function useRanking() {
  const query = useInfiniteQuery({
    queryKey: ['ranking'],
    queryFn: async ({ pageParam, signal }) =>
      toPage(await api.call('ranking', { page: pageParam }, { signal, probe: true })),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      return loaded < last.total && last.data.length > 0 ? pages.length + 1 : undefined;
    },
    staleTime: 60_000,
  });
  const { data, isFetching, refetch } = query;
  const isMixed = !isFetching && new Set(data?.pages.map(({ at }) => at)).size > 1;
  useEffect(() => {
    if (isMixed) void refetch();
  }, [isMixed, refetch]);
  return query;
}
