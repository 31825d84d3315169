/**
 * A binary heap of price levels with their order ids: the level nearest to the market lies on top, so that a quiet
 * tick costs one comparison however many levels rest (see docs/adr/0007). Levels that no longer count stay until they
 * surface or are swept.
 */
export class LevelHeap {
  readonly #levels: number[] = [];
  readonly #ids: number[] = [];
  /** +1: the smallest level on top; −1: the largest. */
  readonly #sign: 1 | -1;

  constructor(nearest: 'smallest' | 'largest') {
    this.#sign = nearest === 'smallest' ? 1 : -1;
  }

  get size(): number {
    return this.#levels.length;
  }

  push(level: number, id: number): void {
    const key = level * this.#sign;
    let index = this.#levels.length;
    this.#levels.push(key);
    this.#ids.push(id);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#keyAt(parent) <= key) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Whether `price` has reached the nearest level. */
  isReached(price: number): boolean {
    const top = this.#levels[0];
    return top !== undefined && top <= price * this.#sign;
  }

  /** The ids of all levels reached by `price`, in no particular order; nothing is removed. */
  collectReached(price: number, ids: number[]): void {
    const key = price * this.#sign;
    const stack = [0];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const level = this.#levels[index];
      if (level === undefined || level > key) continue;
      ids.push(this.#idAt(index));
      stack.push(2 * index + 1, 2 * index + 2);
    }
  }

  /** Removes reached levels from the top while they no longer count. */
  dropReached(price: number, counts: (id: number, level: number) => boolean): void {
    while (this.isReached(price)) {
      if (counts(this.#idAt(0), this.#keyAt(0) * this.#sign)) return;
      this.#removeTop();
    }
  }

  /** Removes every level that no longer counts. */
  sweep(counts: (id: number, level: number) => boolean): void {
    const kept: [number, number][] = [];
    for (let index = 0; index < this.#levels.length; index += 1) {
      const level = this.#keyAt(index) * this.#sign;
      if (counts(this.#idAt(index), level)) kept.push([level, this.#idAt(index)]);
    }
    this.#levels.length = 0;
    this.#ids.length = 0;
    for (const [level, id] of kept) this.push(level, id);
  }

  #removeTop(): void {
    const last = this.#levels.length - 1;
    this.#swap(0, last);
    this.#levels.pop();
    this.#ids.pop();
    this.#sink();
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#levels.length) return;
      const right = left + 1;
      const child = right < this.#levels.length && this.#keyAt(right) < this.#keyAt(left) ? right : left;
      if (this.#keyAt(index) <= this.#keyAt(child)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #swap(a: number, b: number): void {
    const level = this.#keyAt(a);
    const id = this.#idAt(a);
    this.#levels[a] = this.#keyAt(b);
    this.#ids[a] = this.#idAt(b);
    this.#levels[b] = level;
    this.#ids[b] = id;
  }

  #keyAt(index: number): number {
    return this.#levels[index] as number;
  }

  #idAt(index: number): number {
    return this.#ids[index] as number;
  }
}
