import { type ExactPrice, isHigher, isSize, readPrice, readSequence, readTime, roundOutward } from './exact-values.ts';
import type { FeedPlan, PlannedSymbol } from './feed-plan.ts';
import { JsonNumber, type JsonPath, type JsonValue, readJson, valueAt } from './read-json.ts';

/** Reasons for not using a frame or one of its quotes, as counted (R-MKT-25). */
export type FrameFault =
  | 'binary'
  | 'not-json'
  | 'too-deep'
  | 'unexpected-frame'
  | 'venue-error'
  | 'too-many-quotes'
  | 'no-list'
  | 'no-symbol'
  | 'unknown-symbol'
  | 'no-price'
  | 'not-a-price'
  | 'exponent'
  | 'too-many-digits'
  | 'crossed'
  | 'no-size'
  | 'no-time'
  | 'no-sequence'
  | 'gap';

/** A quote of the venue in ticks, not yet filtered. */
export interface VenueQuote {
  readonly symbol: PlannedSymbol;
  readonly bid: number;
  readonly ask: number;
  /** Null if the venue sends none. */
  readonly timeMs: number | null;
  readonly sequence: number | null;
}

/** Receiver of quotes, doubts and faults. */
export interface FrameTaker {
  quote(quote: VenueQuote): void;
  /** The venue said something of a symbol that is no price: its last one is no longer current. */
  doubt(symbol: PlannedSymbol): void;
  fault(fault: FrameFault, detail?: string): void;
}

/** Kind of a frame, which may prove that prices are current. */
export type FrameKind = 'quotes' | 'heartbeat' | 'other';

interface Rule {
  readonly when: readonly { readonly path: JsonPath; readonly is: string | number | boolean }[];
  readonly use: FeedPlan['frames'][number]['use'];
  readonly text: JsonPath | null;
}

interface Side {
  bid: ExactPrice | null;
  ask: ExactPrice | null;
  sequence: number | null;
}

const quotesPerFrameMax = 2_000;
const detailMax = 200;

/** Reads the frames of one connection by the rules of a mapping. Never throws, whatever the bytes (R-MKT-25). */
export class FrameReader {
  readonly #taker: FrameTaker;
  readonly #rules: readonly Rule[];
  readonly #paths: ReturnType<typeof pathsOf>;
  readonly #keepsSides: boolean;
  readonly #unit: NonNullable<FeedPlan['quote']['time']>['unit'] | null;
  readonly #symbols: ReadonlyMap<string, { readonly symbol: PlannedSymbol; readonly kept: Side }>;

