/** Messages between the thread of the feed and the thread of the market. */

/** A quote, or the doubt about one, on its way to the market. */
export interface FeedRow {
  readonly instrumentId: number;
  /** False: the venue said something of the instrument that is no price; both prices are 0. */
  readonly isQuote: boolean;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number | null;
  readonly sequence: number | null;
  /** Connection of this thread, from 1. */
  readonly session: number;
  /** Reading of the process's monotonic clock when the frame arrived. */
  readonly receivedMs: number;
}

export interface FeedProof {
  readonly session: number;
  readonly atMs: number;
}

export type FeedNews =
  /** The thread begins, and its sessions begin at 1. */
  | { readonly kind: 'started' }
  | { readonly kind: 'connected'; readonly session: number; readonly atMs: number; readonly isGap?: boolean }
  /** The connection ended, or could not be made; the next attempt is in `retryMs`. */
  | { readonly kind: 'lost'; readonly reason: string; readonly retryMs: number }
  /**
   * Answered by `taken` with the same number; until then no other batch comes. `alive`: after these rows, the session had
   * proved at this time that unchanged prices are current.
   */
  | { readonly kind: 'batch'; readonly number: number; readonly rows: Float64Array; readonly alive: FeedProof | null }
  | { readonly kind: 'stopped' }
  /** Frames and quotes refused since the last message of this kind, by reason. */
  | { readonly kind: 'counts'; readonly counts: Readonly<Record<string, number>>; readonly venueError: string | null };

export type FeedOrder = { readonly kind: 'taken'; readonly number: number };

/** Asks the thread to take leave of its venue; answered by `stopped`. */
export interface FeedEnd {
  readonly kind: 'stop';
}

const fields = 8;

/** Packs rows into one buffer, which moves between threads without a copy. NaN is null. */
export function packRows(rows: readonly FeedRow[]): Float64Array {
  const packed = new Float64Array(rows.length * fields);
  for (const [at, row] of rows.entries()) {
    const { instrumentId, isQuote, bid, ask, timeMs, sequence, session, receivedMs } = row;
    const values = [instrumentId, isQuote ? 1 : 0, bid, ask, timeMs ?? Number.NaN, sequence ?? Number.NaN, session];
    packed.set([...values, receivedMs], at * fields);
  }
  return packed;
}

export function unpackRows(packed: Float64Array): FeedRow[] {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  return Array.from({ length: packed.length / fields }, (_, row) => {
    const values = packed.subarray(row * fields, (row + 1) * fields);
    const [instrumentId = 0, isQuote = 0, bid = 0, ask = 0, timeMs = Number.NaN, sequence = Number.NaN] = values;
    const [session = 0, receivedMs = 0] = values.subarray(6);
    const times = { timeMs: orNull(timeMs), sequence: orNull(sequence) };
    return { instrumentId, isQuote: isQuote === 1, bid, ask, ...times, session, receivedMs };
  });
}
