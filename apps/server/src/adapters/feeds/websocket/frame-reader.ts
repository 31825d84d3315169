import {
  type ExactPrice,
  isHigher,
  isSize,
  readPrice,
  readSequence,
  readTime,
  roundOutward,
} from '../live/exact-values.ts';
import type { PlannedSymbol } from '../live/live-plan.ts';
import { JsonNumber, type JsonPath, type JsonValue, readJson, valueAt } from '../live/read-json.ts';
import type { FeedPlan } from './feed-plan.ts';

/** Reasons for not using a frame or one of its quotes, as counted (R-MKT-25). */
export type FrameFault =
  | 'binary'
  | 'not-json'
  | 'too-deep'
  | 'unexpected-frame'
  | 'venue-error'
  | 'withdrawn'
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
  /** `detail` is the venue's own text, of any length: it may repeat a key. */
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
  /** False once its last quote was put in doubt, and before the first. */
  isGiven: boolean;
}

const quotesPerFrameMax = 2_000;

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
      plan.symbols.map((symbol) => [
        symbol.symbol,
        { symbol, kept: { bid: null, ask: null, sequence: null, isGiven: false } },
      ]),
    );
  }

  /** Returns `quotes` only if at least one was given: any other frame of the venue proves nothing about prices. */
  read(text: string): FrameKind {
    const frame = readJson(text);
    if ('fault' in frame) {
      this.#taker.fault(frame.fault);
      return 'other';
    }
    const rule = this.#rules.find(({ when }) => when.every(({ path, is }) => holds(valueAt(frame.value, path), is)));
    switch (rule?.use) {
      case 'quotes':
        return this.#readQuotes(frame.value) ? 'quotes' : 'other';
      case 'heartbeat':
        return 'heartbeat';
      case 'doubt':
        this.#refuseAll('withdrawn');
        return 'other';
      case 'ignore':
        return 'other';
      case 'error':
        this.#taker.fault('venue-error', detailOf(rule.text === null ? undefined : valueAt(frame.value, rule.text)));
        this.#doubtAll();
        return 'other';
      case undefined:
        this.#taker.fault('unexpected-frame');
        return 'other';
    }
  }

  /** True if at least one quote was given. A frame that hides which symbols it means puts all in doubt, once. */
  #readQuotes(root: JsonValue): boolean {
    const { list } = this.#paths;
    const items = list === null ? [root] : valueAt(root, list.steps);
    if (!Array.isArray(items)) return this.#refuseAll('no-list');
    if (items.length > quotesPerFrameMax) return this.#refuseAll('too-many-quotes');
    const results = (items as readonly JsonValue[]).map((item) => this.#readQuote(root, item));
    if (results.includes('no-symbol')) this.#doubtAll();
    return results.includes(null);
  }

  #refuseAll(fault: FrameFault): false {
    this.#taker.fault(fault);
    this.#doubtAll();
    return false;
  }

  /** Puts every symbol in doubt that has given a quote since it last was: frames of this kind cost no more than quotes. */
  #doubtAll(): void {
    for (const { symbol, kept } of this.#symbols.values()) {
      if (kept.isGiven) this.#taker.doubt(symbol);
      Object.assign(kept, { bid: null, ask: null, isGiven: false });
    }
  }

  /** Returns null if the quote was given, else the reason. */
  #readQuote(root: JsonValue, item: JsonValue): FrameFault | null {
    const at = (path: Path | null) => (path === null ? undefined : valueAt(path.isFromRoot ? root : item, path.steps));
    const { symbol: symbolPath, time, sequence: sequencePath } = this.#paths;
    const name = at(symbolPath);
    const known = typeof name === 'string' ? this.#symbols.get(name) : undefined;
    if (known === undefined) {
      const fault = typeof name === 'string' ? 'unknown-symbol' : 'no-symbol';
      this.#taker.fault(fault);
      return fault;
    }
    const { symbol, kept } = known;
    const refuse = (fault: FrameFault) => {
      this.#doubt(symbol, kept, fault);
      return fault;
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
    kept.isGiven = true;
    this.#taker.quote({ symbol, ...rounded, timeMs, sequence });
    return null;
  }

  #doubt(symbol: PlannedSymbol, kept: Side, fault: FrameFault): void {
    Object.assign(kept, { bid: null, ask: null, isGiven: false });
    this.#taker.doubt(symbol);
    this.#taker.fault(fault);
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
    this.#doubt(symbol, kept, 'gap');
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
  return typeof text === 'string' ? text.replace(/\p{Cc}/gu, ' ') : undefined;
}
