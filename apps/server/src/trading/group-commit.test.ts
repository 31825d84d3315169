import { afterEach, describe, expect, test, vi } from 'vitest';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { FencedError, type HeldLease, UnavailableError } from '../ports/journal.ts';
import { GroupCommit } from './group-commit.ts';
import { chainHash, genesisHash } from './hash-chain.ts';

async function start(journal: FaultyJournal, hooks: { lease?: HeldLease; ticksStored?: () => Promise<void> } = {}) {
  const committed: number[] = [];
  const fatal: Error[] = [];
  const commit = new GroupCommit(journal, await journal.lead(), {
    onCommitted: (entries) => committed.push(...entries.map((entry) => entry.seq)),
    onFatal: (error) => fatal.push(error),
    ticksStored: () => Promise.resolve(),
    ...hooks,
  });
  return { commit, committed, fatal };
}

/** Both ways to wait for a commit, which agree at every time. */
async function whenBoth(commit: GroupCommit): Promise<void> {
  const once = new Promise<void>((resolve, reject) =>
    commit.onceCommitted((error) => (error === null ? resolve() : reject(error))),
  );
  const [first, second] = await Promise.allSettled([commit.whenCommitted(), once]);
  expect(second).toEqual(first);
  return once;
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
    await commit.whenCommitted();
    expect(journal.batches).toEqual([1, 9]);
    expect(committed).toHaveLength(10);
  });

  test('a batch ends at 1,000 entries, or once it is a megabyte long', async () => {
    const journal = new FaultyJournal();
    const { commit, committed } = await start(journal);
    const long = { ...draft, payload: 'a'.repeat(400_000) };
    for (let index = 0; index < 7; index += 1) commit.stage(long);
    for (let index = 0; index < 1_500; index += 1) commit.stage(draft);
    await commit.whenCommitted();
    expect(journal.batches).toEqual([3, 3, 1_000, 501]);
    expect(committed).toHaveLength(1_507);
  });

  test('no answer is given before the commit', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    const barrier = commit.whenCommitted().then(() => journal.entries.length);
    expect(await barrier).toBe(1);
  });

  test('a reply lost after the commit is recovered, not written twice', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('lost-reply');
    const { commit, fatal } = await start(journal);
    commit.stage(draft);
    await commit.whenCommitted();
    expect(journal.entries).toHaveLength(1);
    expect(fatal).toEqual([]);
  });

  test('a commit that never arrived is retried', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('not-stored');
    const { commit } = await start(journal);
    commit.stage(draft);
    await commit.whenCommitted();
    expect(journal.entries).toHaveLength(1);
  });

  test('a fenced writer acknowledges nothing and stops', async () => {
    const journal = new FaultyJournal();
    journal.faults.push('fenced');
    const { commit, committed, fatal } = await start(journal);
    commit.stage(draft);
    await expect(whenBoth(commit)).rejects.toThrow(FencedError);
    expect(committed).toEqual([]);
    expect(fatal).toHaveLength(1);
    await expect(whenBoth(commit)).rejects.toThrow(FencedError);
  });

  test('entries are chained: each hash covers the one before (R-LED-06)', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    commit.stage({ ...draft, payload: '{"a":1}' });
    await commit.whenCommitted();
    const [first, second] = journal.entries;
    if (first === undefined || second === undefined) throw new Error('two entries were stored');
    expect(first.hash).toEqual(chainHash(genesisHash, first));
    expect(second.hash).toEqual(chainHash(first.hash, second));
    expect(chainHash(first.hash, { ...second, payload: '{"a":2}' })).not.toEqual(second.hash);
  });
});

describe('throwing listener', () => {
  test('loses no stored answer, and stops the writer like a broken invariant', async () => {
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
    await commit.whenCommitted();
    expect(journal.entries).toHaveLength(1);
    await expect.poll(() => fatal.map(({ message }) => message)).toEqual([expect.stringContaining('Invariant')]);
    commit.stage(draft);
    await expect(commit.whenCommitted()).rejects.toThrow('Invariant');
    expect(journal.entries).toHaveLength(1);
  });

  test('all waiters for an entry share one promise', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    commit.stage(draft);
    const [first, second] = [commit.whenCommitted(), commit.whenCommitted()];
    expect(second).toBe(first);
    commit.stage(draft);
    expect(commit.whenCommitted()).not.toBe(first);
    await commit.whenCommitted();
  });
});

describe('bounded waits of group commit (R-LED-14)', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const stallOver = async () => {
    await vi.advanceTimersByTimeAsync(3_500);
    await vi.advanceTimersByTimeAsync(1);
  };

  test.each(['the journal', 'the tick log'])(
    'a batch that %s does not take is unavailable, and stored later',
    async (which) => {
      vi.useFakeTimers();
      const journal = new FaultyJournal();
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      if (which === 'the journal') journal.gate = gate;
      const { commit } = await start(journal, which === 'the journal' ? {} : { ticksStored: () => gate });
      commit.stage(draft);
      const waiting = expect(whenBoth(commit)).rejects.toThrow(UnavailableError);
      const patient = commit.whenCommitted(true);
      await stallOver();
      await waiting;
      expect(commit.isStalled).toBe(true);
      await expect(whenBoth(commit)).rejects.toThrow(UnavailableError);
      await expect(commit.confirmLead()).rejects.toThrow(UnavailableError);
      open();
      await patient;
      await vi.advanceTimersByTimeAsync(0);
      expect(commit.isStalled).toBe(false);
      expect(journal.entries).toHaveLength(1);
      await whenBoth(commit);
    },
  );

  test('an unreachable journal fails one query after the lead without blocking it', async () => {
    const journal = new FaultyJournal();
    const { commit } = await start(journal);
    journal.position = () => Promise.reject(new UnavailableError('away'));
    await expect(commit.confirmLead()).rejects.toThrow('away');
  });

  test('nothing is answered once the lease may have expired, stored or not (R-LED-13)', async () => {
    const journal = new FaultyJournal();
    const lease = { isHeld: true, beginRenewal: () => () => undefined };
    const { commit } = await start(journal, { lease });
    commit.stage(draft);
    const waiting = expect(whenBoth(commit)).rejects.toThrow(UnavailableError);
    lease.isHeld = false;
    await waiting;
    await expect(whenBoth(commit)).rejects.toThrow(UnavailableError);
    lease.isHeld = true;
    await whenBoth(commit);
    expect(journal.entries).toHaveLength(1);
  });

  test('a commit renews the lease from the time it was sent', async () => {
    const journal = new FaultyJournal();
    const renewals: string[] = [];
    const lease = {
      isHeld: true,
      beginRenewal: () => {
        renewals.push('sent');
        return () => void renewals.push('done');
      },
    };
    const { commit } = await start(journal, { lease });
    journal.faults.push('not-stored');
    commit.stage(draft);
    await commit.whenCommitted();
    expect(renewals).toEqual(['sent', 'sent', 'done']);
  });
});
