const keptMs = 7 * 24 * 3_600_000;
const markEvery = 1_000;
const hexId = /^[0-9a-f]{32}$/;

/**
 * Which journal entry decided a client's id, kept at least seven days (R-WIRE-09); refusals are as sticky as fills. The
 * journal holds what was decided, and what the body was: here a command takes a hundred bytes instead of thousands.
 */
export class Idempotency {
  readonly #seqs = new Map<string, number>();
  /** Now and then, an entry with its time: what stands before it is as old or older. */
  readonly #marks: { readonly atMs: number; readonly seq: number }[] = [];
  #sinceMark = 0;
  #latestMs = 0;

  /** The sequence of the entry that decided it. */
  find(accountId: number, clientId: string): number | undefined {
    return this.#seqs.get(keyOf(accountId, clientId));
  }

  remember(accountId: number, clientId: string, seq: number, atMs: number): void {
    this.#seqs.set(keyOf(accountId, clientId), seq);
    this.#latestMs = Math.max(this.#latestMs, atMs);
    this.#sinceMark += 1;
    if (this.#sinceMark < markEvery) return;
    this.#sinceMark = 0;
    this.#marks.push({ atMs: this.#latestMs, seq });
    this.#purge(this.#latestMs - keptMs);
  }

  /** The map keeps insertion order, so the oldest come first. */
  #purge(beforeMs: number): void {
    let lastOld = 0;
    while ((this.#marks[0]?.atMs ?? Number.POSITIVE_INFINITY) < beforeMs) lastOld = this.#marks.shift()?.seq ?? lastOld;
    if (lastOld === 0) return;
    for (const [key, seq] of this.#seqs) {
      if (seq > lastOld) return;
      this.#seqs.delete(key);
    }
  }
}

/** Ids of 32 hex digits as their 16 bytes. */
function keyOf(accountId: number, clientId: string): string {
  return `${accountId}:${hexId.test(clientId) ? Buffer.from(clientId, 'hex').toString('latin1') : clientId}`;
}
