import type { DecidedEntry } from '../ports/trading-port.ts';

const keptMax = 20_000;

/**
 * Entries handed over and not folded yet: one run without gaps, bounded. Entries that would break the run or exceed the
 * bound are dropped here and read from the journal later.
 */
export class PendingEntries {
  #run: DecidedEntry[] = [];
  /** Number of entries at the start of the run that are folded already. */
  #done = 0;

  add(decided: readonly DecidedEntry[]): void {
    const first = decided[0];
    if (first === undefined) return;
    const last = this.#run.at(-1);
    const isEmpty = this.#done === this.#run.length;
    if (isEmpty) this.#clear();
    else if (last?.seq !== first.seq - 1 || this.#run.length - this.#done + decided.length > keptMax) return;
    for (const entry of decided) this.#run.push(entry);
  }

  /** Returns the entries right after `seq`, at most `limit`; null if they are not held. */
  after(seq: number, limit: number): DecidedEntry[] | null {
    const first = this.#run[this.#done];
    if (first === undefined || first.seq !== seq + 1) return null;
    return this.#run.slice(this.#done, this.#done + limit);
  }

  /** Returns how many entries after `seq` must be read before the held ones continue; at most `limit`. */
  gapAfter(seq: number, limit: number): number {
    const first = this.#run[this.#done];
    return first === undefined || first.seq <= seq ? limit : Math.min(limit, first.seq - seq - 1);
  }

  /** Removes the entries up to `seq`, which are folded. */
  drop(seq: number): void {
    while ((this.#run[this.#done]?.seq ?? Number.POSITIVE_INFINITY) <= seq) this.#done += 1;
    if (this.#done * 2 < this.#run.length) return;
    this.#run = this.#run.slice(this.#done);
    this.#done = 0;
  }

  #clear(): void {
    this.#run = [];
    this.#done = 0;
  }
}
