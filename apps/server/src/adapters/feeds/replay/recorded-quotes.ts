import { type Line, ReplayFileError, readLines } from './line-reader.ts';
import { type BarFormat, detectFormat, parseTicks, type RecordedFormat, type TickFormat } from './recorded-formats.ts';

/** Bid or ask side of a one-minute bar, in ticks. */
export interface Bar {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface RecordedQuote {
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
}

/** Offsets inside the minute, 15 s apart, so that each quote belongs to its bar. */
const offsetsMs = [7_500, 22_500, 37_500, 52_500] as const;

/**
 * Converts a bar to four quotes: open, nearer extreme, other extreme, close (R-MKT-08). The order follows the bid, so
 * that the bid's path is exact and both sides show all four of their prices. No quote is crossed unless the bars are;
 * then the ask is raised to the bid.
 */
export function toBarQuotes(bid: Bar, ask: Bar): RecordedQuote[] {
  const isHighFirst = isHighNearer(bid);
  const bids = isHighFirst ? [bid.open, bid.high, bid.low, bid.close] : [bid.open, bid.low, bid.high, bid.close];
  const asks = isHighFirst ? [ask.open, ask.high, ask.low, ask.close] : [ask.open, ask.low, ask.high, ask.close];
  return offsetsMs.map((offsetMs, index) => {
    const price = bids[index] as number;
    return { timeMs: bid.timeMs + offsetMs, bid: price, ask: Math.max(asks[index] as number, price) };
  });
}

/** If both extremes are equally near, the order with the shorter way to the close is used. */
function isHighNearer(bar: Bar): boolean {
  const up = bar.high - bar.open;
  const down = bar.open - bar.low;
  return up === down ? bar.close < bar.open : up < down;
}

export async function detectFileFormat(file: string): Promise<RecordedFormat> {
  for await (const [first] of readLines(file)) {
    const format = first === undefined ? null : detectFormat(first.text);
    if (format === null) throw new ReplayFileError(file, first?.number ?? 1, 'its format is none of the known ones');
    return format;
  }
  throw new ReplayFileError(file, null, 'it is empty');
}

/** Reads the quotes of tick files, one file after the other, in batches. */
export async function* readTickQuotes(files: readonly string[], digits: number): AsyncGenerator<RecordedQuote[]> {
  for (const file of files) {
    const format = await detectFileFormat(file);
    if (format.kind !== 'ticks') throw new ReplayFileError(file, null, 'bars and ticks of one instrument do not mix');
    for await (const lines of readLines(file)) {
      const body = format.hasHeader && lines[0]?.number === 1 ? lines.slice(1) : lines;
      if (body.length > 0) yield body.map((line) => parseTick(file, line, format, digits));
    }
  }
}

/** Reads the quotes of a bid and an ask bar file, joined by minute; skips minutes that only one side has. */
export async function* readBarQuotes(
  files: { readonly bid: string; readonly ask: string },
  digits: number,
): AsyncGenerator<RecordedQuote[]> {
  const bids = readBars(files.bid, digits);
  const asks = readBars(files.ask, digits);
  try {
    let bid = await bids.next();
    let ask = await asks.next();
    let quotes: RecordedQuote[] = [];
    while (!bid.done && !ask.done) {
      if (bid.value.timeMs === ask.value.timeMs) quotes.push(...toBarQuotes(bid.value, ask.value));
      const { timeMs } = bid.value;
      const isBidDue = timeMs <= ask.value.timeMs;
      if (ask.value.timeMs <= timeMs) ask = await asks.next();
      if (isBidDue) bid = await bids.next();
      if (quotes.length >= 1_024) {
        yield quotes;
        quotes = [];
      }
    }
    if (quotes.length > 0) yield quotes;
  } finally {
    await bids.return(undefined);
    await asks.return(undefined);
  }
}

async function* readBars(file: string, digits: number): AsyncGenerator<Bar, undefined> {
  const format = await detectFileFormat(file);
  if (format.kind !== 'bars') throw new ReplayFileError(file, null, 'it holds ticks where bars were expected');
  let lastMs = Number.NEGATIVE_INFINITY;
  for await (const lines of readLines(file)) {
    for (const line of lines) {
      if (format.hasHeader && line.number === 1) continue;
      const bar = parseBar(file, line, format, digits);
      if (bar.timeMs <= lastMs) throw new ReplayFileError(file, line.number, 'its minute is not after the one before');
      lastMs = bar.timeMs;
      yield bar;
    }
  }
  return undefined;
}

function parseTick(file: string, line: Line, format: TickFormat, digits: number): RecordedQuote {
  const cells = line.text.split(format.separator);
  const { columns } = format;
  if (cells.length < columns.count) throw new ReplayFileError(file, line.number, `not a line of ${format.name}`);
  const timeMs = format.parseTime((cells[columns.time] ?? '').trim());
  const bid = parseTicks((cells[columns.bid] ?? '').trim(), digits);
  const ask = parseTicks((cells[columns.ask] ?? '').trim(), digits);
  if (Number.isNaN(timeMs)) throw new ReplayFileError(file, line.number, 'its time is malformed');
  if (Number.isNaN(bid) || Number.isNaN(ask)) throw malformedPrice(file, line.number, digits);
  return { timeMs, bid, ask };
}

function parseBar(file: string, line: Line, format: BarFormat, digits: number): Bar {
  const cells = line.text.split(format.separator);
  if (cells.length < 5) throw new ReplayFileError(file, line.number, `not a line of ${format.name}`);
  const timeMs = format.parseTime(cells[0] ?? '');
  if (Number.isNaN(timeMs) || timeMs % 60_000 !== 0)
    throw new ReplayFileError(file, line.number, 'its minute is malformed');
  const [open = 0, high = 0, low = 0, close = 0] = cells.slice(1, 5).map((cell) => parseTicks(cell.trim(), digits));
  if ([open, high, low, close].some(Number.isNaN)) throw malformedPrice(file, line.number, digits);
  if (low > Math.min(open, close) || high < Math.max(open, close)) {
    throw new ReplayFileError(file, line.number, 'its high and low do not hold its open and close');
  }
  return { timeMs, open, high, low, close };
}

function malformedPrice(file: string, line: number, digits: number): ReplayFileError {
  return new ReplayFileError(file, line, `a price is malformed or has more than ${digits} decimals`);
}
