import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrder } from '@candor/domain/hedging/hedge-records';
import { placeOf } from '@candor/domain/hedging/hedge-state';
import type { AccountId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { flowSpecs, runClientFlow } from '../../../../testkit/client-flow.ts';
import { CoreBench } from '../../../../testkit/core-bench.ts';
import { flush, HedgeWorld } from '../../../../testkit/hedge-world.ts';
import { MemoryHedgeJournal } from '../../../../testkit/memory-hedge-journal.ts';
import { restoreHedge } from './hedge-codec.ts';
import { HedgeWriter } from './hedge-writer.ts';

const startMs = Date.parse('2026-11-26T09:00:00Z');
const every = { instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null };
const all = [{ ...every, name: 'all', share: { kind: 'all' } as const }];
const flow = runClientFlow(9, { startMs, acts: 400, everyMs: 60_000 });
let world: HedgeWorld;

beforeEach(async () => {
  world = new HedgeWorld(flow, all, () => 0.9);
  await world.start();
});

/** Lets every message arrive. */
async function deliver(): Promise<void> {
  while (world.venue.waiting > 0) {
    world.venue.deliver('venue');
    world.venue.deliver('hedger');
    await flush();
  }
}

/** Logs on, and shows the hedger entries of the clients' journal. */
async function follow(entries: number): Promise<void> {
  world.venue.logOn();
  await deliver();
  world.visible = entries;
  await world.advance(1_000);
}

/** Does something while the next order is being stored. */
function whileStoring(act: () => void): void {
  const commit = world.journal.commit.bind(world.journal);
  vi.spyOn(world.journal, 'commit').mockImplementation(async (fromSeq, entries, sends) => {
    await commit(fromSeq, entries, sends);
    if (!sends) return;
    vi.restoreAllMocks();
    act();
  });
}

describe('R-HDG-11 orders and positions are asked for before anything new is sent', () => {
  test('an order that was stored and not sent is ended, and made again under another id', async () => {
    await follow(0);
    // The connection ends while the order is being stored.
    world.visible = 10;
    whileStoring(() => world.venue.cut());
    await world.advance(100);
    const stored = [...world.hedger.state.working.keys()];
    expect(stored.length).toBeGreaterThan(0);
    expect(world.venue.orders.size).toBe(0);
    await world.settle();
    expect(stored.filter((orderId) => world.venue.orders.has(orderId))).toEqual([]);
    expect(stored.every((orderId) => world.hedger.state.ended.has(orderId))).toBe(true);
    expect(world.venue.duplicates).toBe(0);
    expect(world.hedger.state.breaks.size).toBe(0);
    expect(world.venue.orders.size).toBeGreaterThan(0);
  });

  test('an order that took longer to store than the lease lasts is not sent: its successor may have asked for it in vain', async () => {
    await follow(0);
    world.visible = 10;
    whileStoring(() => {
      world.nowMs += 3_000;
    });
    await world.advance(100);
    const stored = [...world.hedger.state.working.keys()];
    await world.settle();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((orderId) => world.venue.orders.has(orderId))).toEqual([]);
    expect(world.venue.orders.size).toBeGreaterThan(0);
    expect(world.hedger.state.breaks.size).toBe(0);
  });

  test('a session that ended and began again during a turn gets no order from that turn', async () => {
    await follow(0);
    world.visible = 10;
    const turn = world.advance(100);
    world.venue.cut();
    world.venue.logOn();
    world.venue.deliver('hedger');
    await turn;
    expect([world.hedger.phase, world.hedger.state.working.size]).toEqual(['resolving', 0]);
    await world.settle();
    expect(world.venue.orders.size).toBeGreaterThan(0);
  });

  test('after a logon nothing is sent before the positions have come', async () => {
    world.visible = 30;
    world.venue.logOn();
    world.venue.deliver('hedger');
    await flush();
    await world.advance(1_000);
    expect([world.hedger.phase, world.hedger.state.working.size]).toEqual(['resolving', 0]);
    await deliver();
    expect(world.hedger.phase).toBe('ready');
    expect(world.venue.orders.size).toBeGreaterThan(0);
  });

  test('a lost report is booked from the status, before the next order', async () => {
    await follow(10);
    world.venue.deliver('venue');
    world.venue.deliver('venue');
    const sent = world.venue.orders.size;
    expect(sent).toBeGreaterThan(0);
    world.venue.cut();
    await flush();
    expect(world.hedger.state.positions.size).toBe(0);
    world.visible = 30;
    await world.advance(2_000);
    expect(world.venue.orders.size).toBe(sent);
    await world.settle();
    expect([...world.hedger.state.positions]).toEqual([...world.venue.positions]);
    expect(world.hedger.state.breaks.size).toBe(0);
  });

  test('another position at the provider is a break: the instrument rests, others go on, and it ends when both agree', async () => {
    const [{ code }, other] = flowSpecs;
    world.venue.positions.set(`1/${code}`, 500n);
    await follow(60);
    await world.settle();
    const isOf = (one: string) => [...world.venue.orders.values()].some(({ order }) => order.code === one);
    expect([...world.hedger.state.breaks]).toEqual([[`1/${code}`, { oursE8: 0n, theirsE8: 500n }]]);
    expect([isOf(code), isOf(other.code)]).toEqual([false, true]);
    world.venue.positions.set(`1/${code}`, 0n);
    await world.advance(300_000);
    await world.settle();
    expect(world.hedger.state.breaks.size).toBe(0);
    expect(isOf(code)).toBe(true);
  });
});

