/**
 * Map that knows its oldest key. Its one walk goes on where it ended: each new walk would pass the places of all
 * keys that have left, which a map keeps until it is full (R-RUN-44).
 */
export class AgingMap<Value> {
  readonly #values = new Map<string, Value>();
  #walk = this.#values.entries();
  #oldest: [string, Value] | null = null;

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Sets a value; a known key keeps its age. */
  set(key: string, value: Value): void {
    this.#values.set(key, value);
    if (this.#oldest?.[0] === key) this.#oldest[1] = value;
  }

  /** Returns the key that has been here longest, with its value; null if there is none. */
  get oldest(): readonly [string, Value] | null {
    this.#oldest ??= this.#next();
    return this.#oldest;
  }

  dropOldest(): void {
    const { oldest } = this;
    if (oldest !== null) this.#values.delete(oldest[0]);
    this.#oldest = null;
  }

  #next(): [string, Value] | null {
    const next = this.#walk.next();
    if (next.done !== true) return next.value;
    // A walk that has reached the end stays there.
    this.#walk = this.#values.entries();
    const again = this.#walk.next();
    return again.done === true ? null : again.value;
  }
}
