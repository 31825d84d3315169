import { codes } from '@candor/contracts/codes';
import type { TradeNote as WireNote } from '@candor/contracts/http/trade-notes';
import { CallError, type Client } from './client.ts';

/** Most characters of a note and of a tag, and most tags of a trade, as the server takes them. */
export const noteTextMax = 1_000;
export const tagTextMax = 24;
export const tagsMax = 8;
/** Most orders of a file. */
export const fileOrdersMax = 2_000;

/** Note and tags that the user wrote about a trade. */
export interface NoteText {
  readonly note: string;
  readonly tags: readonly string[];
}

export interface TradeNote extends NoteText {
  readonly version: number;
  /** Tags of other trades to choose from, the latest first. */
  readonly knownTags: readonly string[];
}

export function toTradeNote({ note, tags, version, known_tags: knownTags }: WireNote): TradeNote {
  return { note, tags, version, knownTags };
}

/** Sends a note; a repeat finds its own change, whose first answer was lost, and takes it for the answer. */
export async function sendTradeNote(
  client: Pick<Client, 'call'>,
  { orderId: id, text, version }: { readonly orderId: number; readonly text: NoteText; readonly version: number },
  keep: (note: TradeNote) => void,
): Promise<void> {
  const fields = { id, note: text.note, tags: [...text.tags], version };
  try {
    keep(toTradeNote(await client.call('saveTradeNote', fields, { retries: 1 })));
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== codes.versionChanged) throw error;
    const now = toTradeNote(error.data as WireNote);
    keep(now);
    if (now.note !== text.note || now.tags.join('\n') !== text.tags.join('\n')) throw error;
  }
}
