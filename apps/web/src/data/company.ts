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

/** The company whose site this is, as it stands. */
export function useCompanyStatus() {
  return useQuery(statusQuery);
}

/** In main mode the search is for companies (R-COM-03); not before the server has said so. */
export function useIsMainMode(): boolean {
  return useCompanyStatus().data?.type === 0;
}

/** Companies by part of their name, in main mode; what was found before stays until the next answer. */
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

/** The brand as far as it has come; null before. */
export function brandNow(): Brand | null {
  return queryClient.getQueryData<BasicInfo>(basicInfoQuery.queryKey)?.brand ?? null;
}

/**
 * Asks once, as the app starts, whether the company is in service and how it looks. One out of service names where to
 * go; a server that does not answer changes nothing (R-COM-02).
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
  // Put out of service while the app stood open: the first call to be refused leads away.
  onSuspended(() => {
    void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    ask().then(follow, () => undefined);
  });
}
