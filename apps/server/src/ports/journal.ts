import { UnavailableError } from './unavailable.ts';

/** One decided command or quote, as it is stored: the journal is the truth, all tables are folded from it (R-LED-05). */
export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  /** The account of a command; null when a quote caused it. */
  readonly accountId: number | null;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
  /** Encoded events and outcome (trading/codec.ts). */
  readonly payload: string;
  /** SHA-256 over the previous entry's hash and this entry. */
  readonly hash: Buffer;
}

export interface JournalPosition {
  readonly epoch: number;
  readonly lastSeq: number;
}

export interface Leadership extends JournalPosition {
  readonly lastHash: Buffer;
  /** Ticks of the tick log that what is stored has taken in. */
  readonly tickOffset: number;
}

/** Another process has taken the shard: this one must stop at once. */
export class FencedError extends UnavailableError {
  override readonly name = 'FencedError';
}

export interface Journal {
  /** Where the shard stands under the lease that this process holds. Throws FencedError when another has taken it. */
  lead(): Promise<Leadership>;
  /**
   * Appends entries seq fromSeq+1… as one statement, with the ticks taken in by then; without entries it moves the tick
   * offset alone. Throws FencedError when the epoch is stale or the sequence does
   * not follow; any other error leaves it unknown whether the batch was stored.
   */
  commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void>;
  position(): Promise<JournalPosition>;
  /** Entries after `seq`, oldest first, at most `limit`. */
  read(seq: number, limit: number): Promise<JournalEntry[]>;
}
