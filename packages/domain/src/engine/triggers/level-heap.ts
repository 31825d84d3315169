/** Work done by the engine since its start, in operations; the cost oracle of the tests compares it with what changed. */
export interface Work {
  /** Places of a heap that were written or looked at. */
  heapSteps: number;
  /** Accounts whose margin was checked. */
  accountChecks: number;
}

/**
 * A binary heap of price levels with the ids that wait there: the level nearest to the market lies on top, so that a
 * quiet tick costs one comparison however many levels rest (see docs/adr/0007). An id has at most one level, and a
 * level is removed when it is released: the heap never holds more than what counts.
 */
export class LevelHeap {
  readonly #levels: number[] = [];
  readonly #ids: number[] = [];
  /** Index of each id's level. */
  readonly #places = new Map<number, number>();
  /** +1: the smallest level on top; −1: the largest. */
  readonly #sign: 1 | -1;
  readonly #work: Work;

  constructor(nearest: 'smallest' | 'largest', work: Work) {
    this.#sign = nearest === 'smallest' ? 1 : -1;
    this.#work = work;
  }

  get size(): number {
    return this.#levels.length;
  }

  /** Throws if the id already has a level. */
  push(level: number, id: number): void {
    if (this.#places.has(id)) throw new Error(`Invariant: ${id} has one level in a heap`);
    this.#levels.push(0);
    this.#ids.push(0);
    this.#rise(this.#levels.length - 1, level * this.#sign, id);
  }

  /** Removes an id's level; throws if it has none. */
  remove(id: number): void {
    const index = this.#places.get(id);
    if (index === undefined) throw new Error(`Invariant: ${id} has a level in the heap`);
    this.#places.delete(id);
    const key = this.#levels.pop() as number;
    const last = this.#ids.pop() as number;
    if (index === this.#levels.length) return;
    const parent = (index - 1) >> 1;
    if (index > 0 && this.#keyAt(parent) > key) this.#rise(index, key, last);
    else this.#sink(index, key, last);
  }

  /** True if `price` has reached the nearest level. */
  isReached(price: number): boolean {
    const top = this.#levels[0];
    return top !== undefined && top <= price * this.#sign;
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

  /** Moves larger parents down until the key fits, starting at a free place. */
  #rise(from: number, key: number, id: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#keyAt(parent) <= key) break;
      this.#put(index, this.#keyAt(parent), this.#idAt(parent));
      index = parent;
    }
    this.#put(index, key, id);
  }

  /** Moves smaller children up until the key fits, starting at a free place. */
  #sink(from: number, key: number, id: number): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#levels.length) break;
      const right = left + 1;
      const child = right < this.#levels.length && this.#keyAt(right) < this.#keyAt(left) ? right : left;
      if (key <= this.#keyAt(child)) break;
      this.#put(index, this.#keyAt(child), this.#idAt(child));
      index = child;
    }
    this.#put(index, key, id);
  }

  #put(index: number, key: number, id: number): void {
    this.#work.heapSteps += 1;
    this.#levels[index] = key;
    this.#ids[index] = id;
    this.#places.set(id, index);
  }

  #keyAt(index: number): number {
    return this.#levels[index] as number;
  }

  #idAt(index: number): number {
    return this.#ids[index] as number;
  }
}
