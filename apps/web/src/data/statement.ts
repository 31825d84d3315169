import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { toStatement } from './account-records.ts';
import { api } from './api.ts';

/** Zones in which a statement counts its days. */
export type StatementZone = 'America/New_York' | 'UTC';

/** Whole days, both included: "2026-11-03". */
export interface StatementDays {
  readonly from: string;
  readonly to: string;
}

/** A long PDF takes tens of seconds. */
const timeoutMs = 60_000;

/** Totals of a period, in days of a zone. The key holds the user, so that the next user of the device does not see them. */
export function useStatement(days: StatementDays, zone: StatementZone) {
  const userId = useSession((session) => session.user?.id);
  return useQuery({
    queryKey: ['statement', userId, days.from, days.to, zone, currentLanguage()],
    queryFn: async ({ signal }) =>
      toStatement(await api.call('statement', { ...days, zone, format: 'json' }, { signal })),
  });
}

export function fetchStatement(
  days: StatementDays,
  zone: StatementZone,
  format: 'pdf' | 'csv' | 'signed',
): Promise<Blob> {
  return api.file('statement', { ...days, zone, format }, { timeoutMs });
}
