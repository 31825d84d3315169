import { createState } from '@candor/domain/engine/state';
import { stateRecords } from '@candor/domain/engine/state-records';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../../testkit/faulty-journal.ts';
import { MemorySnapshots } from '../../../../../testkit/memory-snapshots.ts';
import { createFold, firstOrderId } from '../journal-fold.ts';
import { takeEntries } from '../replay-journal.ts';
import { startTradingCore, type TradingCore } from '../trading-core.ts';
import { encodeSnapshot } from './snapshot-format.ts';

const { eurusd } = testSpecs;
const accounts = 700;
const openOrders = 40;
const market = { kind: 'open', ageMs: 0 } as const;
const atMs = Date.parse('2026-11-17T12:00:00Z');

function startCore(journal: FaultyJournal, snapshots?: MemorySnapshots): Promise<TradingCore> {
  return startTradingCore({
    journal,
    ...(snapshots === undefined ? {} : { snapshots: { store: snapshots, onDamaged: (_seq, reason) => fail(reason) } }),
    state: createState(Object.values(testSpecs), testPolicy, firstOrderId),
    clock: { nowMs: () => atMs, monotonicMs: () => atMs },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => fail(error.message),
  });
}

function fail(reason: string): never {
  throw new Error(reason);
}

/** Journal of a fixed number of accounts and open orders, and of `ended` orders that were closed again. */
async function journalWith(ended: number): Promise<FaultyJournal> {
  const journal = new FaultyJournal();
  const core = await startCore(journal);
  const submit = (command: Parameters<TradingCore['submit']>[0]['command'], number: number) =>
    core.submit({ command, clientId: number.toString(16).padStart(32, '0'), bodyHash: 'body' });
  const grant = toMoney(50_000_000_000n);
  for (let id = 1; id <= accounts; id += 1) {
    const about = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant } as const;
    void submit({ type: 'OpenAccount', atMs, accountId: id as AccountId, ...about }, id);
  }
  const prices = { bid: priceOf(eurusd, '1.15283'), ask: priceOf(eurusd, '1.15295') };
  core.onQuote({ instrumentId: eurusd.id, seq: 1, ...prices, timeMs: atMs, source: 'test' }, 0);
  for (let at = 0; at < openOrders + ended; at += 1) {
    const accountId = (1 + (at % openOrders)) as AccountId;
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
    const what = { instrumentId: eurusd.id, side: 'buy', lots: toLots(1), leverage: 100, quoteSeq: null } as const;
    void submit({ type: 'PlaceOrder', atMs, accountId, ...what, ...terms, market }, 10_000 + at);
    if (at < openOrders) continue;
    const orderId = (firstOrderId + at) as OrderId;
    void submit({ type: 'CloseOrder', atMs, accountId, orderId, lots: null, market }, 1_000_000 + at);
  }
  await core.drain();
  return journal;
}

async function snapshotAt(seq: number, journal: FaultyJournal) {
  const snapshots = new MemorySnapshots();
  const fold = createFold(testPolicy);
  await takeEntries(fold, journal, seq);
  const { parts, close } = encodeSnapshot(fold, 'test', 0);
  await snapshots.write(seq, parts, close);
  return { snapshots, fold };
}

/** Sizes of everything that a core holds after a start from a snapshot `tail` entries before the end, and what it read. */
async function measure(ended: number, tail: number) {
  const journal = await journalWith(ended);
  const { entries } = journal;
  const { snapshots, fold } = await snapshotAt(entries.length - tail, journal);
  const payloads: number[] = [];
  const read = async (seq: number, limit: number) => {
    const page = await journal.read(seq, limit);
    payloads.push(...page.map((entry) => entry.seq));
    return page;
  };
  const core = await startCore(Object.assign(Object.create(journal) as FaultyJournal, { read }), snapshots);
  return {
    entries: entries.length,
    read: payloads,
    records: [...stateRecords(core.state)].length,
    restored: core.state.orderAccounts.size,
    partsRead: snapshots.partsRead,
    bytes: snapshots.bytes,
    kept: fold.confirmations.length,
  };
}

describe('the cost of a start (R-LED-17)', () => {
  test('reads the snapshot and the entries after it, however long the journal is', async () => {
    const [once, twice] = [await measure(1_500, 25), await measure(3_000, 25)];
    expect(twice.entries - once.entries).toBeGreaterThan(1_500);
    for (const { entries, read } of [once, twice]) {
      // The entry of the snapshot, for its hash, and those after it.
      expect(read).toEqual(Array.from({ length: 26 }, (_, at) => entries - 25 + at));
    }
    expect(twice.partsRead).toBe(once.partsRead);
  });

  test('ended orders leave state and snapshot as large as they were', async () => {
    const [once, twice] = [await measure(1_500, 25), await measure(3_000, 25)];
    expect(once.restored).toBe(openOrders);
    expect(twice.restored).toBe(openOrders);
    expect(twice.records).toBe(once.records);
    expect(once.partsRead).toBeGreaterThan(2);
    // Numbers get longer.
    expect(twice.bytes / once.bytes).toBeLessThan(1.05);
    expect(twice.kept).toBe(once.kept);
  });
});
