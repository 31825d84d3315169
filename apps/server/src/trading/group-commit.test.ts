import { describe, expect, test } from 'vitest';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { FencedError } from '../ports/journal.ts';
import { GroupCommit } from './group-commit.ts';
import { chainHash, genesisHash } from './hash-chain.ts';

async function start(journal: FaultyJournal) {
  const committed: number[] = [];
  const fatal: Error[] = [];
  const commit = new GroupCommit(journal, await journal.lead(), {
    onCommitted: (entries) => committed.push(...entries.map((entry) => entry.seq)),
    onFatal: (error) => fatal.push(error),
    ticksStored: () => Promise.resolve(),
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

describe('a listener that throws', () => {
  test('costs no stored answer, and stops the writer as a broken invariant does', async () => {
    const journal = new FaultyJournal();
    const fatal: Error[] = [];
    const commit = new GroupCommit(journal, await journal.lead(), {
      onCommitted: () => {
        throw new Error('Invariant: the listener understands every event');
      },
      onFatal: (error) => fatal.push(error),
      ticksStored: () => Promise.resolve(),
    });
    commit.stage(draft);
    await commit.barrier();
    expect(journal.entries).toHaveLength(1);
    await expect.poll(() => fatal.map(({ message }) => message)).toEqual([expect.stringContaining('Invariant')]);
    commit.stage(draft);
    await expect(commit.barrier()).rejects.toThrow('Invariant');
    expect(journal.entries).toHaveLength(1);
  });

  test('however many wait for an entry, they share one promise', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    const [first, second] = [commit.barrier(), commit.barrier()];
    expect(second).toBe(first);
    commit.stage(draft);
    expect(commit.barrier()).not.toBe(first);
    await commit.barrier();
  });
});
