import type { HedgeRecord } from '@candor/domain/hedging/hedge-records';
import { createHedgeState, evolveHedge, type HedgeState } from '@candor/domain/hedging/hedge-state';
import { BookedDay } from '@candor/domain/hedging/statement';
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
const dayMs = 86_400_000;

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
 * Yields the entries after one, oldest first. Throws if one is missing or was changed; the first one is read for its hash alone
 * unless it is the journal's first.
 */
async function* readChain(journal: Pick<HedgeJournal, 'read'>, afterSeq: number): AsyncGenerator<HedgeEntry> {
  let seq = afterSeq;
  let hash: Buffer | null = seq === 0 ? genesisHash : null;
  for (;;) {
    const entries = await journal.read(seq, entriesMax);
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (entry.seq !== seq + 1) throw new Error(`Invariant: the hedger's journal holds entry ${seq + 1}`);
      if (hash !== null && !hedgeHash(hash, entry).equals(entry.hash))
        throw new Error(`Invariant: entry ${entry.seq} of the hedger's journal is as it was written`);
      ({ seq, hash } = entry);
      yield entry;
    }
  }
}

/** Number of the entry after which the chain is read, so that a state in entry `from` is checked by the hash before it. */
const chainStart = (from: number): number => Math.max(0, from - 2);

/**
 * Restores the state from the newest stored one and the entries after it, so that a start costs the same whatever the length of the
 * journal (R-HDG-08). Throws if an entry is missing or was changed.
 */
export async function restoreHedge(
  journal: Pick<HedgeJournal, 'lead' | 'read' | 'newestState'>,
): Promise<RestoredHedge> {
  const { lastSeq, lastHash } = await journal.lead();
  const from = await journal.newestState();
  let restored: RestoredHedge = { state: createHedgeState(), seq: chainStart(from), hash: genesisHash };
  if (restored.seq < lastSeq)
    for await (const entry of readChain(journal, restored.seq)) {
      const { seq, hash } = entry;
      restored = { state: applyEntry(restored.state, entry, from), seq, hash };
      if (seq === lastSeq) break;
    }
  const { state, seq, hash } = restored;
  if (seq < lastSeq) throw new Error(`Invariant: the hedger's journal holds entry ${seq + 1}`);
  if (!hash.equals(lastHash)) throw new Error("Invariant: the hedger's journal ends as its lease says");
  return { state, seq, hash };
}

/** Returns the state after an entry; those before the entry `from`, which is a state, change nothing. */
function applyEntry(state: HedgeState, entry: HedgeEntry, from: number): HedgeState {
  if (entry.isState) return decodeState(entry.payload);
  if (entry.seq >= from) for (const record of recordsIn(entry)) evolveHedge(state, record);
  return state;
}

const recordsIn = ({ isState, payload }: HedgeEntry): readonly HedgeRecord[] =>
  isState ? [] : (decode(payload) as HedgeRecord[]);

/**
 * Reads what the book holds of the time from `startMs` until `endMs`, from the newest state before it, and on for a day, in which
 * late reports may have been booked (R-HDG-19). Throws if an entry is missing or was changed.
 */
export async function readBookedDay(
  journal: Pick<HedgeJournal, 'read' | 'newestState'>,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<BookedDay> {
  const from = await journal.newestState(startMs);
  const day = new BookedDay();
  let state = createHedgeState();
  let hasEnded = false;
  for await (const entry of readChain(journal, chainStart(from))) {
    if (entry.atMs >= endMs + dayMs) break;
    if (!hasEnded && entry.atMs >= endMs) {
      hasEnded = true;
      day.end(state);
    }
    if (hasEnded) for (const record of recordsIn(entry)) day.takeLater(record);
    else if (entry.isState || entry.atMs < startMs) state = applyEntry(state, entry, from);
    else
      for (const record of recordsIn(entry)) {
        day.take(state, record);
        evolveHedge(state, record);
      }
  }
  if (!hasEnded) day.end(state);
  return day;
}
