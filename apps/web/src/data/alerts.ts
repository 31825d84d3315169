import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session-store.ts';
import { api, intents } from './api.ts';
import { onNotice } from './notices.ts';
import { type AlertAsk, fromAsk, toAlert, type WaitingAlert } from './price-alert.ts';
import { queryClient } from './queries.ts';

const queryKey = ['mine', 'alerts'];

function refreshAlerts(): void {
  void queryClient.invalidateQueries({ queryKey });
}

onNotice(({ fired }) => {
  if (fired !== undefined) refreshAlerts();
});

/** Alerts of the account that have not fired, newest first, and how many it may have. */
export function useAlerts() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data, max } = await api.call('alerts', {}, { signal });
      return { alerts: data.map(toAlert), max };
    },
    enabled: isLoggedIn,
  });
}

/** Sets an alert (R-ALR-01). */
export async function setAlert(ask: AlertAsk): Promise<WaitingAlert> {
  try {
    return toAlert(await intents.send(api, 'setAlert', fromAsk(ask)));
  } finally {
    // It may have been carried out without an answer.
    refreshAlerts();
  }
}

export async function removeAlert(id: number): Promise<void> {
  try {
    await intents.send(api, 'removeAlert', { id });
  } finally {
    refreshAlerts();
  }
}
