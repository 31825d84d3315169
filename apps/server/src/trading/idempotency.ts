const keptMs = 7 * 24 * 3_600_000;
const markEvery = 1_000;
const hexId = /^[0-9a-f]{32}$/;

/**
 * Index of client ids to the journal entries that decided them, kept at least seven days; refusals are kept like fills.
 * The journal holds decision and body, so that a command takes a hundred bytes here instead of thousands (R-WIRE-09).
 */
export class Idempotency {
  readonly #seqs = new Map<string, number>();
  /** Sampled entries with their times: earlier entries are as old or older. */
  readonly #marks: { readonly atMs: number; readonly seq: number }[] = [];
  #sinceMark = 0;
  #latestMs = 0;

  /** Returns the sequence of the entry that decided the id. */
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

  /** Removes the oldest ids; the map keeps insertion order. */
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

/** Returns the map key; ids of 32 hex digits are packed into 16 bytes. */
function keyOf(accountId: number, clientId: string): string {
  return `${accountId}:${hexId.test(clientId) ? Buffer.from(clientId, 'hex').toString('latin1') : clientId}`;
}
