import { createHash } from 'node:crypto';
import type { InstrumentId } from '@candor/domain/values/ids';

/** A symbol of the venue and the instrument that it prices. */
export interface PlannedSymbol {
  readonly symbol: string;
  readonly instrumentId: InstrumentId;
  readonly digits: number;
}

/** Facts of a live feed that its file gives. */
export interface LivePlan {
  /** Name shown with every price; ends in `-indicative` if nobody trades at these prices. */
  readonly source: string;
  /** Host and port of the venue, for messages: the rest of an address may hold a key. */
  readonly host: string;
  readonly isIndicative: boolean;
  readonly hasTimes: boolean;
  readonly hasSizes: boolean;
  /** True: changes of the last days are news, because the venue states them late; they are never confirmed. */
  readonly takesOldChanges?: boolean;
  readonly symbols: readonly PlannedSymbol[];
  /** Names the series of candles: another venue, other symbols or another meaning of prices is another series. */
  readonly storeKey: string;
}

/** Hash of what makes a series of candles another one: parts that name venue and prices, and the pairs of its instruments. */
export function hashOfSeries(
  parts: readonly string[],
  instruments: readonly { readonly symbol: string; readonly instrument: string }[],
): string {
  const pairs = instruments.map(({ symbol, instrument }) => `${symbol}=${instrument}`).toSorted();
  return hashOfParts([...parts, ...pairs]);
}

export function hashOfParts(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
}
