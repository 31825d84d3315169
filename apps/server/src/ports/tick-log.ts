import type { Quote } from '@candor/domain/values/quote';

/** Keeps every accepted quote before anyone acts on it (R-MKT-15). */
export interface TickLog {
  /** Hands the quote over to be written and returns the offset it will stand at. */
  append(quote: Quote): number;
  /** Where the next quote will stand. */
  readonly nextOffset: number;
  /** Everything from an offset on, in order; from the oldest kept one where the offset is older. */
  read(fromOffset: number): AsyncIterable<LoggedQuote>;
  /** The same many at a time: a promise for every quote would cost more than the quote. */
  readPieces(fromOffset: number): AsyncIterable<readonly LoggedQuote[]>;
  /** Leaves offsets out up to this one: they were taken in, and the disk lost them or could not take them. */
  skipTo(offset: number): Promise<void>;
  /** Resolves once every quote before `offset` outlives a crash, however long the disk takes; at once where it does. */
  stored(offset: number): Promise<void>;
  /** Resolves when all quotes handed over so far are stored; rejects when the disk did not take them, which are kept. */
  flush(): Promise<void>;
  /** True while the disk does not take what is written. */
  readonly isFailing: boolean;
  close(): Promise<void>;
}

export interface LoggedQuote {
  readonly offset: number;
  readonly quote: Quote;
}
