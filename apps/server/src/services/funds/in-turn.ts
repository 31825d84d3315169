/**
 * Runs pieces of work of one key one after another. The same request sent twice at once has one proof for both: the
 * second waits for the first, and then finds its answer by the client's id.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    this.#last.set(key, now);
    const forget = () => {
      if (this.#last.get(key) === now) this.#last.delete(key);
    };
    now.then(forget, forget);
    return now;
  }
}
