import { FencedError, type Journal, type JournalEntry, type JournalId } from '../apps/server/src/ports/journal.ts';
import { genesisHash } from '../apps/server/src/trading/hash-chain.ts';

/** In-memory journal with faults: commits can be held, fail before storing, or lose the reply after storing. */
export class FaultyJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  readonly faults: ('lost-reply' | 'not-stored' | 'fenced')[] = [];
  epoch = 1;
  tickOffset = 0;
  batches: number[] = [];
  gate: Promise<void> = Promise.resolve();

  lead() {
    const { epoch, entries, tickOffset } = this;
    const lastHash = entries.at(-1)?.hash ?? genesisHash;
    return Promise.resolve({ epoch, lastSeq: entries.length, lastHash, tickOffset });
  }

  async commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]) {
    await this.gate;
    const fault = this.faults.shift();
    if (fault === 'fenced') this.epoch += 1;
    if (epoch !== this.epoch || fromSeq !== this.entries.length) throw new FencedError('fenced');
    if (fault === 'not-stored') throw new Error('connection lost before the commit');
    this.entries.push(...entries);
    this.tickOffset = tickOffset;
    this.batches.push(entries.length);
    if (fault === 'lost-reply') throw new Error('connection lost after the commit');
  }

  position() {
    return Promise.resolve({ epoch: this.epoch, lastSeq: this.entries.length });
  }

  read(seq: number, limit: number) {
    return Promise.resolve(this.entries.slice(seq, seq + limit));
  }

  readIds(seq: number, upToSeq: number, limit: number): Promise<JournalId[]> {
    const ids = this.entries
      .slice(seq, upToSeq)
      .flatMap(({ seq, atMs, accountId, clientId, bodyHash }) =>
        accountId === null || clientId === null || bodyHash === null ? [] : [{ seq, atMs, accountId, clientId }],
      );
    return Promise.resolve(ids.slice(0, limit));
  }
}
