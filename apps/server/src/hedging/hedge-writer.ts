import type { HedgeOrderId, HedgeRecord } from '@candor/domain/hedging/hedge-records';
import { evolveHedge, type HedgeState } from '@candor/domain/hedging/hedge-state';
import type { HedgeEntry, HedgeJournal } from '../ports/hedging.ts';
import { encodeRecords, encodeState, hedgeHash, type RestoredHedge } from './hedge-codec.ts';

const stateEvery = 1_000;

/** Writes the hedger's journal: entries are stored, then applied. After an error it must not be used again. */
export class HedgeWriter {
  readonly state: HedgeState;
  readonly #journal: Pick<HedgeJournal, 'commit'>;
  #seq: number;
  #hash: Buffer;
  #sinceState = 0;

  constructor(journal: Pick<HedgeJournal, 'commit'>, { state, seq, hash }: RestoredHedge) {
    this.#journal = journal;
    this.state = state;
    this.#seq = seq;
    this.#hash = hash;
  }

  get seq(): number {
    return this.#seq;
  }

  /**
   * Returns the id of an order in the next entry: number of the entry, place in it, and the beginning of the hash before it, so that
   * another journal makes other ids (R-HDG-07).
   */
  nextOrderId(place: number): HedgeOrderId {
    return `H${this.#seq + 1}-${place}-${this.#hash.toString('hex', 0, 4)}` as HedgeOrderId;
  }

  /** Stores records as one entry and applies them. Throws SwitchPulledError, if an order is among them, before anything is stored. */
  async write(records: readonly HedgeRecord[], atMs: number): Promise<void> {
    if (records.length === 0) return;
    const entry = this.#entry(this.#seq + 1, this.#hash, atMs, encodeRecords(records), false);
    await this.#journal.commit(
      this.#seq,
      [entry],
      records.some(({ kind }) => kind === 'order'),
    );
    for (const record of records) evolveHedge(this.state, record);
    this.#seq = entry.seq;
    this.#hash = entry.hash;
    this.#sinceState += 1;
    if (this.#sinceState >= stateEvery) await this.#writeState(atMs);
  }

  async #writeState(atMs: number): Promise<void> {
    const entry = this.#entry(this.#seq + 1, this.#hash, atMs, encodeState(this.state), true);
    await this.#journal.commit(this.#seq, [entry], false);
    this.#seq = entry.seq;
    this.#hash = entry.hash;
    this.#sinceState = 0;
  }

  #entry(seq: number, previous: Buffer, atMs: number, payload: string, isState: boolean): HedgeEntry {
    const entry = { seq, atMs, isState, payload };
    return { ...entry, hash: hedgeHash(previous, entry) };
  }
}
