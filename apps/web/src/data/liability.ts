import type { LiabilityProof } from '@candor/contracts/http/liabilities';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** Proof of the account's place in the newest total, as downloaded. */
export type CheckedLiability = LiabilityProof;

/** Proof that the account is counted in the newest total owed to clients; null for an account in none (R-LOG-22). */
export function useLiability() {
  return useQuery({ queryKey: ['liability'], queryFn: ({ signal }) => api.call('liabilityProof', {}, { signal }) });
}
