import { useQuery } from '@tanstack/react-query';
import { isDemo, useSession } from '../session/session-store.ts';
import { toVerification } from './account-records.ts';
import { api, secretIntents } from './api.ts';
import { queryClient } from './queries.ts';

const waitingRefreshMs = 30_000;

/** The key holds the user, so that the next user of the device does not see the data of this one. */
function verificationKey(userId: number | undefined) {
  return ['verification', userId] as const;
}

/** State of the user's identity check; reloaded while it is under review. */
export function useVerification() {
  const user = useSession((session) => session.user);
  return useQuery({
    queryKey: verificationKey(user?.id),
    queryFn: async ({ signal }) => toVerification(await api.call('verification', {}, { signal })),
    enabled: user !== null && !isDemo(user),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? waitingRefreshMs : false),
  });
}

export interface RealName {
  readonly name: string;
  /** Number of the passport or identity card. */
  readonly cardId: string;
  readonly frontId: string;
  readonly backId: string;
}

/** Submits once: a second press joins the call in progress. The answer is shown at once (R-KYC-02). */
export async function submitRealName({ name, cardId, frontId, backId }: RealName): Promise<void> {
  const fields = { name: name.trim(), card_id: cardId.trim(), front_pic: frontId, reverse_pic: backId };
  const state = toVerification(await secretIntents.send(api, 'submitVerification', fields));
  queryClient.setQueryData(verificationKey(useSession.getState().user?.id), state);
}

/** Reloads the state after another device has changed it. */
export async function refreshVerification(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: verificationKey(useSession.getState().user?.id) });
}
