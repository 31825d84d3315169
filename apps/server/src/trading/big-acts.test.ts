import { createHash } from 'node:crypto';
import { NightRoll, rollPieceMax } from '@candor/domain/engine/roll-over';
import type { EngineState } from '@candor/domain/engine/state';
import { stateRecords } from '@candor/domain/engine/state-records';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { describe, expect, test } from 'vitest';
import { ActBench, night } from '../../../../testkit/act-bench.ts';
import { testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { entryEventsMax } from '../ports/trading-port.ts';
import { decodeDecision, encode, encodeDecision } from './codec.ts';
import { createFold } from './journal-fold.ts';

/** Returns a hash of all that a snapshot would hold of a state. */
function contentOf(state: EngineState): string {
  const hash = createHash('sha256');
  for (const record of stateRecords(state)) hash.update(encode(record));
  return hash.digest('hex');
}

/** Requires that every open order was charged for exactly one night, by exactly one event. */
function requireChargedOnce(bench: ActBench, orders: number): void {
  const charges = bench.events.flat().filter(({ type }) => type === 'SwapCharged');
  const ids = new Set(charges.map((event) => 'order' in event && event.order.id));
  expect([charges.length, ids.size]).toEqual([orders, orders]);
}

describe('a night of 2,000 orders (R-LED-27)', () => {
  const orders = 2_000;
  const wholePieces = Array.from({ length: orders / rollPieceMax }, () => rollPieceMax);

  test('is charged in pieces of one entry, one a turn', async () => {
    const bench = await ActBench.start(orders);
    const before = bench.journal.entries.length;
    bench.nowMs = night;
    bench.core.onTime();
    // Only the first piece belongs to this turn.
    expect(bench.core.state.accounts.get(100 as AccountId)?.orders.get(8_002_000 as OrderId)?.swapRollMs).toBe(null);
    await bench.settle();
    expect(bench.events.slice(before).map(({ length }) => length)).toEqual(wholePieces);
    requireChargedOnce(bench, orders);
  });

  test('stop-outs that follow from the swap are the same after a crash at any entry', async () => {
    // A margin of 230.00 and an equity of 116.60 before the night, which costs 2.69: the stop-out begins at 115.00.
    const bench = await ActBench.start(orders, { balance: 23_600 });
    bench.tick('1.14420', '1.14430');
    await bench.settle();
    const before = bench.journal.entries.length;
    bench.nowMs = night;
    bench.core.onTime();
    await bench.settle();
    const pieces = bench.events.slice(before);
    const types = new Set(pieces.flat().map(({ type }) => type));
    expect([...types]).toEqual(expect.arrayContaining(['SwapCharged', 'OrderClosed']));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(entryEventsMax);
    for (let kept = 0; kept <= pieces.length; kept += 1) {
      const again = await bench.crashedAfter(before + kept, bench.log.length);
      again.core.onTime();
      await again.settle();
      expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
    }
  });

  test('of 2,000 accounts: after a crash at any entry each is charged once, and none is left out', async () => {
    const bench = await ActBench.start(orders, { perAccount: 1 });
    const before = bench.journal.entries.length;
    bench.nowMs = night;
    bench.core.onTime();
    await bench.settle();
    const pieces = bench.events.slice(before);
    expect(pieces.map(({ length }) => length)).toEqual(wholePieces);
    for (let kept = 0; kept <= pieces.length; kept += 1) {
      const again = await bench.crashedAfter(before + kept, bench.log.length);
      again.core.onTime();
      await again.settle();
      requireChargedOnce(again, orders);
      expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
    }
  });

  test('an account that a tick stops out between two pieces has paid for the night', async () => {
    // Equity 130.00 before the tick that takes 20.00 of it; margin 230.00, stop-out at 115.00.
    const bench = await ActBench.start(orders, { balance: 23_600, hasStops: false });
    bench.nowMs = night;
    bench.core.onTime();
    bench.tick('1.14380', '1.14390');
    await bench.settle();
    const events = bench.events.flat();
    const closed = events.flatMap((event) => (event.type === 'OrderClosed' ? [event.order] : []));
    expect(closed.length).toBeGreaterThan(100);
    expect(closed.filter(({ swap, closeReason }) => swap === 0n || closeReason !== 'stop-out')).toEqual([]);
    requireChargedOnce(bench, orders);
  });

  test('rules that change between two pieces apply after the last one, in the order of their changes', async () => {
    const bench = await ActBench.start(orders);
    bench.nowMs = night;
    bench.core.onTime();
    const tenantId = 1 as CompanyId;
    const changeTo = (openAgeMaxMs: number) => {
      const policy = { ...testPolicy, openAgeMaxMs };
      return bench.core.changeRules([{ rule: 'policy', tenantId, policy }]);
    };
    const terms = { ...catalogueTerms(testSpecs.eurusd), swapLongE2: 0 };
    const both = [
      bench.core.changeRules([{ rule: 'terms', tenantId, instrumentId: testSpecs.eurusd.id, version: 1, terms }]),
      changeTo(7_000),
      changeTo(8_000),
    ];
    expect(bench.core.state.rules.policyOf(tenantId)).toEqual(testPolicy);
    await Promise.all(both);
    expect(bench.core.state.rules.policyOf(tenantId).openAgeMaxMs).toBe(8_000);
    requireChargedOnce(bench, orders);
    const swaps = bench.events.flat().flatMap((event) => (event.type === 'SwapCharged' ? [event.order.swap] : []));
    expect(swaps.filter((swap) => swap === 0n)).toEqual([]);
  });

  test('a command or a tick between two pieces finds its account charged whole', async () => {
    const bench = await ActBench.start(orders);
    bench.nowMs = night;
    bench.core.onTime();
    void bench.close(99, 8_001_980);
    expect(bench.events.length).toBeGreaterThan(0);
    await bench.core.drain();
    const closed = bench.events.flat().find(({ type }) => type === 'OrderClosed');
    expect(closed).toMatchObject({ order: { id: 8_001_980, swapRollMs: Date.parse('2026-11-17T22:00:00Z') } });
    const rest = [...(bench.core.state.accounts.get(99 as AccountId)?.orders.values() ?? [])];
    expect(new Set(rest.map(({ swapRollMs }) => swapRollMs)).size).toBe(1);
    bench.core.onTime();
    bench.tick('1.13990', '1.14000');
    await bench.settle();
    requireChargedOnce(bench, orders);
    const unpaid = bench.events.flat().filter((event) => event.type === 'OrderClosed' && event.order.swap === 0n);
    expect(unpaid).toEqual([]);
  });
});

describe('a tick that fires 2,000 stops (R-LED-12, R-LED-27)', () => {
  test.each([
    { what: 'of accounts with enough money', balance: 5_000_000 },
    { what: 'of accounts that end below zero', balance: 23_600 },
  ])('$what: after a crash at any entry the tick decides the rest, to the same state', async ({ balance }) => {
    const bench = await ActBench.start(2_000, { balance });
    await bench.settle();
    const [before, offset] = [bench.journal.entries.length, bench.log.length];
    bench.tick('1.00000', '1.00010');
    await bench.settle();
    const pieces = bench.events.slice(before);
    expect(pieces.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(entryEventsMax);
    expect(bench.core.state.orderAccounts.size).toBe(0);
    for (let kept = 0; kept <= pieces.length; kept += 1) {
      const again = await bench.crashedAfter(before + kept, kept === pieces.length ? offset + 1 : offset);
      expect(again.journal.tickOffset).toBe(offset + 1);
      expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
      expect(again.events.flat().length).toBe(bench.events.flat().length);
    }
  });

  test('leaves no account unfinished once its last entry is stored', async () => {
    const bench = await ActBench.start(2_000, { balance: 5_000_000, perAccount: 1 });
    bench.tick('1.00000', '1.00010');
    await bench.settle();
    const fold = createFold(testPolicy);
    const sizes = bench.journal.entries.map((entry) => {
      fold.take(entry);
      return fold.unfinished.tick.size;
    });
    expect(Math.max(...sizes)).toBeGreaterThan(0);
    expect(sizes.at(-1)).toBe(0);
  });

  test('the offset of the tick is stored with its last entry only', async () => {
    const bench = await ActBench.start(2_000);
    await bench.settle();
    const [offset, stored] = [bench.log.length, [] as [number, number][]];
    const { commit } = bench.journal;
    bench.journal.commit = async (epoch, from, tickOffset, entries) => {
      await commit.call(bench.journal, epoch, from, tickOffset, entries);
      stored.push([entries.length, tickOffset]);
    };
    // A batch ends at a megabyte: the entries of the tick are divided over several.
    for (let index = 0; index < 998; index += 1) bench.amend(index);
    bench.tick('1.00000', '1.00010');
    await bench.settle();
    expect(stored.reduce((sum, [entries]) => sum + entries, 0)).toBe(1_002);
    const last = stored.pop();
    expect(last?.[0]).toBeLessThan(4);
    expect(last?.[1]).toBe(offset + 1);
    expect(new Set(stored.map(([, tickOffset]) => tickOffset))).toEqual(new Set([offset]));
  });
});

describe('a tick that stops out 1,200 accounts (R-LED-27)', () => {
  test('after a crash at any entry every account is stopped out once, and none is left out', async () => {
    const accounts = 1_200;
    const bench = await ActBench.start(accounts, { balance: 1_400, perAccount: 1, hasStops: false });
    await bench.settle();
    const [before, offset] = [bench.journal.entries.length, bench.log.length];
    bench.nowMs += 1_000;
    bench.tick('1.13500', '1.13510');
    await bench.settle();
    const pieces = bench.events.slice(before);
    expect(pieces.length).toBeGreaterThanOrEqual(3);
    for (let kept = 0; kept <= pieces.length; kept += 1) {
      const again = await bench.crashedAfter(before + kept, kept === pieces.length ? offset + 1 : offset);
      const stopped = again.events.flat().flatMap((event) => (event.type === 'OrderClosed' ? [event.order] : []));
      expect(new Set(stopped.map(({ accountId }) => accountId)).size).toBe(accounts);
      expect(stopped.filter(({ closeReason }) => closeReason === 'stop-out').length).toBe(accounts);
      expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
    }
  });
});

describe('a batch that ends between the roll before a tick and the tick (R-LED-12)', () => {
  test('does not count the tick, whose stops fire again after a crash', async () => {
    const bench = await ActBench.start(20);
    await bench.settle();
    const [before, offset] = [bench.journal.entries.length, bench.log.length];
    const stored: [number, number][] = [];
    const { commit } = bench.journal;
    bench.journal.commit = async (epoch, from, tickOffset, entries) => {
      await commit.call(bench.journal, epoch, from, tickOffset, entries);
      stored.push([entries.length, tickOffset]);
    };
    // A batch holds 1,000 entries: the charges of the night are the last of the first one.
    for (let index = 0; index < 999; index += 1) bench.amend(index);
    bench.nowMs = night;
    bench.tick('1.00000', '1.00010');
    await bench.settle();
    expect(stored).toEqual([
      [1_000, offset],
      [1, offset + 1],
    ]);
    expect(bench.core.state.orderAccounts.size).toBe(0);
    const again = await bench.crashedAfter(before + 1_000, stored[0]?.[1] ?? 0);
    expect(again.core.state.orderAccounts.size).toBe(0);
    expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
  });
});

describe('entries (R-LED-27)', () => {
  const event = { type: 'MarginCalled', atMs: 0, accountId: 1 as AccountId, transfers: [] } as const;

  test('with more than 500 events are not written, and are read from older journals', () => {
    const events = Array.from({ length: entryEventsMax + 1 }, () => event);
    expect(() => encodeDecision({ kind: 'done', events })).toThrow(/at most 500 events, not 501/);
    expect(decodeDecision(encode({ kind: 'done', events }))).toEqual({ kind: 'done', events });
    expect(encodeDecision({ kind: 'done', events: events.slice(1) })).toContain('MarginCalled');
  });
});

describe('the work of a roll in pieces (R-LED-27, R-ORD-31)', () => {
  const perAccount = 20;

  async function visitsOf(orders: number) {
    const { state } = (await ActBench.start(orders, { perAccount })).core;
    const roll = new NightRoll(state, night);
    const pieces: number[] = [];
    while (!roll.isDone) {
      if (pieces.length > orders) throw new Error(`the roll has lost its place after ${orders} pieces`);
      const before = state.work.rollVisits;
      roll.piece(night);
      pieces.push(state.work.rollVisits - before);
    }
    return { total: state.work.rollVisits, largest: Math.max(...pieces) };
  }

  test('grows with the orders, and each piece looks at its own accounts only', async () => {
    const [once, twice] = [await visitsOf(2_000), await visitsOf(4_000)];
    expect(twice.total).toBeLessThanOrEqual(2 * once.total + 2 * perAccount);
    expect(twice.largest).toBe(once.largest);
    expect(once.largest).toBeLessThanOrEqual(rollPieceMax + (2 * rollPieceMax) / perAccount);
    expect(rollPieceMax).toBeLessThanOrEqual(entryEventsMax);
  });
});
