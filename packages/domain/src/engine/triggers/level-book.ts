import type { AccountId, CompanyId, Realm } from '../../values/ids.ts';
import type { Quote } from '../../values/quote.ts';

/** Operations of the engine since its start; the cost oracle of the tests compares them with the size of the change. */
export interface Work {
  /** Heap slots written or read. */
  heapSteps: number;
  /** Margin checks of accounts. */
  accountChecks: number;
  /** Accounts and orders that rolls looked at. */
  rollVisits: number;
  /** Accounts and orders that a change of rules looked at. */
  ruleVisits: number;
}

/** Share of the slots in use above which a table doubles. */
const fillMax = 0.8;
const slotsMin = 8;
/** A table with fewer slots in use than this share is halved. */
const fillMin = 0.2;

/**
 * Finds the place of each id in a list by a hash table of 32-bit numbers: some 10 bytes an id, a quarter of a `Map`'s.
 * The owner keeps the list of ids, reports every move, and calls `add` and `remove` only while ids and places agree.
 */
export class PlaceTable {
  readonly #ids: readonly number[];
  /** Place + 1 by slot; 0 in a free one. */
  #slots = new Int32Array(slotsMin);
  /** Slot by place. */
  #slotOf = new Int32Array(placesOf(slotsMin));

  constructor(ids: readonly number[]) {
    this.#ids = ids;
  }

  /** Memory of the table, in bytes. */
  get bytes(): number {
    return this.#slots.byteLength + this.#slotOf.byteLength;
  }

