import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { type NoteText, sendTradeNote, type TradeNote, toTradeNote } from './note-text.ts';
import { queryClient } from './queries.ts';

const keyOf = (userId: number | undefined, orderId: number) => ['trade-note', userId, orderId];

/** Note and tags of an order (R-JRN-07). The key holds the user, so that the next one of the device does not see them. */
export function useTradeNote(orderId: number) {
  const userId = useSession((session) => session.user?.id);
  return useQuery({
    queryKey: keyOf(userId, orderId),
    queryFn: async ({ signal }) => toTradeNote(await api.call('tradeNote', { id: orderId }, { signal })),
  });
}

/** Stores note and tags of an order. Rejects with `versionChanged` if another device was faster; its text is shown then. */
export async function saveTradeNote(orderId: number, text: NoteText, version: number): Promise<void> {
  const key = keyOf(useSession.getState().user?.id, orderId);
  const keep = (note: TradeNote) => queryClient.setQueryData(key, note);
  await sendTradeNote(api, { orderId, text, version }, keep);
}

/** Ended orders that a file holds: all of the history, or the closed ones of the journal. */
export interface OrdersFile {
  readonly which: 'history' | 'journal';
  /** Time since which they ended. */
  readonly since: number;
  /** Null for those of every instrument. */
  readonly instrumentId: number | null;
}

/** Fetches ended orders as CSV (R-JRN-08). */
export function fetchOrdersFile({ which, since, instrumentId }: OrdersFile): Promise<Blob> {
  return api.file('ordersFile', { which, since, ...(instrumentId !== null && { forex_id: instrumentId }) });
}

interface Draft {
  readonly orderId: number;
  readonly text: NoteText;
}

const useDrafts = create<{ readonly draft: Draft | null }>()(() => ({ draft: null }));

/** Text of an order that is not saved yet: a sheet that is closed and opened again still has it. */
export function useDraft(orderId: number): NoteText | null {
  return useDrafts(({ draft }) => (draft?.orderId === orderId ? draft.text : null));
}

/** Keeps the latest draft, until another one or null replaces it. */
export function keepDraft(draft: Draft | null): void {
  useDrafts.setState({ draft });
}
