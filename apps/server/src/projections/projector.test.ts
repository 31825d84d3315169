import type { AccountOpened, EngineEvent } from '@candor/domain/engine/event';
import { cashKey, houseKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { describe, expect, test } from 'vitest';
import { testSigner } from '../../../../testkit/receipt-signer.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Projection, ProjectionStore } from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { encodeDecision } from '../trading/codec.ts';
import { HandedEntries, WaitingEntries } from './handed-entries.ts';
import { startProjector } from './projector.ts';

const ledger = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;

function opening(seq: number): DecidedEntry {
  const accountId = seq as AccountId;
  const grant = { from: houseKey(ledger, 'grant'), to: cashKey(ledger, accountId), amount: toMoney(5n) };
  const transfers = [{ kind: 'demo-grant', ...grant } as const];
  const event: AccountOpened = { type: 'AccountOpened', atMs: seq, accountId, ...ledger, transfers };
  return { seq, hash: Buffer.alloc(32, seq % 256), decision: { kind: 'done', events: [event] } };
}

function openings(from: number, to: number): DecidedEntry[] {
  return Array.from({ length: to - from + 1 }, (_, at) => opening(from + at));
}

/** Tables and a journal that count their writes and reads. */
function world(stored: readonly DecidedEntry[]) {
  const faults: ('lost-reply' | 'not-written')[] = [];
  const applied: number[] = [];
  const batches: { readonly postings: number }[] = [];
  const reads: number[] = [];
  let checkpoint = 0;
  const store = {
    checkpoint: () => Promise.resolve(checkpoint),
    swapSteps: () => Promise.resolve(new Map()),
    apply(fromSeq: number, projection: Projection) {
      const fault = faults.shift();
      if (fault === 'not-written') return Promise.reject(new Error('connection lost'));
      if (fromSeq !== checkpoint) return Promise.reject(new Error('does not follow'));
      batches.push({ postings: projection.postings.length });
      applied.push(...new Set(projection.postings.map((posting) => posting.seq)));
      checkpoint = projection.toSeq;
      return fault === 'lost-reply' ? Promise.reject(new Error('connection lost')) : Promise.resolve();
    },
  } as unknown as ProjectionStore;
  const journal = {
    read(seq: number, limit: number) {
      reads.push(seq);
      const toEntry = ({ decision, ...rest }: DecidedEntry): JournalEntry => {
        const ids = { atMs: 1, accountId: null, clientId: null, bodyHash: null };
        return { ...rest, ...ids, payload: encodeDecision(decision) };
      };
      return Promise.resolve(stored.slice(seq, seq + limit).map(toEntry));
    },
  } as unknown as Journal;
  const receipts = {
    chains: () => Promise.resolve([]),
    find: () => Promise.resolve([]),
    keys: () => Promise.resolve([]),
  };
  const errors: string[] = [];
  const onError = (error: Error) => void errors.push(error.message);
  const handed = new HandedEntries();
  const start = () =>
    startProjector({ journal, handed, store, receipts, signer: testSigner(), clock: systemClock, onError });
  /** Hands over stored entries, as the trading thread does. */
  function hand(entries: readonly DecidedEntry[]): void {
    const waiting = new WaitingEntries();
    waiting.add(entries.map((entry) => ({ ...entry, payload: encodeDecision(entry.decision) })));
    handed.take(waiting.take());
  }
  return { start, hand, faults, applied, batches, reads, errors };
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test('the journal is read in pages from the checkpoint, and each entry is projected once and in order', async () => {
  const stored = openings(1, 30_000);
  const { start, applied, reads } = world(stored);
  const projector = await start();
  for (let seq = 7; seq < stored.length; seq += 7) projector.wake(seq);
  await projector.caughtUp(30_000);
  expect(applied).toEqual(upTo(30_000));
  expect(reads).toEqual(Array.from({ length: 30 }, (_, page) => page * 1_000));
  await projector.stop();
});

test('a transaction holds entries of at most 5,000 events and one entry, and the page is read once', async () => {
  const stored = openings(1, 1_000).map((entry): DecidedEntry => {
    const { decision } = entry;
    if (decision.kind !== 'done' || entry.seq % 10 > 0) return entry;
    return {
      ...entry,
      decision: { kind: 'done', events: Array.from({ length: 500 }, () => decision.events[0] as EngineEvent) },
    };
  });
  const { start, applied, batches, reads } = world(stored);
  const projector = await start();
  await projector.caughtUp(1_000);
  expect(applied).toEqual(upTo(1_000));
  expect(Math.max(...batches.map(({ postings }) => postings))).toBeLessThanOrEqual(2 * (5_000 + 500));
  expect(batches.length).toBeGreaterThan(9);
  expect(reads).toEqual([0]);
  await projector.stop();
});

test('no caller waits for entries, and a stop leaves the tables caught up', async () => {
  const { start, applied } = world(openings(1, 30));
  const projector = await start();
  projector.wake(30);
  await Promise.resolve();
  expect(applied).toEqual([]);
  await projector.stop();
  expect(applied).toEqual(upTo(30));
});

test('a gap in the journal is an error, and nothing after it is projected', async () => {
  const { start, applied, errors } = world(openings(1, 30).toSpliced(10, 1));
  const projector = await start();
  projector.wake(30);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(errors[0]).toMatch(/^Invariant: the journal goes on at entry 1 without gaps/);
  expect(applied).toEqual([]);
  await projector.stop();
});

test('a batch with a lost answer is projected once, and so is one that never arrived', async () => {
  const stored = openings(1, 10);
  const { start, faults, applied, errors } = world(stored);
  const projector = await start();
  faults.push('lost-reply');
  projector.wake(10);
  await projector.caughtUp(10);
  faults.push('not-written');
  stored.push(...openings(11, 20));
  projector.wake(20);
  await projector.caughtUp(20);
  expect(applied).toEqual(upTo(20));
  expect(errors).toEqual(['connection lost', 'connection lost']);
  expect(projector.isFailing).toBe(false);
  await projector.stop();
});

describe('R-LED-25 entries that were handed over', () => {
  test('are not read back: the journal is asked for the last one alone, to compare its hash', async () => {
    const stored = openings(1, 100);
    const { start, hand, applied, reads, errors } = world(stored);
    const projector = await start();
    hand(stored.slice(0, 60));
    hand(stored.slice(60));
    await projector.caughtUp(100);
    expect(applied).toEqual(upTo(100));
    expect(reads).toEqual([99]);
    expect(errors).toEqual([]);
    await projector.stop();
  });

  test('leave gaps to the journal: before the first, between them, and after the last', async () => {
    const stored = openings(1, 3_000);
    const { start, hand, applied, reads, errors } = world(stored);
    const projector = await start();
    hand(stored.slice(20, 30));
    hand(stored.slice(50, 2_500));
    await projector.caughtUp(3_000);
    expect(applied).toEqual(upTo(3_000));
    expect(reads).toEqual([0, 29, 30, 2_499, 2_500]);
    expect(errors).toEqual([]);
    await projector.stop();
  });

  test('are folded once where the tables hold some of them, as after a restart or two projectors', async () => {
    const stored = openings(1, 40);
    const { start, hand, applied, errors } = world(stored);
    const earlier = await start();
    await earlier.caughtUp(25);
    await earlier.stop();
    const later = await start();
    hand(stored.slice(0, 10));
    hand(stored.slice(10, 30));
    hand(stored.slice(30));
    await later.caughtUp(40);
    expect(applied).toEqual(upTo(40));
    expect(errors).toEqual([]);
    await later.stop();
  });

  test('are refused unless the journal has the same last hash, and the journal is folded instead', async () => {
    const stored = openings(1, 10);
    const { start, hand, applied, errors } = world(stored);
    const projector = await start();
    const other = stored.map((entry) => ({ ...entry, hash: Buffer.alloc(32, 99), decision: opening(77).decision }));
    hand(other);
    await projector.caughtUp(10);
    expect(errors).toEqual(['Invariant: entry 10 was handed over as the journal holds it']);
    expect(applied).toEqual(upTo(10));
    hand(openings(11, 12));
    projector.wake(12);
    await expect.poll(() => errors.length).toBe(2);
    expect(projector.seq).toBe(10);
    stored.push(...openings(11, 12));
    await projector.caughtUp(12);
    await projector.stop();
  });

  test('are written once when their batch is retried', async () => {
    const stored = openings(1, 20);
    const { start, hand, faults, applied, errors } = world(stored);
    const projector = await start();
    for (const fault of ['lost-reply', 'not-written'] as const) {
      const from = projector.seq;
      faults.push(fault);
      hand(stored.slice(from, from + 10));
      await projector.caughtUp(from + 10);
    }
    expect(applied).toEqual(upTo(20));
    expect(errors).toEqual(['connection lost', 'connection lost']);
    await projector.stop();
  });
});

test('R-RUN-04 the projector reports that nothing can be written', async () => {
  const { start, faults, errors } = world(openings(1, 10));
  const projector = await start();
  faults.push('not-written');
  projector.wake(10);
  await expect.poll(() => errors.length).toBe(1);
  expect(projector.isFailing).toBe(true);
  await projector.caughtUp(10);
  expect(projector.isFailing).toBe(false);
  await projector.stop();
});
