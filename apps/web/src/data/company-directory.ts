import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useIsMainMode } from './company.ts';
import { toCompany } from './company-info.ts';

const staleMs = 10 * 60_000;

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