  constructor(plan: Pick<FeedPlan, 'frames' | 'quote' | 'symbols'>, taker: FrameTaker) {
    this.#taker = taker;
    this.#rules = plan.frames.map(({ when, use, text }) => ({
      when: Object.entries(when).map(([path, is]) => ({ path: stepsOf(path).steps, is })),
      use,
      text: text === undefined ? null : stepsOf(text).steps,
    }));
    this.#paths = pathsOf(plan.quote);
    this.#keepsSides = plan.quote.sides === 'changed';
    this.#unit = plan.quote.time?.unit ?? null;
    this.#symbols = new Map(
      plan.symbols.map((symbol) => [symbol.symbol, { symbol, kept: { bid: null, ask: null, sequence: null } }]),
    );
  }

  read(text: string): FrameKind {
    const frame = readJson(text);
    if ('fault' in frame) {
      this.#taker.fault(frame.fault);
      return 'other';
    }
    const rule = this.#rules.find(({ when }) => when.every(({ path, is }) => holds(valueAt(frame.value, path), is)));
    switch (rule?.use) {
      case 'quotes':
        this.#readQuotes(frame.value);
        return 'quotes';
      case 'heartbeat':
        return 'heartbeat';
      case 'ignore':
        return 'other';
      case 'error':
        this.#taker.fault('venue-error', detailOf(rule.text === null ? undefined : valueAt(frame.value, rule.text)));
        return 'other';
      case undefined:
        this.#taker.fault('unexpected-frame');
        return 'other';
    }
  }

  #readQuotes(root: JsonValue): void {
    const { list } = this.#paths;
    if (list === null) return this.#readQuote(root, root);
    const items = valueAt(root, list.steps);
    if (!Array.isArray(items)) return this.#taker.fault('no-list');
    if (items.length > quotesPerFrameMax) return this.#taker.fault('too-many-quotes');
    for (const item of items as readonly JsonValue[]) this.#readQuote(root, item);
  }

  #readQuote(root: JsonValue, item: JsonValue): void {
    const at = (path: Path | null) => (path === null ? undefined : valueAt(path.isFromRoot ? root : item, path.steps));
    const { symbol: symbolPath, time, sequence: sequencePath } = this.#paths;
    const name = at(symbolPath);
    if (typeof name !== 'string') return this.#taker.fault('no-symbol');
    const known = this.#symbols.get(name);
    if (known === undefined) return this.#taker.fault('unknown-symbol');
    const { symbol, kept } = known;
    const refuse = (fault: FrameFault) => {
      kept.bid = null;
      kept.ask = null;
      this.#taker.doubt(symbol);
      this.#taker.fault(fault);
    };
    const sequence = sequencePath === null ? null : readSequence(at(sequencePath));
    if (sequencePath !== null && sequence === null) return refuse('no-sequence');
    const isAgain = sequence !== null && sequence === kept.sequence;
    if (sequence !== null) this.#noteSequence(symbol, kept, sequence);
    const timeMs = this.#unit === null ? null : readTime(at(time), this.#unit);
    if (this.#unit !== null && timeMs === null) return refuse('no-time');
    const bid = this.#readSide('bid', at, symbol, kept);
    const ask = this.#readSide('ask', at, symbol, kept);
    if (typeof bid === 'string') return refuse(bid);
    if (typeof ask === 'string') return refuse(ask);
    if (isHigher(bid, ask)) return refuse('crossed');
    const rounded = roundOutward(bid, ask);
    if (rounded.bid === 0) return refuse('not-a-price');
    // A number again with other prices: one of the two is wrong, so neither is kept. The filter refuses the quote.
    const isContrary = isAgain && (isOther(bid, kept.bid) || isOther(ask, kept.ask));
    kept.bid = isContrary ? null : bid;
    kept.ask = isContrary ? null : ask;
    this.#taker.quote({ symbol, ...rounded, timeMs, sequence });
  }

  /** Reads one side; an omitted one keeps its last value if the venue sends changes only. */
  #readSide(
    side: 'bid' | 'ask',
    at: (path: Path | null) => JsonValue | undefined,
    { digits }: PlannedSymbol,
    kept: Side,
  ): ExactPrice | FrameFault {
    const value = at(this.#paths[side]);
    const size = this.#paths[side === 'bid' ? 'bidSize' : 'askSize'];
    if (value === undefined && this.#keepsSides) return kept[side] ?? 'no-price';
    if (size !== null && !isSize(at(size))) return 'no-size';
    return readPrice(value, digits);
  }

  /** After a lost message, or new numbers, the kept sides may be those of the past. Order is left to the filter. */
  #noteSequence(symbol: PlannedSymbol, kept: Side, sequence: number): void {
    const { sequence: last } = kept;
    kept.sequence = sequence;
    if (last === null || sequence === last || sequence === last + 1) return;
    kept.bid = null;
    kept.ask = null;
    this.#taker.doubt(symbol);
    this.#taker.fault('gap');
  }
}

interface Path {
  readonly steps: JsonPath;
  readonly isFromRoot: boolean;
}

function stepsOf(path: string): Path {
  const isFromRoot = path.startsWith('/');
  return { steps: (isFromRoot ? path.slice(1) : path).split('.'), isFromRoot };
}

function pathsOf({ list, symbol, bid, ask, bidSize, askSize, time, sequence }: FeedPlan['quote']) {
  const optional = (path: string | undefined) => (path === undefined ? null : stepsOf(path));
  return {
    list: optional(list),
    symbol: stepsOf(symbol),
    bid: stepsOf(bid),
    ask: stepsOf(ask),
    bidSize: optional(bidSize),
    askSize: optional(askSize),
    time: optional(time?.path),
    sequence: optional(sequence),
  };
}

function isOther(price: ExactPrice, kept: ExactPrice | null): boolean {
  return kept !== null && (price.ticks !== kept.ticks || price.rest !== kept.rest);
}

/** True if a value is as a rule says; `*` holds for any value. */
function holds(value: JsonValue | undefined, is: string | number | boolean): boolean {
  if (value === undefined) return false;
  if (is === '*') return true;
  return value instanceof JsonNumber ? Number(value.text) === is : value === is;
}

function detailOf(value: JsonValue | undefined): string | undefined {
  const text = value instanceof JsonNumber ? value.text : value;
  // A venue's text must not steer the terminal of the log's reader.
  return typeof text === 'string' ? text.slice(0, detailMax).replace(/\p{Cc}/gu, ' ') : undefined;
}
