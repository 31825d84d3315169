import type { AccountOpened } from '@candor/domain/engine/event';
import { cashKey, houseKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { testSigner } from '../../../../testkit/receipt-signer.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Projection, ProjectionStore } from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import { encodeDecision } from '../trading/codec.ts';
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
  const reads: number[] = [];
  let checkpoint = 0;
  const store = {
    checkpoint: () => Promise.resolve(checkpoint),
    apply(fromSeq: number, projection: Projection) {
      const fault = faults.shift();
      if (fault === 'not-written') return Promise.reject(new Error('connection lost'));
      if (fromSeq !== checkpoint) return Promise.reject(new Error('does not follow'));
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
  const start = () => startProjector({ journal, store, receipts, signer: testSigner(), clock: systemClock, onError });
  return { start, faults, applied, reads, errors };
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test('passed entries are projected without reading the journal, each once and in order', async () => {
  const stored = openings(1, 2_500);
  const { start, applied, reads } = world(stored);
  const projector = await start();
  for (let at = 0; at < stored.length; at += 7) projector.take(stored.slice(at, at + 7));
  await projector.caughtUp(2_500);
  expect(applied).toEqual(upTo(2_500));
  expect(reads).toEqual([]);
  await projector.stop();
});

test('earlier entries and entries above the buffer’s limit are read from the journal', async () => {
  const stored = openings(1, 30_000);
  const { start, applied, reads } = world(stored);
  const projector = await start();
  projector.take(stored.slice(1_500, 15_000));
  projector.take(stored.slice(15_000, 29_000));
  projector.take(stored.slice(29_000));
  await projector.caughtUp(30_000);
  expect(applied).toEqual(upTo(30_000));
  expect(reads.slice(0, 2)).toEqual([0, 1_000]);
  expect(reads).toContain(15_000);
  expect(reads).not.toContain(1_500);
  await projector.stop();
});

test('no caller waits for buffered entries, and a stop leaves the tables caught up', async () => {
  const { start, applied } = world(openings(1, 30));
  const projector = await start();
  projector.take(openings(1, 30));
  await Promise.resolve();
  expect(applied).toEqual([]);
  await projector.stop();
  expect(applied).toEqual(upTo(30));
});

test('a batch with a lost answer is projected once, and so is one that never arrived', async () => {
  const { start, faults, applied, errors } = world(openings(1, 20));
  const projector = await start();
  faults.push('lost-reply');
  projector.take(openings(1, 10));
  await projector.caughtUp(10);
  faults.push('not-written');
  projector.take(openings(11, 20));
  await projector.caughtUp(20);
  expect(applied).toEqual(upTo(20));
  expect(errors).toEqual(['connection lost', 'connection lost']);
  expect(projector.isFailing).toBe(false);
  await projector.stop();
});

test('R-RUN-04 the projector reports that nothing can be written', async () => {
  const { start, faults, errors } = world(openings(1, 10));
  const projector = await start();
  faults.push('not-written');
  projector.take(openings(1, 10));
  await expect.poll(() => errors.length).toBe(1);
  expect(projector.isFailing).toBe(true);
  await projector.caughtUp(10);
  expect(projector.isFailing).toBe(false);
  await projector.stop();
});
