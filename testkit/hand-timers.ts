/** Timers that a test fires: its clock moves by hand. */
export class HandTimers {
  nowMs = 0;
  readonly #due = new Map<object, { readonly atMs: number; readonly work: () => void }>();

  readonly schedule = (work: () => void, afterMs: number) => {
    const key = {};
    this.#due.set(key, { atMs: this.nowMs + afterMs, work });
    return () => void this.#due.delete(key);
  };

  /** Moves the clock and fires what is due, in order. */
  advance(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.#due].filter(([, { atMs }]) => atMs <= endMs).sort(([, a], [, b]) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.#due.delete(next[0]);
      this.nowMs = next[1].atMs;
      next[1].work();
    }
    this.nowMs = endMs;
  }
}
