import { type ExactPrice, isHigher, isSize, type PriceFault, readPrice, roundOutward } from '../live/exact-values.ts';
import type { PlannedSymbol } from '../live/live-plan.ts';
import type { FixField, FixMessage } from './fix-message.ts';
import type { Dialect } from './fix-plan.ts';
import { readEntryTime } from './fix-time.ts';
import { tag, type } from './tags.ts';

/** Reasons for not using a message or one of its quotes, as counted (R-MKT-25). */
export type MarketDataFault =
  | PriceFault
  | 'malformed'
  | 'unexpected-message'
  | 'unknown-symbol'
  | 'no-symbol'
  | 'unknown-entry'
  | 'too-many-entries'
  | 'crossed'
  | 'no-size'
  | 'no-time'
  | 'not-firm'
  | 'inactive'
  | 'request-refused'
  | 'business-reject'
  | 'old-request';

/** A quote of the venue in ticks, not yet filtered. */
export interface FixQuote {
  readonly symbol: PlannedSymbol;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number | null;
}

export interface MarketDataTaker {
  quote(quote: FixQuote): void;
  /** The venue said something of a symbol that is no price: its last one is no longer current. */
  doubt(symbol: PlannedSymbol): void;
  /** `detail` is the venue's own text, of any length. */
  fault(fault: MarketDataFault, detail?: string): void;
}

type Side = 'bid' | 'ask';

interface Entry {
  readonly price: ExactPrice;
  readonly hasSize: boolean;
}

interface Book {
  readonly symbol: PlannedSymbol;
  readonly bid: Map<string, Entry>;
  readonly ask: Map<string, Entry>;
  /** Request that the book belongs to; messages of earlier ones are of the past. */
  requestId: string | null;
  /** False until a snapshot or a first entry of each side, and after a doubt. */
  isGiven: boolean;
  /** True: what came cannot be applied, and only a snapshot helps. */
  isBroken: boolean;
}

const entriesMax = 2_000;
const bookMax = 200;
const sides: Readonly<Record<string, Side>> = { '0': 'bid', '1': 'ask' };
/** Conditions of a quote (276) that is no price to deal at. */
const inactive = new Set(['B', 'closed']);
const notFirm = 'I';

/** Requests for market data, and the books of their answers. Never throws, whatever a venue sends (R-MKT-36). */
export class MarketData {
  readonly #dialect: Dialect;
  readonly #taker: MarketDataTaker;
  readonly #books: ReadonlyMap<string, Book>;
  readonly #prefix: string;
  #requests = 0;
  #hasBroken = false;
  #running: { readonly id: string; readonly symbols: readonly string[] }[] = [];

