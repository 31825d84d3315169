import { useQuery } from '@tanstack/react-query';
import { isDemo, useSession } from '../session/session-store.ts';
import { api, secretIntents } from './api.ts';
import { queryClient } from './queries.ts';

const waitingRefreshMs = 30_000;

/** By whom it is about, so that nobody sees what belongs to who was logged in before. */
function verificationKey(userId: number | undefined) {
  return ['verification', userId] as const;
}

/** Where the user's identity check stands; asked again by itself while somebody reviews it. */
export function useVerification() {
  const user = useSession((session) => session.user);
  return useQuery({
    queryKey: verificationKey(user?.id),
    queryFn: ({ signal }) => api.call('verification', {}, { signal }),
    enabled: user !== null && !isDemo(user),
    refetchInterval: ({ state }) => (state.data?.review_status === 1 ? waitingRefreshMs : false),
  });
}

export interface RealName {
  readonly name: string;
  /** Of the passport or identity card. */
  readonly cardId: string;
  readonly frontId: string;
  readonly backId: string;
}

/** Submits once: a second press joins the call under way. What it answers is shown at once (R-KYC-02). */
export async function submitRealName({ name, cardId, frontId, backId }: RealName): Promise<void> {
  const fields = { name: name.trim(), card_id: cardId.trim(), front_pic: frontId, reverse_pic: backId };
  const state = await secretIntents.send(api, 'submitVerification', fields);
  queryClient.setQueryData(verificationKey(useSession.getState().user?.id), state);
}

/** Where another device was quicker, what is shown here is no longer true. */
export async function refreshVerification(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: verificationKey(useSession.getState().user?.id) });
}