describe('R-HDG-10 reports', () => {
  let order: HedgeOrder;
  const report = (given: Partial<OrderReport>): OrderReport => ({
    ...{ orderId: order.orderId, execId: 'X1', about: 'report', end: null, cumE8: 0n, averageE8: 110_000_000n },
    ...{ last: null, feeE16: 7n, bustedExecId: null, text: '' },
    ...given,
  });
  /** Gives reports as if they came from the provider. */
  const give = async (...given: readonly Partial<OrderReport>[]) => {
    for (const one of given) world.venue.tell(report(one));
    await flush();
  };
  const units = 200_000_000n;
  const fill = (execId: string, cumE8: bigint, more: Partial<OrderReport> = {}): Partial<OrderReport> => ({
    ...{ execId, cumE8, last: { unitsE8: units, priceE8: 110_000_000n } },
    ...more,
  });
  const held = () => world.hedger.state.positions.get(placeOf(order)) ?? 0n;

  beforeEach(async () => {
    await follow(10);
    const [first] = world.hedger.state.working.values();
    if (first === undefined) throw new Error('an order works');
    order = first;
  });

  test('count each fill once: repeated, doubled under another id, and late', async () => {
    const sign = order.side === 'buy' ? 1n : -1n;
    await give(fill('X1', units), fill('X1', units), fill('X2', units), fill('X3', 2n * units), fill('X1', units));
    expect(held()).toBe(sign * 2n * units);
    expect(world.hedger.state.fills.size).toBe(2);
    await give(fill('X4', 4n * units));
    // A fill between was lost: the next report brings both.
    expect(held()).toBe(sign * 4n * units);
    expect(world.hedger.state.working.get(order.orderId)?.valueE16).toBe(4n * units * 110_000_000n);
  });

  test('after the end of an order are booked still, and a fill that is taken back is booked back once', async () => {
    const sign = order.side === 'buy' ? 1n : -1n;
    await give({ end: 'cancelled', execId: 'C1' });
    expect(world.hedger.state.working.has(order.orderId)).toBe(false);
    await give(fill('X1', units));
    expect(held()).toBe(sign * units);
    const bust = { about: 'bust', bustedExecId: 'X1', cumE8: 0n } as const;
    await give({ ...bust, execId: 'B1' }, { ...bust, execId: 'B2' }, fill('X1', units));
    expect(held()).toBe(0n);
    expect(world.failures).toEqual([]);
  });

  test('with the name of a stored fill, are doubted before anything is stored that no start could read', async () => {
    const status = { about: 'status', execId: '0', last: null } as const;
    const name = `${order.orderId}/${units}/0`;
    await give({ ...status, cumE8: units });
    await give({ about: 'bust', execId: 'B1', bustedExecId: name, cumE8: 0n }, { ...status, cumE8: units });
    expect(world.failures).toEqual([]);
    await expect(restoreHedge(world.journal)).resolves.toBeDefined();
    expect(world.news).toContain('a report cannot be followed');
  });

  test('that cannot be followed make it ask the provider, and nothing is sent meanwhile', async () => {
    await give({ ...fill('X9', units), orderId: 'H99-0-abcd' as never });
    expect(world.news).toContain('a report cannot be followed');
    const before = world.venue.orders.size;
    await world.advance(100);
    expect(world.venue.orders.size).toBe(before);
    await world.settle();
    expect(world.hedger.phase).toBe('ready');
    expect(world.hedger.state.breaks.size).toBe(0);
  });
});