  /** `prefix` makes the ids of requests differ from those of earlier connections. */
  constructor(dialect: Dialect, prefix: string, taker: MarketDataTaker) {
    this.#dialect = dialect;
    this.#taker = taker;
    this.#prefix = prefix;
    this.#books = new Map(
      dialect.symbols.map((symbol) => [
        symbol.symbol,
        { symbol, bid: new Map(), ask: new Map(), requestId: null, isGiven: false, isBroken: false },
      ]),
    );
  }

  /** Returns the bodies of the requests that end the running subscriptions and begin new ones. */
  subscribe(): FixField[][] {
    const ends = this.#running.map(({ id, symbols }) => this.#request(id, '2', symbols));
    const names = [...this.#books.keys()];
    const { symbolsPerRequest } = this.#dialect;
    this.#running = [];
    this.#hasBroken = false;
    for (let at = 0; at < names.length; at += symbolsPerRequest) {
      this.#requests += 1;
      this.#running.push({
        id: `${this.#prefix}-${this.#requests}`,
        symbols: names.slice(at, at + symbolsPerRequest),
      });
    }
    for (const { id, symbols } of this.#running)
      for (const name of symbols) this.#clear(this.#books.get(name) as Book, id);
    return [...ends, ...this.#running.map(({ id, symbols }) => this.#request(id, '1', symbols))];
  }

  /** Puts every symbol in doubt that has a price. */
  doubtAll(): void {
    for (const book of this.#books.values()) {
      if (book.isGiven) this.#taker.doubt(book.symbol);
      book.isGiven = false;
    }
  }

  /** Returns true if the message gave at least one quote. `needsRequest` of the result: only a new request helps. */
  read(message: FixMessage, sentMs: number): { readonly isQuote: boolean; readonly needsRequest: boolean } {
    let isQuote = false;
    switch (message.type) {
      case type.snapshot:
        isQuote = this.#readSnapshot(message, sentMs);
        break;
      case type.incremental:
        isQuote = this.#readIncrement(message, sentMs);
        break;
      case type.marketDataRequestReject:
        this.#refused(message);
        break;
      case type.businessReject:
        this.#taker.fault('business-reject', message.get(tag.text));
        break;
      default:
        this.#taker.fault('unexpected-message');
    }
    return { isQuote, needsRequest: this.#hasBroken };
  }

  #request(id: string, kind: '1' | '2', symbols: readonly string[]): FixField[] {
    const { depth, updates, identify, securityIdSource, requestFields } = this.#dialect;
    const nameOf = (name: string): FixField[] =>
      identify === 'symbol'
        ? [[tag.symbol, name]]
        : [
            [tag.securityId, name],
            [tag.securityIdSource, securityIdSource ?? ''],
          ];
    return [
      [tag.mdReqId, id],
      [tag.subscriptionRequestType, kind],
      [tag.marketDepth, String(depth)],
      ...(kind === '1' ? [[tag.mdUpdateType, updates === 'full' ? '0' : '1'] as const] : []),
      [tag.noMdEntryTypes, '2'],
      [tag.mdEntryType, '0'],
      [tag.mdEntryType, '1'],
      [tag.noRelatedSym, String(symbols.length)],
      ...symbols.flatMap(nameOf),
      ...requestFields,
    ];
  }

  #clear(book: Book, requestId: string): void {
    book.bid.clear();
    book.ask.clear();
    book.requestId = requestId;
    book.isBroken = false;
  }

  get #nameTag(): number {
    return this.#dialect.identify === 'symbol' ? tag.symbol : tag.securityId;
  }

  #bookOf(name: string | undefined): Book | null {
    const book = name === undefined ? undefined : this.#books.get(name);
    if (book !== undefined) return book;
    this.#taker.fault(name === undefined ? 'no-symbol' : 'unknown-symbol');
    // Any symbol may be meant.
    if (name === undefined) this.doubtAll();
    return null;
  }

  /** True if a message answers a request that was replaced meanwhile. */
  #isOld(message: FixMessage): boolean {
    const id = message.get(tag.mdReqId);
    const isOld = id !== undefined && !this.#running.some((one) => one.id === id);
    if (isOld) this.#taker.fault('old-request');
    return isOld;
  }

  #readSnapshot(message: FixMessage, sentMs: number): boolean {
    if (this.#isOld(message)) return false;
    const book = this.#bookOf(message.get(this.#nameTag));
    if (book === null) return false;
    book.bid.clear();
    book.ask.clear();
    book.isBroken = false;
    const entries = message.group(tag.noMdEntries);
    // The count 0 is an empty book.
    if (entries === null && message.number(tag.noMdEntries) !== 0) return this.#refuse(book, 'malformed');
    if (entries !== null && entries.length > entriesMax) return this.#refuse(book, 'too-many-entries');
    for (const entry of entries ?? []) {
      const fault = this.#put(book, entry);
      if (fault !== null) return this.#refuse(book, fault);
    }
    return this.#give(book, entries ?? [], sentMs);
  }

  #readIncrement(message: FixMessage, sentMs: number): boolean {
    if (this.#isOld(message)) return false;
    const entries = message.group(tag.noMdEntries);
    if (entries === null || entries.length > entriesMax) {
      this.#taker.fault(entries === null ? 'malformed' : 'too-many-entries');
      for (const book of this.#books.values()) book.isBroken = true;
      this.#hasBroken = true;
      this.doubtAll();
      return false;
    }
    let isQuote = false;
    let name: string | undefined;
    let run: Map<number, string>[] = [];
    const finish = () => {
      if (run.length > 0 && this.#applyRun(this.#bookOf(name), run, sentMs)) isQuote = true;
      run = [];
    };
    // Each quote of a message counts: a run ends with the symbol, or when a side comes again.
    for (const entry of entries) {
      const next = entry.get(this.#nameTag) ?? name;
      if (next !== name || run.some((one) => isSameLevel(one, entry))) finish();
      name = next;
      run.push(entry);
    }
    finish();
    return isQuote;
  }

  /** Applies the entries of one book; true if a quote was given. */
  #applyRun(book: Book | null, run: readonly Map<number, string>[], sentMs: number): boolean {
    if (book === null) return false;
    // After a break the book is unknown, so that no change can be applied until the snapshot that was asked for comes.
    if (book.isBroken) return false;
    for (const entry of run) {
      const fault = this.#apply(book, entry);
      if (fault === null) continue;
      // A change of the book that is not known leaves it wrong from here on, where it has more than one entry a side.
      book.isBroken = this.#dialect.depth !== 1;
      this.#hasBroken ||= book.isBroken;
      return this.#refuse(book, fault);
    }
    return this.#give(book, run, sentMs);
  }

  #apply(book: Book, entry: ReadonlyMap<number, string>): MarketDataFault | null {
    const side = sides[entry.get(tag.mdEntryType) ?? ''];
    const action = entry.get(tag.mdUpdateAction);
    if (action === '2') return this.#remove(book, entry);
    const isChange = action === '1' && side !== undefined && this.#dialect.depth !== 1;
    return isChange && !book[side].has(entry.get(tag.mdEntryRefId) ?? keyOf(entry))
      ? 'unknown-entry'
      : this.#put(book, entry);
  }

  #put(book: Book, entry: ReadonlyMap<number, string>): MarketDataFault | null {
    const side = sides[entry.get(tag.mdEntryType) ?? ''];
    // Trades, openings and so on are no sides of a quote.
    if (side === undefined) return null;
    const [conditions, { isIndicative }] = [entry.get(tag.quoteCondition)?.split(' ') ?? [], this.#dialect];
    const key = keyOf(entry);
    if (conditions.some((one) => inactive.has(one))) return this.#drop(book, side, key, 'inactive');
    if (conditions.includes(notFirm) && !isIndicative) return this.#drop(book, side, key, 'not-firm');
    const price = readPrice(entry.get(tag.mdEntryPx), book.symbol.digits);
    if (typeof price === 'string') return this.#drop(book, side, key, price);
    const size = entry.get(tag.mdEntrySize);
    // A dialect with identified entries may change one under a new id.
    const old = entry.get(tag.mdEntryRefId);
    if (old !== undefined && old !== key) book[side].delete(old);
    // One level a side: whatever its name, it takes the place of the one before.
    if (this.#dialect.depth === 1) book[side].clear();
    book[side].set(key, { price, hasSize: !this.#dialect.hasSizes || isSize(size) });
    return book[side].size > bookMax ? 'too-many-entries' : null;
  }

  #drop(book: Book, side: Side, key: string, fault: MarketDataFault): MarketDataFault {
    book[side].delete(key);
    return fault;
  }

  #remove(book: Book, entry: ReadonlyMap<number, string>): MarketDataFault | null {
    const id = entry.get(tag.mdEntryRefId) ?? keyOf(entry);
    const side = sides[entry.get(tag.mdEntryType) ?? ''];
    const held = side === undefined ? (['bid', 'ask'] as const) : [side];
    if (this.#dialect.depth === 1) {
      // The end of an entry that another has replaced says nothing; one without a name means the only one.
      for (const one of held) if (isMeant(book[one], id)) book[one].clear();
      return null;
    }
    const holders = held.filter((one) => book[one].delete(id));
    return holders.length === 0 ? 'unknown-entry' : null;
  }

  /** Gives the best prices of a book, or puts its symbol in doubt. */
  #give(book: Book, entries: readonly ReadonlyMap<number, string>[], sentMs: number): boolean {
    const [bid, ask] = [bestOf(book.bid, 'bid'), bestOf(book.ask, 'ask')];
    if (bid === null || ask === null) return this.#refuse(book, 'no-price');
    if (!bid.hasSize || !ask.hasSize) return this.#refuse(book, 'no-size');
    if (isHigher(bid.price, ask.price)) return this.#refuse(book, 'crossed');
    const rounded = roundOutward(bid.price, ask.price);
    if (rounded.bid === 0) return this.#refuse(book, 'not-a-price');
    const timeMs = this.#timeOf(entries, sentMs);
    if (timeMs === undefined) return this.#refuse(book, 'no-time');
    book.isGiven = true;
    this.#taker.quote({ symbol: book.symbol, ...rounded, timeMs });
    return true;
  }

  /** Returns the newest time of the entries; undefined if there is none where there must be one. */
  #timeOf(entries: readonly ReadonlyMap<number, string>[], sentMs: number): number | null | undefined {
    const { time } = this.#dialect;
    if (time === 'none') return null;
    if (time === 'sending') return sentMs;
    let newest: number | undefined;
    for (const entry of entries) {
      const one = readEntryTime(entry.get(tag.mdEntryDate), entry.get(tag.mdEntryTime), sentMs);
      if (one !== null && (newest === undefined || one > newest)) newest = one;
    }
    return newest;
  }

  #refuse(book: Book, fault: MarketDataFault): false {
    book.isGiven = false;
    this.#taker.doubt(book.symbol);
    this.#taker.fault(fault);
    return false;
  }

  /** The venue does not serve a request: its symbols have no price. */
  #refused(message: FixMessage): void {
    const id = message.get(tag.mdReqId);
    const request = this.#running.find((one) => one.id === id);
    const [reason, text] = [message.get(tag.mdReqRejReason), message.get(tag.text)];
    const names = request?.symbols.slice(0, 3).join(', ') ?? 'an unknown request';
    this.#taker.fault('request-refused', `${names}: ${text ?? `reason ${reason ?? 'not given'}`}`);
    for (const name of request?.symbols ?? []) {
      const book = this.#books.get(name) as Book;
      this.#clear(book, id ?? '');
      if (book.isGiven) this.#taker.doubt(book.symbol);
      book.isGiven = false;
    }
  }
}

/** Identity of an entry in its side: the venue's id, else its place in the book. */
function keyOf(entry: ReadonlyMap<number, string>): string {
  const id = entry.get(tag.mdEntryId);
  return id ?? `#${entry.get(tag.mdEntryPositionNo) ?? '1'}`;
}

/** True if an id is that of the only entry of a side, or either has none of the venue's. */
function isMeant(side: ReadonlyMap<string, Entry>, id: string): boolean {
  const [key] = side.keys();
  return key === id || key?.startsWith('#') === true || id.startsWith('#');
}

function isSameLevel(one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): boolean {
  return one.get(tag.mdEntryType) === other.get(tag.mdEntryType) && keyOf(one) === keyOf(other);
}

function bestOf(side: ReadonlyMap<string, Entry>, kind: Side): Entry | null {
  let best: Entry | null = null;
  for (const entry of side.values()) {
    if (best === null) best = entry;
    else if (kind === 'bid' ? isHigher(entry.price, best.price) : isHigher(best.price, entry.price)) best = entry;
  }
  return best;
}
