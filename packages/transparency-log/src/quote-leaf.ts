import { ByteReader, ByteWriter } from './byte-writer.ts';
import { leafKinds } from './leaf.ts';
import { LogError } from './log-error.ts';

/** A quote as the log holds it; prices in units of the instrument's last digit. */
export interface LoggedPrice {
  readonly instrumentId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
}

/** Quotes of one source in one second, by instrument, those of an instrument in the order of their acceptance. */
export interface QuoteBatch {
  /** Seconds since 1970 UTC. */
  readonly second: number;
  readonly source: string;
  readonly quotes: readonly LoggedPrice[];
}

/** Most quotes of a leaf: at 41 bytes a quote, the most that one can take, they fit an entry. */
export const quotesPerLeafMax = 1_500;
const sourceBytesMax = 47;

/**
 * Leaf of a batch (docs/adr/0044): kind, second, source, number of instruments; for each its id less the previous one,
 * its number of quotes, and for each quote the differences of sequence, time and bid from the quote before, then ask
 * less bid. Throws `bad-leaf` for none or too many quotes.
 */
export function encodeQuoteLeaf({ second, source, quotes }: QuoteBatch): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(leafKinds.quotes);
  writer.count(second);
  if (Buffer.byteLength(source) > sourceBytesMax) throw new LogError('bad-leaf', 'The name of a source is too long.');
  writer.text(source);
  const groups = groupByInstrument(quotes);
  writer.count(groups.length);
  let [id, seq] = [0, 0];
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    writer.count(first.instrumentId - id);
    writer.count(group.length);
    id = first.instrumentId;
    let [timeMs, bid] = [second * 1_000, 0];
    for (const quote of group) {
      writer.signed(quote.seq - seq);
      writer.signed(quote.timeMs - timeMs);
      writer.signed(quote.bid - bid);
      writer.signed(quote.ask - quote.bid);
      ({ seq, timeMs, bid } = quote);
    }
  }
  return writer.bytes();
}

function groupByInstrument(quotes: readonly LoggedPrice[]): LoggedPrice[][] {
  if (quotes.length === 0 || quotes.length > quotesPerLeafMax)
    throw new LogError('bad-leaf', `A leaf has 1 to ${quotesPerLeafMax} quotes, not ${quotes.length}.`);
  const groups = new Map<number, LoggedPrice[]>();
  for (const quote of quotes) {
    const group = groups.get(quote.instrumentId);
    if (group === undefined) groups.set(quote.instrumentId, [quote]);
    else group.push(quote);
  }
  return [...groups].toSorted(([one], [other]) => one - other).map(([, group]) => group);
}

/** Decodes a leaf of quotes, by instrument. Throws `bad-leaf`. */
export function decodeQuoteLeaf(leaf: Uint8Array): QuoteBatch {
  const reader = new ByteReader(leaf);
  if (reader.byte() !== leafKinds.quotes) throw new LogError('bad-leaf', 'Not a leaf of quotes.');
  const second = reader.count();
  const source = reader.text(sourceBytesMax);
  const quotes: LoggedPrice[] = [];
  let [instrumentId, seq] = [0, 0];
  for (let groups = reader.count(); groups > 0; groups -= 1) {
    const step = reader.count();
    if (step === 0 && quotes.length > 0) throw new LogError('bad-leaf', 'An instrument is named twice.');
    instrumentId += step;
    let [timeMs, bid] = [second * 1_000, 0];
    const count = reader.count();
    if (count === 0 || quotes.length + count > quotesPerLeafMax)
      throw new LogError('bad-leaf', 'An instrument has no quotes, or the leaf too many.');
    for (let left = count; left > 0; left -= 1) {
      seq += reader.signed();
      timeMs += reader.signed();
      bid += reader.signed();
      quotes.push({ instrumentId, seq, timeMs, bid, ask: bid + reader.signed() });
    }
  }
  reader.end();
  if (quotes.length === 0) throw new LogError('bad-leaf', 'A leaf of quotes has none.');
  return { second, source, quotes };
}
