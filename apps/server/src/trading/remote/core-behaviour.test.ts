import type { PlaceOrder } from '@candor/domain/engine/command';
import { isOpen, type OpenOrder } from '@candor/domain/engine/order';
import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CoreBench } from '../../../../../testkit/core-bench.ts';
import { priceOf, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { lineKinds } from '../../../../../testkit/line-rigs.ts';
import { turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import type { ShardPort, StoredBatch } from '../../ports/trading-port.ts';
import { serveCore } from './core-server.ts';
import { RemoteCore } from './remote-core.ts';

const { eurusd, gbpusd } = testSpecs;
const company = 1 as CompanyId;
const accountId = 7 as AccountId;
const unknown = 99 as AccountId;
const halt = (toMs: number | null): RuleChange => ({
  rule: 'halt',
  haltId: 5,
  halt: { tenantId: null, instrumentId: gbpusd.id, fromMs: 0, toMs },
});

interface Opened {
  readonly bench: CoreBench;
  readonly port: ShardPort;
  close(): Promise<void>;
}

/** A core in this process, and one behind each kind of line. */
const places: { readonly name: string; readonly open: () => Promise<Opened> }[] = [
  {
    name: 'in the process',
    async open() {
      const bench = await CoreBench.start();
      return { bench, port: bench.core, close: async () => undefined };
    },
  },
  ...lineKinds.map(({ name, open }) => ({ name: `over ${name}`, open: () => openRemote(open) })),
];

async function openRemote(openLine: (typeof lineKinds)[number]['open'], shard = 0): Promise<Opened> {
  const bench = await CoreBench.start();
  const rig = await openLine();
  const server = await rig.serve({ rank: 1 });
  const stop = serveCore(bench.core, server, { clock: bench.clock, shard });
  const client = rig.connect();
  const port = new RemoteCore({
    client,
    journal: bench.journal,
    specs: Object.values(testSpecs),
    fallbackPolicy: testPolicy,
    clock: bench.clock,
    onError: (error) => bench.fatal.push(error),
    onFatal: (error) => bench.fatal.push(error),
  });
  await port.untilEntered();
  return {
    bench,
    port,
    async close() {
      port.close();
      stop();
      await client.close();
      await server.close();
      await rig.close();
    },
  };
}

describe.each(places)('R-RUN-64 a trading core $name', ({ open }) => {
  let opened: Opened;
  let bench: CoreBench;
  let port: ShardPort;
  beforeEach(async () => {
    opened = await open();
    ({ bench, port } = opened);
    await bench.openAccount(port, accountId);
    bench.tick('1.15283', '1.15295');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await opened.close();
    expect(bench.fatal).toEqual([]);
  });

  test('decides commands at the price and time of the core', async () => {
    bench.nowMs += 60_000;
    const outcome = await port.submit({
      command: order(),
      clientId: null,
      bodyHash: null,
    });
    expect(outcome).toMatchObject({ kind: 'done', events: [{ type: 'OrderOpened', order: { accountId } }] });
    const [opening] = bench.core.state.accounts.get(accountId)?.orders.values() ?? [];
    expect(opening).toMatchObject({ openPrice: priceOf(eurusd, '1.15295') });
    expect(await bench.place(port, unknown)).toEqual({ kind: 'refused', refusal: 'account-not-found' });
    expect(port.committedSeq).toBe(bench.core.committedSeq);
  });

  function order(): PlaceOrder {
    const market = { kind: 'open', ageMs: Number.POSITIVE_INFINITY } as const;
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
    const about = { atMs: 5, accountId, instrumentId: eurusd.id, lots: toLots(10), leverage: 100, quoteSeq: null };
    return { type: 'PlaceOrder', side: 'buy', ...about, ...terms, market };
  }

  test('gives a repeated id its stored answer, and another body under it a conflict', async () => {
    const first = await bench.place(port, accountId, 'id-1');
    expect(await bench.place(port, accountId, 'id-1')).toEqual(first);
    expect(bench.core.state.accounts.get(accountId)?.orders.size).toBe(1);
    const cancel = { type: 'CancelOrder', atMs: bench.nowMs, accountId, orderId: 1 as OrderId } as const;
    expect(await bench.submit(port, cancel, 'id-1')).toEqual({ kind: 'conflict' });
    expect(await port.findAnswer(accountId, 'id-1')).toEqual(first);
    expect(await port.findAnswer(accountId, 'id-1', 'body of PlaceOrder')).toEqual(first);
    expect(await port.findAnswer(accountId, 'id-1', null)).toEqual({ kind: 'conflict' });
    expect(await port.findAnswer(accountId, 'id-2')).toBeNull();
    const key = { clientId: 'id-3', bodyHash: 'b' };
    expect(await port.recordRefusal(accountId, key, 'order-not-found')).toEqual({
      kind: 'refused',
      refusal: 'order-not-found',
    });
    expect(await bench.place(port, accountId, 'id-3')).toEqual({ kind: 'conflict' });
  });

  test('shows the same views as the core', async () => {
    const { core } = bench;
    await bench.place(port, accountId);
    await bench.place(port, accountId, null, { targetPrice: priceOf(eurusd, '1.10000') });
    bench.tick('1.15383', '1.15395');
    const level = { quoteSide: 'bid', when: 'at-or-above', price: priceOf(eurusd, '1.20000') } as const;
    const alert = { type: 'SetAlert', atMs: bench.nowMs, accountId, instrumentId: eurusd.id, ...level } as const;
    await port.submit({ command: alert, clientId: null, bodyHash: null });
    const orders = [...(core.state.accounts.get(accountId)?.orders.values() ?? [])];
    const open = orders.filter((one): one is OpenOrder => isOpen(one));
    const asked: ((from: ShardPort) => Promise<unknown>)[] = [
      (from) => from.viewAccount(accountId),
      (from) => from.viewAccount(unknown),
      (from) => from.viewAccounts([unknown, accountId]),
      (from) => from.viewWithdrawable(accountId),
      (from) => from.viewWithdrawable(unknown),
      (from) => from.viewPayment(company, '123n'),
      (from) => from.waitingDeposits(company),
      (from) => from.findAccount(accountId),
      (from) => from.findAccount(unknown),
      (from) => from.findOrder(accountId, orders[0]?.id as OrderId),
      (from) => from.findOrder(accountId, 1 as OrderId),
      (from) => from.hasOrders(accountId),
      (from) => from.hasOrders(unknown),
      (from) => from.heldBy(accountId),
      (from) => from.summaryOf(accountId),
      (from) => from.profitsOf(open),
      (from) => from.exposureOf(company, 'demo'),
      (from) => from.noticesOf(accountId),
      (from) => from.noticesSince(0),
      (from) => from.viewAlerts(accountId),
    ];
    const views = await Promise.all(asked.map((ask) => ask(port)));
    expect(views).toEqual(await Promise.all(asked.map((ask) => ask(core))));
    expect(views[0]).toMatchObject({ orders: [{ order: { status: 'pending' } }, { order: { status: 'open' } }] });
    expect(views[13]).toEqual(new Set([eurusd.id]));
    expect(views.at(-1)).toMatchObject([level]);
  });

  test('R-TIME-07 shows the clock and the step of the core', async () => {
    expect(await port.viewClock()).toEqual({ nowMs: bench.nowMs, wallMs: bench.nowMs, step: null });
    bench.step = { id: 3, kind: 'forward', byMs: 60_000, sinceMs: bench.nowMs };
    expect(await port.viewClock()).toEqual({ nowMs: bench.nowMs, wallMs: bench.nowMs, step: bench.step });
  });

  test('R-TIME-04 offers nothing to open while the step of the clock is unconfirmed', async () => {
    const blockNow = () => port.offers.of(company, eurusd).block;
    expect(blockNow()).toBeNull();
    bench.step = { id: 3, kind: 'forward', byMs: 60_000, sinceMs: bench.nowMs };
    bench.tick('1.15284', '1.15296');
    await until('the block of every instrument', () => blockNow() === 'halted');
    bench.step = null;
    bench.tick('1.15285', '1.15297');
    await until('the end of the block', () => blockNow() === null);
  });

  test('puts rules in force, and offers instruments by them', async () => {
    const { offers } = port;
    const blocked = () => [...(offers.openingBlocks().get(company) ?? [])];
    await port.changeRules([{ rule: 'policy', tenantId: company, policy: { ...testPolicy, ordersMax: 1 } }]);
    await expect.poll(() => offers.policy(company).ordersMax).toBe(1);
    expect(offers.leverageCaps(company)).toEqual(testPolicy.leverageCaps);
    expect(await bench.place(port, accountId)).toMatchObject({ kind: 'done' });
    expect(await bench.place(port, accountId)).toMatchObject({ kind: 'refused' });
    await port.changeRules([halt(null)]);
    await expect.poll(blocked).toEqual([[gbpusd.id, 'halted']]);
    await port.changeRules([halt(bench.nowMs)]);
    await expect.poll(blocked).toEqual([]);
    bench.tick('1.14600', '1.16000');
    await expect.poll(blocked).toEqual([[eurusd.id, 'wide']]);
    expect(offers.of(company, eurusd)).toMatchObject({ block: 'wide', spec: { id: eurusd.id } });
  });

  test('hands every stored entry to followers once and in order, with its notices', async () => {
    const batches: StoredBatch[] = [];
    const stop = port.followEvents((batch) => batches.push(batch));
    const before = bench.core.committedSeq;
    await bench.place(port, accountId, null, { stopLoss: priceOf(eurusd, '1.15000') });
    await Promise.all(Array.from({ length: 20 }, () => bench.place(port, accountId)));
    bench.tick('1.14990', '1.15002');
    await bench.core.drain();
    const { committedSeq } = bench.core;
    await expect.poll(() => batches.at(-1)?.committedSeq).toBe(committedSeq);
    const entries = batches.flatMap((batch) => batch.entries);
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: committedSeq - before }, (_, at) => before + 1 + at),
    );
    expect(entries.map(({ hash }) => hash)).toEqual(bench.journal.entries.slice(before).map(({ hash }) => hash));
    const events = batches.flatMap((batch) => batch.events);
    expect(events.filter(({ type }) => type === 'OrderOpened')).toHaveLength(21);
    expect(events.at(-1)).toMatchObject({ type: 'OrderClosed' });
    expect(batches.flatMap(({ notices }) => notices)).toEqual(await port.noticesOf(accountId));
    stop();
    await bench.place(port, accountId);
    expect(batches.at(-1)?.committedSeq).toBe(committedSeq);
  });

  /**
   * Keeps a batch from counting as stalled after 3.5 seconds, however slow the machine is; the returned function lets that
   * time pass. The heartbeats of NATS need the other timers.
   */
  function holdStallTimers(): () => void {
    const held: (() => void)[] = [];
    const { setTimeout: start } = globalThis;
    const hold = (run: () => void, ms?: number) => {
      if (ms !== 3_500) return start(run, ms);
      held.push(run);
      return start(() => undefined, 0);
    };
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout);
    return () => {
      vi.restoreAllMocks();
      expect(held.length).toBeGreaterThan(0);
      for (const run of held) run();
    };
  }

  test('hands out nothing that is not stored, and answers `busy` and `unavailable` while it stalls', async () => {
    const { committedSeq } = bench.core;
    const later: StoredBatch[] = [];
    port.followEvents((batch) => batch.committedSeq > committedSeq && later.push(batch));
    const passStallTime = holdStallTimers();
    const release = bench.stall();
    const first = bench.place(port, accountId, 'held');
    const views = port.viewAccount(accountId).catch((error: Error) => error.name);
    await until('the held order', () => bench.core.state.accounts.get(accountId)?.orders.size === 1);
    const cancel = { type: 'CancelOrder', atMs: bench.nowMs, accountId, orderId: 1 as OrderId } as const;
    const many: Promise<unknown>[] = [];
    while (many.length < 5_000) {
      for (let at = 0; at < 100; at += 1) many.push(bench.submit(bench.core, cancel, `cancel ${many.length}`));
      // The heartbeats of the line pass in between.
      await turns(2);
    }
    expect(await bench.place(port, accountId)).toEqual({ kind: 'busy' });
    expect(later).toEqual([]);
    passStallTime();
    expect(await first).toEqual({ kind: 'unavailable' });
    expect(await views).toBe('UnavailableError');
    expect(await bench.place(port, accountId)).toEqual({ kind: 'unavailable' });
    await expect(port.findAnswer(accountId, 'other')).rejects.toMatchObject({ name: 'UnavailableError' });
    release();
    await Promise.all(many);
    await until('the end of the stall', () => !bench.core.isStalled);
    expect(await bench.place(port, accountId, 'held')).toMatchObject({ kind: 'done' });
    expect(bench.core.state.accounts.get(accountId)?.orders.size).toBe(1);
    await until('the stored entries', () => later.length > 0);
  });

  test('money and texts that look like numbers pass unchanged', async () => {
    const grant = toMoney(9_007_199_254_740_993n);
    const other = 8 as AccountId;
    const command = { type: 'OpenAccount', atMs: 0, accountId: other, tenantId: company, realm: 'demo' } as const;
    await port.submit({ command: { ...command, currency: 'USD', grant }, clientId: '~5n', bodyHash: '7n' });
    expect(await port.findAnswer(other, '~5n', '7n')).toMatchObject({ kind: 'done', events: [{ accountId: other }] });
    expect((await port.summaryOf(other))?.balance).toBe(grant);
    expect(await port.findAnswer(other, '5n')).toBeNull();
  });
});

test('R-RUN-70 a core does not decide for an account of another shard', async () => {
  const opened = await openRemote(lineKinds[0]?.open as (typeof lineKinds)[number]['open'], 1);
  const { bench, port } = opened;
  await expect(bench.place(port, 7 as AccountId)).rejects.toThrow('account 7 is not of shard 1');
  expect(await bench.place(port, 100_000_007 as AccountId)).toMatchObject({ kind: 'refused' });
  await opened.close();
});
