import type { HedgeRecord } from '@candor/domain/hedging/hedge-records';
import { createHedgeState, evolveHedge, type HedgeState } from '@candor/domain/hedging/hedge-state';
import type { HedgeEntry, HedgeJournal } from '../ports/hedging.ts';
import { decode, encode } from '../trading/codec.ts';
import { chainHash, genesisHash } from '../trading/hash-chain.ts';

/** The state as the journal gives it, with the place of the next entry. */
export interface RestoredHedge {
  readonly state: HedgeState;
  readonly seq: number;
  readonly hash: Buffer;
}

const entriesMax = 1_000;

export function encodeRecords(records: readonly HedgeRecord[]): string {
  return encode(records);
}

/** Encodes the whole state: maps become lists of pairs. */
export function encodeState(state: HedgeState): string {
  return encode(Object.fromEntries(Object.entries(state).map(([name, part]) => [name, [...part]])));
}

function decodeState(payload: string): HedgeState {
  const stored = decode(payload) as Record<keyof HedgeState, never[]>;
  const state = createHedgeState();
  for (const name of Object.keys(state) as (keyof HedgeState)[]) {
    const part: Map<unknown, unknown> | unknown[] = state[name];
    for (const one of stored[name]) {
      if (Array.isArray(part)) part.push(one);
      else part.set(one[0], one[1]);
    }
  }
  return state;
}

/** Returns the hash of an entry (R-HDG-07). */
export function hedgeHash(previous: Buffer, { seq, atMs, payload }: Omit<HedgeEntry, 'hash'>): Buffer {
  return chainHash(previous, { seq, atMs, accountId: null, clientId: null, bodyHash: null, payload });
}

/**
 * Restores the state from the newest stored one and the entries after it, so that a start costs the same whatever the length of the
 * journal (R-HDG-08). Throws if an entry is missing or was changed.
 */
export async function restoreHedge(
  journal: Pick<HedgeJournal, 'lead' | 'read' | 'newestState'>,
): Promise<RestoredHedge> {
  const { lastSeq, lastHash } = await journal.lead();
  const from = await journal.newestState();
  let state = createHedgeState();
  // The entry before the state is read for its hash alone, without which a changed state would pass.
  let seq = Math.max(0, from - 2);
  let hash: Buffer | null = seq === 0 ? genesisHash : null;
  while (seq < lastSeq) {
    const entries = await journal.read(seq, entriesMax);
    if (entries.length === 0) throw new Error(`Invariant: the hedger's journal holds entry ${seq + 1}`);
    for (const entry of entries) {
      if (entry.seq !== seq + 1) throw new Error(`Invariant: the hedger's journal holds entry ${seq + 1}`);
      if (hash !== null && !hedgeHash(hash, entry).equals(entry.hash))
        throw new Error(`Invariant: entry ${entry.seq} of the hedger's journal is as it was written`);
      if (entry.isState) state = decodeState(entry.payload);
      else if (entry.seq >= from)
        for (const record of decode(entry.payload) as HedgeRecord[]) evolveHedge(state, record);
      ({ seq, hash } = entry);
    }
  }
  if (hash === null || !hash.equals(lastHash))
    throw new Error("Invariant: the hedger's journal ends as its lease says");
  return { state, seq, hash };
}