describe('R-HDG-13 limits', () => {
  test('no order is larger than its limit, and no position beyond its own', async () => {
    for (const { code } of flowSpecs)
      world.instruments.set(code, { orderLotsE8: 100_000_000n, positionLotsE8: 300_000_000n, slippageTicks: 3 });
    await follow(60);
    await world.settle();
    const orders = [...world.venue.orders.values()].map((one) => one.order);
    expect(orders.length).toBeGreaterThan(4);
    expect(orders.every(({ unitsE8, limitE8 }) => unitsE8 <= 100_000n * 100_000_000n && limitE8 !== null)).toBe(true);
    for (const held of world.venue.positions.values())
      expect(held < 0n ? -held : held).toBeLessThanOrEqual(300_000n * 100_000_000n);
    expect(world.hedger.limited.size).toBeGreaterThan(0);
  });

  test('no more orders a minute than allowed, also across a restart', async () => {
    world.ordersPerMinute = 1;
    world.kill();
    await world.start();
    await follow(flow.entries.length);
    await deliver();
    world.kill();
    await world.start();
    await follow(flow.entries.length);
    await deliver();
    expect(world.venue.orders.size).toBe(1);
    await world.advance(61_000);
    await deliver();
    expect(world.venue.orders.size).toBe(2);
  });

  test('a clock that is set back by an hour holds no order back for longer than a minute', async () => {
    world.ordersPerMinute = 1;
    world.kill();
    await world.start();
    await follow(flow.entries.length);
    await deliver();
    expect(world.venue.orders.size).toBe(1);
    world.kill();
    world.nowMs -= 3_600_000;
    await world.start();
    await world.settle();
    expect(world.venue.orders.size).toBeGreaterThan(1);
  });
});

test('R-HDG-14 a pulled kill switch stops every order, also one that is being decided; a release lets them go on', async () => {
  await follow(0);
  world.journal.acts.push({ act: 'pulled', by: 'anna', reason: 'test', atMs: 0 });
  world.visible = 30;
  await world.advance(100);
  await world.settle();
  expect(world.venue.orders.size).toBe(0);
  expect(world.hedger.isPulled).toBe(true);
  expect(world.hedger.state.followed.get(0)).toBe(30);
  world.journal.acts.push({ act: 'released', by: 'ben', reason: 'test', atMs: 0 });
  await world.settle();
  expect(world.venue.orders.size).toBeGreaterThan(0);
});

test('R-HDG-08 a start reads the newest state and what follows, whatever the length of the journal', async () => {
  const journal = new MemoryHedgeJournal();
  const writer = new HedgeWriter(journal, await restoreHedge(journal));
  for (const entries of [2_500, 5_000]) {
    while (journal.entries.length < entries)
      await writer.write([{ kind: 'clients', shard: 0, seq: journal.entries.length, results: [] }], 1);
    journal.reads = 0;
    const restored = await restoreHedge(journal);
    expect(restored.state).toEqual(writer.state);
    expect(journal.reads).toBeLessThanOrEqual(1_002);
  }
});

test('R-HDG-07 a changed entry of the journal stops the start', async () => {
  await follow(30);
  await deliver();
  const [first] = world.journal.entries;
  if (first === undefined) throw new Error('there is an entry');
  world.journal.entries[0] = { ...first, payload: first.payload.replace('all', 'any') };
  await expect(restoreHedge(world.journal)).rejects.toThrow('is as it was written');
});

test('R-HDG-07 a changed state of the journal stops the start', async () => {
  const journal = new MemoryHedgeJournal();
  const writer = new HedgeWriter(journal, await restoreHedge(journal));
  while (journal.entries.length < 1_200)
    await writer.write([{ kind: 'clients', shard: 0, seq: journal.entries.length, results: [] }], 1);
  const at = journal.entries.findIndex(({ isState }) => isState);
  const entry = journal.entries[at];
  if (entry === undefined) throw new Error('there is a state');
  journal.entries[at] = {
    ...entry,
    payload: entry.payload.replace('"positions":[]', '"positions":[["1/EURUSD","9"]]'),
  };
  expect(journal.entries[at]?.payload).not.toBe(entry.payload);
  await expect(restoreHedge(journal)).rejects.toThrow('is as it was written');
});

test("R-HDG-15 a client's fill is answered while the hedger is dead in the middle of a call", async () => {
  world.kill();
  await world.start({ atCall: 2, isAfter: false });
  await follow(30);
  expect(world.isDead).toBe(true);
  const bench = await CoreBench.start();
  const accountId = 8_000_001 as AccountId;
  await bench.openAccount(bench.core, accountId);
  bench.tick('1.10000', '1.10010');
  expect((await bench.place(bench.core, accountId)).kind).toBe('done');
});