  /** Returns the place of an id; −1 if it has none. */
  placeOf(id: number): number {
    for (let slot = this.#home(id); ; slot = this.#next(slot)) {
      const place = (this.#slots[slot] as number) - 1;
      if (place < 0 || this.#ids[place] === id) return place;
    }
  }

  /** Returns the slot of the id at a place, to be given to `put`. */
  slotAt(place: number): number {
    return this.#slotOf[place] as number;
  }

  /** Puts the id of a slot at a place. */
  put(place: number, slot: number): void {
    this.#slots[slot] = place + 1;
    this.#slotOf[place] = slot;
  }

  /** Takes the id that the list has got at its end. */
  add(place: number): void {
    if (place >= this.#slotOf.length) this.#resize(2 * this.#slots.length, place);
    this.put(place, this.#freeSlot(this.#ids[place] as number));
  }

  /** Forgets the id at a place; the list still holds it. */
  remove(place: number): void {
    let free = this.slotAt(place);
    for (let slot = this.#next(free); this.#slots[slot] !== 0; slot = this.#next(slot)) {
      const other = (this.#slots[slot] as number) - 1;
      const home = this.#home(this.#ids[other] as number);
      // An id may move back only as far as its own home.
      const isReachable = free <= slot ? home <= free || home > slot : home <= free && home > slot;
      if (!isReachable) continue;
      this.put(other, free);
      free = slot;
    }
    this.#slots[free] = 0;
  }

  /** Gives memory back once a list of this length leaves most slots free. */
  shrink(length: number): void {
    if (this.#slots.length > slotsMin && length < fillMin * this.#slots.length)
      this.#resize(this.#slots.length / 2, length);
  }

  #resize(slots: number, length: number): void {
    this.#slots = new Int32Array(slots);
    this.#slotOf = new Int32Array(placesOf(slots));
    for (let place = 0; place < length; place += 1) this.put(place, this.#freeSlot(this.#ids[place] as number));
  }

  #freeSlot(id: number): number {
    let slot = this.#home(id);
    while (this.#slots[slot] !== 0) slot = this.#next(slot);
    return slot;
  }

  /** Fibonacci hashing: ids that follow one another are spread evenly. */
  #home(id: number): number {
    return Math.imul(id, 0x9e3779b1) >>> (Math.clz32(this.#slots.length) + 1);
  }

  #next(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/**
 * Binary heap of price levels with their ids. The level nearest to the market is on top, so that a quote that reaches
 * nothing costs one comparison, however many levels there are (docs/adr/0007). An id has at most one level, and
 * released levels are removed at once.
 */
export class LevelHeap {
  readonly #levels: number[] = [];
  readonly #ids: number[] = [];
  /** Index of each id's level. */
  readonly #places = new PlaceTable(this.#ids);
  /** +1: smallest level on top; −1: largest. */
  readonly #sign: 1 | -1;
  readonly #work: Work;

  constructor(nearest: 'smallest' | 'largest', work: Work) {
    this.#sign = nearest === 'smallest' ? 1 : -1;
    this.#work = work;
  }

  get size(): number {
    return this.#levels.length;
  }

  /** Adds a level; throws if the id already has one. */
  push(level: number, id: number): void {
    if (this.#places.placeOf(id) >= 0) throw new Error(`Invariant: ${id} has one level in a heap`);
    const index = this.#levels.push(0) - 1;
    this.#ids.push(id);
    this.#places.add(index);
    this.#rise(index, level * this.#sign, id, this.#places.slotAt(index));
  }

  /** Removes an id's level; throws if it has none. */
  remove(id: number): void {
    const index = this.#places.placeOf(id);
    if (index < 0) throw new Error(`Invariant: ${id} has a level in the heap`);
    this.#places.remove(index);
    const slot = this.#places.slotAt(this.#levels.length - 1);
    const key = this.#levels.pop() as number;
    const last = this.#ids.pop() as number;
    if (index < this.#levels.length) this.#fill(index, key, last, slot);
    this.#places.shrink(this.#levels.length);
  }

  /** Fills a free place with the level that was the last one. */
  #fill(index: number, key: number, id: number, slot: number): void {
    const parent = (index - 1) >> 1;
    if (index > 0 && this.#keyAt(parent) > key) this.#rise(index, key, id, slot);
    else this.#sink(index, key, id, slot);
  }

  /** True if `price` has reached the nearest level. */
  isReached(price: number): boolean {
    const top = this.#levels[0];
    return top !== undefined && top <= price * this.#sign;
  }

  /** Returns the id of the nearest level if `price` has reached it; otherwise null. */
  reachedTop(price: number): number | null {
    this.#work.heapSteps += 1;
    return this.isReached(price) ? this.#idAt(0) : null;
  }

  /** Appends the ids of all levels reached by `price`, in no particular order; removes nothing. */
  collectReached(price: number, ids: number[]): void {
    const key = price * this.#sign;
    const stack = [0];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      this.#work.heapSteps += 1;
      const level = this.#levels[index];
      if (level === undefined || level > key) continue;
      ids.push(this.#idAt(index));
      stack.push(2 * index + 1, 2 * index + 2);
    }
  }

  /** Yields ids and levels, nearest first; each costs the logarithm of the number yielded so far. Changes nothing. */
  *inOrder(): Generator<{ readonly id: number; readonly level: number }> {
    const next = new LevelHeap('smallest', this.#work);
    const add = (index: number) => {
      if (index < this.#levels.length) next.push(this.#keyAt(index), index);
    };
    add(0);
    for (let at = next.reachedTop(Number.POSITIVE_INFINITY); at !== null; ) {
      next.remove(at);
      yield { id: this.#idAt(at), level: this.#keyAt(at) * this.#sign };
      add(2 * at + 1);
      add(2 * at + 2);
      at = next.reachedTop(Number.POSITIVE_INFINITY);
    }
  }

  /** Moves larger parents down until the key fits, starting at a free place. */
  #rise(from: number, key: number, id: number, slot: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#keyAt(parent) <= key) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#put(index, key, id, slot);
  }

  /** Moves smaller children up until the key fits, starting at a free place. */
  #sink(from: number, key: number, id: number, slot: number): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#levels.length) break;
      const right = left + 1;
      const child = right < this.#levels.length && this.#keyAt(right) < this.#keyAt(left) ? right : left;
      if (key <= this.#keyAt(child)) break;
      this.#move(child, index);
      index = child;
    }
    this.#put(index, key, id, slot);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keyAt(from), this.#idAt(from), this.#places.slotAt(from));
  }

  #put(index: number, key: number, id: number, slot: number): void {
    this.#work.heapSteps += 1;
    this.#levels[index] = key;
    this.#ids[index] = id;
    this.#places.put(index, slot);
  }

  #keyAt(index: number): number {
    return this.#levels[index] as number;
  }

  #idAt(index: number): number {
    return this.#ids[index] as number;
  }
}

/** Price level that triggers a check of an order or account when one side of the quote reaches it. */
export interface Level {
  readonly quoteSide: 'bid' | 'ask';
  readonly when: 'at-or-below' | 'at-or-above';
  readonly price: number;
}

type TwoSided = Pick<Quote, 'bid' | 'ask'>;

export function isReached(level: Level, quote: TwoSided): boolean {
  const price = level.quoteSide === 'bid' ? quote.bid : quote.ask;
  return level.when === 'at-or-below' ? price <= level.price : price >= level.price;
}

/**
 * Price levels of one instrument in four heaps: each quote side, from below and from above. A quote that reaches
 * nothing costs four comparisons; a change costs only the levels added and removed.
 */
export class LevelBook {
  // "At or below" reaches its largest level first, "at or above" its smallest.
  readonly #heaps: Record<Level['quoteSide'], Record<Level['when'], LevelHeap>>;

  constructor(work: Work) {
    const side = () => ({
      'at-or-below': new LevelHeap('largest', work),
      'at-or-above': new LevelHeap('smallest', work),
    });
    this.#heaps = { bid: side(), ask: side() };
  }

  /** Number of levels. */
  get size(): number {
    const { bid, ask } = this.#heaps;
    return bid['at-or-below'].size + bid['at-or-above'].size + ask['at-or-below'].size + ask['at-or-above'].size;
  }

  /**
   * Replaces an id's levels; levels in both lists are not touched. An id has at most one level per side and direction.
   */
  change(id: number, before: readonly Level[], after: readonly Level[]): void {
    for (const level of before) if (!isAmong(after, level)) this.#heapOf(level).remove(id);
    for (const level of after) if (!isAmong(before, level)) this.#heapOf(level).push(level.price, id);
  }

  isAnyReached(quote: TwoSided): boolean {
    return (
      this.#heaps.bid['at-or-below'].isReached(quote.bid) ||
      this.#heaps.bid['at-or-above'].isReached(quote.bid) ||
      this.#heaps.ask['at-or-below'].isReached(quote.ask) ||
      this.#heaps.ask['at-or-above'].isReached(quote.ask)
    );
  }

  /** Returns the ids with a reached level, ascending, without duplicates. */
  reachedIds(quote: TwoSided): number[] {
    const ids: number[] = [];
    for (const quoteSide of ['bid', 'ask'] as const) {
      for (const when of ['at-or-below', 'at-or-above'] as const) {
        this.#heaps[quoteSide][when].collectReached(quote[quoteSide], ids);
      }
    }
    return [...new Set(ids)].sort((a, b) => a - b);
  }

  #heapOf({ quoteSide, when }: Level): LevelHeap {
    return this.#heaps[quoteSide][when];
  }
}

function isAmong(levels: readonly Level[], { quoteSide, when, price }: Level): boolean {
  return levels.some((level) => level.quoteSide === quoteSide && level.when === when && level.price === price);
}

interface Holder {
  readonly id: AccountId;
  readonly tenantId: CompanyId;
  readonly realm: Realm;
}

/**
 * Accounts with open orders by a bound: their margin level, in percent, is not below it until they are checked again
 * (R-OPS-61). The bound of an account is the worst of its bands, so that a quote inside them costs nothing here. Derived,
 * never stored.
 */
export class MarginBook {
  /** Operations of this book since its start; apart from the engine's own, which decisions are measured by. */
  readonly work: Work = { heapSteps: 0, accountChecks: 0, rollVisits: 0, ruleVisits: 0 };
  readonly #heaps = new Map<CompanyId, Record<Realm, LevelHeap>>();
  readonly #bounds = new Map<AccountId, number>();

  put(account: Holder, bound: number): void {
    const before = this.#bounds.get(account.id);
    if (before === bound) return;
    const heap = this.#heapOf(account);
    if (before !== undefined) heap.remove(account.id);
    heap.push(bound, account.id);
    this.#bounds.set(account.id, bound);
  }

  remove(account: Holder): void {
    if (this.#bounds.delete(account.id)) this.#heapOf(account).remove(account.id);
  }

  /** Yields the accounts of a company's realm by their bounds, lowest first. */
  *nearest(companyId: CompanyId, realm: Realm): Generator<{ readonly id: AccountId; readonly bound: number }> {
    const heap = this.#heaps.get(companyId)?.[realm];
    if (heap === undefined) return;
    for (const { id, level } of heap.inOrder()) yield { id: id as AccountId, bound: level };
  }

  #heapOf({ tenantId, realm }: Holder): LevelHeap {
    let heaps = this.#heaps.get(tenantId);
    if (heaps === undefined) {
      const heap = () => new LevelHeap('smallest', this.work);
      heaps = { real: heap(), demo: heap() };
      this.#heaps.set(tenantId, heaps);
    }
    return heaps[realm];
  }
}

function placesOf(slots: number): number {
  return Math.floor(slots * fillMax);
}
