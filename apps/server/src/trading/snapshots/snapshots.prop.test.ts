import type { EngineState } from '@candor/domain/engine/state';
import { stateRecords, stateTreatment } from '@candor/domain/engine/state-records';
import { describe, expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../../testkit/faulty-journal.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import { TradingWalk } from '../../../../../testkit/trading-walk.ts';
import { encode } from '../codec.ts';
import { createFold } from '../journal-fold.ts';
import { takeEntries } from '../replay-journal.ts';
import { encodeSnapshot, readSnapshot, restoreRecords } from './snapshot-format.ts';

const seeds = Array.from({ length: 12 }, (_, at) => 1 + at * 7_927);

function copyOf(journal: FaultyJournal): FaultyJournal {
  const copy = new FaultyJournal();
  copy.entries.push(...journal.entries);
  copy.tickOffset = journal.tickOffset;
  return copy;
}

/** Writes a snapshot of the first `seq` entries. */
async function snapshotAt(seq: number, journal: FaultyJournal): Promise<MemorySnapshots> {
  const snapshots = new MemorySnapshots();
  const fold = createFold(testPolicy);
  await takeEntries(fold, journal, seq);
  const { parts, close } = encodeSnapshot(fold, 'test', 0);
  await snapshots.write(seq, parts, close);
  return snapshots;
}

const contentOf = (state: EngineState) => Array.from(stateRecords(state), encode);

/** Fields that a restored snapshot calculates again, as plain values. */
function derivedOf(state: EngineState) {
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
  return {
    waiting: new Map([...state.waitingCloses].map(([id, orders]) => [id, sorted(orders)])),
    levels: [...state.triggers]
      .filter(([, book]) => book.size > 0)
      .map(([id, book]) => `${id}: ${book.size}`)
      .sort(),
    expiries: state.expiries.size,
    orders: [...state.accounts.values()].map(({ id, orders }) => [id, [...orders.keys()]]),
  };
}

describe('a start from a snapshot at any entry (R-LED-15, R-LED-16)', () => {
  test.each(seeds)('restores the live state, and decides on like a start from zero: seed %i', async (seed) => {
    const walk = new TradingWalk(seed);
    const live = await walk.join(new FaultyJournal());
    await walk.run(700);
    const { entries } = live.journal;
    // Few entries after it: most accounts and orders are restored by the snapshot alone.
    const seq = entries.length - (seed % 30);
    const snapshots = await snapshotAt(seq, live.journal);
    const damaged: string[] = [];
    const store = { store: snapshots, onDamaged: (_seq: number, reason: string) => damaged.push(reason) };
    const restored = await walk.join(copyOf(live.journal), store);
    const replayed = await walk.join(copyOf(live.journal));
    expect(damaged).toEqual([]);
    expect(snapshots.partsRead).toBeGreaterThan(0);
    expect(contentOf(restored.core.state)).toEqual(contentOf(live.core.state));
    expect(contentOf(replayed.core.state)).toEqual(contentOf(live.core.state));
    expect(derivedOf(restored.core.state)).toEqual(derivedOf(live.core.state));
    expect(await restored.core.noticesSince(0)).toEqual(await live.core.noticesSince(0));
    for (const id of live.core.state.accounts.keys()) {
      expect(await restored.core.noticesOf(id)).toEqual(await live.core.noticesOf(id));
    }
    const before = entries.length;
    walk.shock();
    await walk.run(500);
    expect(restored.journal.entries.length).toBeGreaterThan(before + 100);
    const entriesOf = ({ journal }: typeof live) =>
      journal.entries.map(({ payload, hash }) => [payload, hash.toString('hex')]);
    expect(entriesOf(restored)).toEqual(entriesOf(replayed));
    expect(contentOf(restored.core.state)).toEqual(contentOf(replayed.core.state));
  });

  test('restores the live state from a snapshot of any entry', async () => {
    for (const seed of seeds) {
      const walk = new TradingWalk(seed);
      const { core, journal } = await walk.join(new FaultyJournal());
      await walk.run(700);
      const replayed = createFold(testPolicy);
      for (let seq = 1; seq <= journal.entries.length; seq += 19) {
        await takeEntries(replayed, journal, seq);
        const snapshots = await snapshotAt(seq, journal);
        const [head] = await snapshots.heads();
        const fold = createFold(testPolicy);
        if (head !== undefined) restoreRecords(fold, head, await readSnapshot(snapshots, head));
        expect(contentOf(fold.state), `at entry ${seq}`).toEqual(contentOf(replayed.state));
        expect([...fold.state.dirtyAccounts]).toEqual([...replayed.state.dirtyAccounts]);
        expect(derivedOf(fold.state)).toEqual(derivedOf(replayed.state));
        expect(fold.time).toEqual(replayed.time);
      }
      await takeEntries(replayed, journal, journal.entries.length);
      expect(contentOf(replayed.state)).toEqual(contentOf(core.state));
    }
  });

  test('these histories reach every stored field and every kind of event', async () => {
    const [fields, kinds] = [new Set<string>(), new Set<string>()];
    for (const seed of seeds) {
      const walk = new TradingWalk(seed);
      const { core, journal } = await walk.join(new FaultyJournal());
      await walk.run(700);
      for (const [field] of stateRecords(core.state)) fields.add(field);
      for (const { payload } of journal.entries)
        for (const [, kind] of payload.matchAll(/"type":"(\w+)"/g)) kinds.add(kind ?? '');
    }
    const stored = Object.entries(stateTreatment).filter(([, treatment]) => treatment === 'stored');
    expect([...fields].sort()).toEqual(stored.map(([field]) => field).sort());
    const rare = ['CloseQueued', 'DemoExpired', 'DepositContested', 'MarginCalled', 'OrderExpired', 'OrderReduced'];
    expect([...kinds]).toEqual(
      expect.arrayContaining([...rare, 'RuleSet', 'StopOutPaused', 'SwapCharged', 'WithdrawalPaid']),
    );
  });
});
