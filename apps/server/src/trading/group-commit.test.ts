import { describe, expect, test } from 'vitest';
import { FencedError, type Journal, type JournalEntry } from '../ports/journal.ts';
import { GroupCommit } from './group-commit.ts';
import { chainHash, genesisHash } from './hash-chain.ts';

/** A journal in memory whose commits can be held, lost after storing, or lost before. */
class FaultyJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  readonly faults: ('lost-reply' | 'not-stored' | 'fenced')[] = [];
  epoch = 1;
  batches: number[] = [];
  gate: Promise<void> = Promise.resolve();

  lead() {
    return Promise.resolve({ epoch: this.epoch, lastSeq: this.entries.length, lastHash: genesisHash, tickOffset: 0 });
  }

  async commit(epoch: number, fromSeq: number, _tickOffset: number, entries: readonly JournalEntry[]) {
    await this.gate;
    const fault = this.faults.shift();
    if (fault === 'fenced') this.epoch += 1;
    if (epoch !== this.epoch || fromSeq !== this.entries.length) throw new FencedError('fenced');
    if (fault === 'not-stored') throw new Error('connection lost before the commit');
    this.entries.push(...entries);
    this.batches.push(entries.length);
    if (fault === 'lost-reply') throw new Error('connection lost after the commit');
  }

  position() {
    return Promise.resolve({ epoch: this.epoch, lastSeq: this.entries.length });
  }

  read(seq: number, limit: number) {
    return Promise.resolve(this.entries.slice(seq, seq + limit));
  }
}

async function start(journal: FaultyJournal) {
  const committed: number[] = [];
  const fatal: Error[] = [];
  const commit = new GroupCommit(journal, await journal.lead(), {
    onCommitted: (entries) => committed.push(...entries.map((entry) => entry.seq)),
    onFatal: (error) => fatal.push(error),
  });
  return { commit, committed, fatal };
}

const draft = { atMs: 1, accountId: 1, clientId: null, bodyHash: null, payload: '{}' };

describe('group commit (R-LED-07, R-LED-08)', () => {
  test('while one batch is in flight the next one fills', async () => {
    const journal = new FaultyJournal();
    const { commit, committed } = await start(journal);
    let open = () => {};
    journal.gate = new Promise((resolve) => {
      open = resolve;
    });
    commit.stage(draft);
    await Promise.resolve();
    await Promise.resolve();
    for (let index = 0; index < 9; index += 1) commit.stage(draft);
    expect(committed).toEqual([]);
    open();
    await commit.barrier();
    expect(journal.batches).toEqual([1, 9]);
    expect(committed).toHaveLength(10);
  });

  test('nobody is told before the commit', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    const barrier = commit.barrier().then(() => journal.entries.length);
    expect(await barrier).toBe(1);
  });

  test('a reply lost after the commit is found again, not written twice', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('lost-reply');
    const { commit, fatal } = await start(journal);
    commit.stage(draft);
    await commit.barrier();
    expect(journal.entries).toHaveLength(1);
    expect(fatal).toEqual([]);
  });

  test('a commit that never arrived is retried', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('not-stored');
    const { commit } = await start(journal);
    commit.stage(draft);
    await commit.barrier();
    expect(journal.entries).toHaveLength(1);
  });

  test('a fenced writer acknowledges nothing and stops', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('fenced');
    const { commit, committed, fatal } = await start(journal);
    commit.stage(draft);
    await expect(commit.barrier()).rejects.toThrow(FencedError);
    expect(committed).toEqual([]);
    expect(fatal).toHaveLength(1);
    await expect(commit.barrier()).rejects.toThrow(FencedError);
  });

  test('entries are chained: each hash covers the one before (R-LED-06)', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    commit.stage({ ...draft, payload: '{"a":1}' });
    await commit.barrier();
    const [first, second] = journal.entries;
    if (first === undefined || second === undefined) throw new Error('two entries were stored');
    expect(first.hash).toEqual(chainHash(genesisHash, first));
    expect(second.hash).toEqual(chainHash(first.hash, second));
    expect(chainHash(first.hash, { ...second, payload: '{"a":2}' })).not.toEqual(second.hash);
  });
});
