import type { BasicInfo, Brand, CompanyStatus } from '@candor/contracts/http/company';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, onSuspended } from './api.ts';
import { basicInfoQuery, queryClient } from './queries.ts';

const staleMs = 10 * 60_000;

const statusQuery = {
  queryKey: ['company-status'],
  queryFn: () => api.call('companyStatus', {}, { probe: true }),
  staleTime: staleMs,
  meta: { isQuiet: true },
} as const;

/** Status of the company whose site this is. */
export function useCompanyStatus() {
  return useQuery(statusQuery);
}

/** True in main mode, where the search finds companies (R-COM-03); false until the server has answered. */
export function useIsMainMode(): boolean {
  return useCompanyStatus().data?.type === 0;
}

/** Companies by part of their name, in main mode; the previous result stays until the next answer. */
export function useCompanySearch(name: string) {
  return useQuery({
    queryKey: ['companies', name],
    queryFn: ({ signal }) => api.call('companies', { name }, { signal }),
    enabled: useIsMainMode() && name !== '',
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

export function useComplaintEmail() {
  return useQuery({
    queryKey: ['complaint-email'],
    queryFn: async ({ signal }) => (await api.call('complaintEmail', {}, { signal })).email,
    staleTime: staleMs,
  });
}

/** Brand of the company; null until it is known. */
export function brandNow(): Brand | null {
  return queryClient.getQueryData<BasicInfo>(basicInfoQuery.queryKey)?.brand ?? null;
}

/**
 * Requests status and brand of the company at the start. A company out of service sends the visitor to its link;
 * without an answer nothing changes (R-COM-02).
 */
export function startCompany(deps: { leaveFor: (link: string) => void; onBrand: () => void }): void {
  const ask = () => queryClient.fetchQuery(statusQuery);
  const follow = ({ status, loss_url: link }: CompanyStatus) => {
    if (status !== 0) deps.leaveFor(link);
  };
  ask().then(follow, () => undefined);
  queryClient.fetchQuery(basicInfoQuery).then(
    () => deps.onBrand(),
    () => undefined,
  );
  // Put out of service while the app is open: the first refused call leads away.
  onSuspended(() => {
    void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    ask().then(follow, () => undefined);
  });
}
