import type { Brand } from '@candor/contracts/http/company';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../i18n/text.ts';
import { api, onSuspended } from './api.ts';
import { type CompanyInfo, type CompanyStatus, toCompany, toCompanyStatus } from './company-info.ts';
import { basicInfoQuery, queryClient, useBasicInfo } from './queries.ts';

const staleMs = 10 * 60_000;

const statusQuery = {
  queryKey: ['company-status'],
  queryFn: async () => toCompanyStatus(await api.call('companyStatus', {}, { probe: true })),
  staleTime: staleMs,
  meta: { isQuiet: true },
} as const;

/** Status of the company whose site this is. */
export function useCompanyStatus() {
  return useQuery(statusQuery);
}

/** True in main mode, where the search finds companies (R-COM-03); false until the server has answered. */
export function useIsMainMode(): boolean {
  return useCompanyStatus().data?.isMainMode === true;
}

/** Brand of the company; null until it is known. */
export function brandNow(): Brand | null {
  return queryClient.getQueryData<CompanyInfo>(basicInfoQuery.queryKey)?.brand ?? null;
}

/**
 * Requests status and brand of the company at the start. A company out of service sends the visitor to its link;
 * without an answer nothing changes (R-COM-02).
 */
export function startCompany(deps: { leaveFor: (link: string) => void; onBrand: () => void }): void {
  const ask = () => queryClient.fetchQuery(statusQuery);
  const follow = ({ isInService, lossUrl }: CompanyStatus) => {
    if (!isInService) deps.leaveFor(lossUrl);
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

/** Name, logo and colours of the company; those of the product until they are known or where it has none. */
export function useBrand(): Brand {
  const brand = useBasicInfo().data?.brand;
  return { logo: '', accents: null, ...brand, name: brand?.name || t('app.name') };
}

/** Companies by part of their name, in main mode; the previous result stays until the next answer. */
export function useCompanySearch(name: string) {
  return useQuery({
    queryKey: ['companies', name],
    queryFn: async ({ signal }) => (await api.call('companies', { name }, { signal })).map(toCompany),
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
