import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { CoreBench } from '../../../../../testkit/core-bench.ts';
import { testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { Fate } from '../../../../../testkit/local-line.ts';
import { accountId, remoteWorlds } from '../../../../../testkit/remote-world.ts';
import { turns } from '../../../../../testkit/tick-role.ts';
import type { Outcome } from '../../ports/trading-port.ts';

const company = 1 as CompanyId;
const usual: Fate = () => [0];
const { open, close, closeAll } = remoteWorlds();
afterEach(closeAll);

test('R-RUN-65 a command under way when the line breaks is answered `unavailable` at once; its id finds the one order', async () => {
  const world = await open();
  const release = world.bench.stall();
  const outcome = world.place('id-1');
  await expect.poll(() => world.orders()).toBe(1);
  const startMs = performance.now();
  world.line.cut();
  expect(await outcome).toEqual({ kind: 'unavailable' });
  expect(performance.now() - startMs).toBeLessThan(500);
  expect(await world.place('id-1')).toEqual({ kind: 'unavailable' });
  await expect(world.port.viewAccount(accountId)).rejects.toMatchObject({ name: 'LineBrokenError' });
  expect([world.port.status, world.port.isStalled]).toEqual([null, true]);
  world.line.restore();
  release();
  await world.untilReached();
  expect(await world.place('id-1')).toMatchObject({ kind: 'done', events: [{ type: 'OrderOpened' }] });
  expect(world.orders()).toBe(1);
});

test('R-LED-26 entries that another gateway asked for are known by their push, before any status', async () => {
  // The status is pushed by an interval.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const world = await open();
    const delivered = new Promise<number>((resolve) => {
      world.port.followEvents(({ committedSeq }) => resolve(committedSeq));
    });
    await world.bench.place(world.bench.core, accountId);
    const seq = await delivered;
    expect(world.port.committedSeq).toBeGreaterThanOrEqual(seq);
  } finally {
    vi.useRealTimers();
  }
});

test('R-LED-26 the last stored sequence is asked for, also without pushes; the last known one answers while the core is away', async () => {
  const world = await open();
  world.stopServing();
  const known = world.port.committedSeq;
  await world.bench.place(world.bench.core, accountId);
  const { committedSeq } = world.bench.core;
  expect(committedSeq).toBeGreaterThan(known);
  expect(await world.port.latestSeq()).toBe(committedSeq);
  world.line.cut();
  expect(await world.port.latestSeq()).toBe(committedSeq);
});

test('R-RUN-65 lost, doubled, delayed and reordered messages and broken lines change nothing', async () => {
  const fates = [[0], [0], [0], [], [0, 0], [0, 3], [7], [2, 1]];
  const acts = fc.array(fc.constantFrom('place', 'place', 'place', 'unnamed', 'cut'), { minLength: 4, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.array(fc.nat(fates.length - 1), { minLength: 5, maxLength: 60 }),
      async (steps, drawn) => {
        const world = await open();
        let at = 0;
        world.line.fate = () => fates[drawn[at++ % drawn.length] ?? 0] ?? [0];
        const named: string[] = [];
        let unnamed = 0;
        const outcomes: Promise<Outcome>[] = [];
        for (const [index, step] of steps.entries()) {
          if (step === 'cut') {
            world.line.cut();
            world.line.restore();
            await world.untilReached();
          } else if (step === 'unnamed') {
            unnamed += 1;
            outcomes.push(world.place(null));
          } else {
            named.push(`id-${index}`);
            outcomes.push(world.place(`id-${index}`));
          }
          await turns(3);
        }
        await turns(30);
        // A question whose message was lost stays open: only a break ends it before the time limit.
        world.line.fate = usual;
        world.line.cut();
        world.line.restore();
        const first = await Promise.all(outcomes);
        await world.untilReached();
        const known = await Promise.all(named.map((id) => world.placeUntilKnown(id)));
        const decided = first.filter(({ kind }) => kind === 'done').length;
        expect(known.every(({ kind }) => kind === 'done')).toBe(true);
        expect(await Promise.all(named.map((id) => world.port.findAnswer(accountId, id)))).toEqual(known);
        // One order for each id, and at most one for each command without an id.
        expect(world.orders()).toBeGreaterThanOrEqual(Math.max(named.length, decided));
        expect(world.orders()).toBeLessThanOrEqual(named.length + unnamed);
        await world.expectAllEntries();
        await close(world);
      },
    ),
    { numRuns: 25 },
  );
});

test('R-RUN-64 a command counts at the time of the core, whatever the clock of the other process says', async () => {
  const world = await open();
  const { bench, port } = world;
  for (const atMs of [5, bench.nowMs + 3_600_000]) await bench.place(port, accountId, null, { atMs });
  const times = [...(bench.core.state.accounts.get(accountId)?.orders.values() ?? [])].map((order) => order.placedAtMs);
  expect(times).toEqual([bench.nowMs, bench.nowMs]);
});

test('R-RUN-65 a command without an id that arrives twice is decided once', async () => {
  const world = await open();
  world.line.fate = (kind) => (kind === 'ask' ? [0, 0, 4, 60] : [0]);
  expect(await world.place(null)).toMatchObject({ kind: 'done' });
  await turns(100);
  expect(world.orders()).toBe(1);
});

test('R-RUN-65 a command that is held up on its way for ten seconds is not carried out', async () => {
  const world = await open();
  world.line.fate = (kind) => (kind === 'ask' ? [20] : [0]);
  const outcome = world.place('late');
  world.shiftMs = 11_000;
  expect(await outcome).toEqual({ kind: 'unavailable' });
  expect(world.orders()).toBe(0);
});

test('R-RUN-65 entries that were stored while the line was down are read from the journal', async () => {
  const world = await open();
  world.line.cut();
  for (let at = 0; at < 1_200; at += 1) void world.bench.place(world.bench.core, accountId);
  await world.bench.core.drain();
  expect(world.seqs).toEqual([]);
  world.line.restore();
  await world.expectAllEntries();
});

test('a process that reaches the core again asks one question for everything that it missed', async () => {
  const world = await open();
  let asked = 0;
  world.line.fate = (kind) => {
    if (kind === 'ask') asked += 1;
    return [0];
  };
  world.line.cut();
  world.line.restore();
  await world.untilReached();
  expect(asked).toBe(1);
});

test('R-RUN-65 the loss of the last push is noticed by the next status', async () => {
  const world = await open();
  world.line.fate = (kind) => (kind === 'push' ? [] : [0]);
  await world.place('id-1');
  world.line.fate = usual;
  await world.expectAllEntries();
});

test('R-RUN-65 an unreadable journal delays entries and loses none', async () => {
  const world = await open();
  const { journal } = world.bench;
  const read = journal.read.bind(journal);
  let failures = 2;
  journal.read = (seq, limit) => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error('the database is away')) : read(seq, limit);
  };
  world.line.cut();
  await world.bench.place(world.bench.core, accountId);
  world.line.restore();
  await world.expectAllEntries();
  expect(world.errors.filter((message) => message === 'the database is away')).toHaveLength(2);
});

test('R-RUN-66 the next leader is followed: its epoch is known, its rules and entries go on, and old ids keep their answers', async () => {
  const world = await open();
  const answer = await world.place('id-1');
  expect(world.port.status?.epoch).toBe(1);
  const old = await world.replaceLeader();
  expect(world.states.map((status) => status?.epoch ?? null).filter((epoch, at, all) => epoch !== all[at - 1])).toEqual(
    [1, null, 2],
  );
  expect(await world.place('id-1')).toEqual(answer);
  expect(await world.place('id-2')).toMatchObject({ kind: 'done' });
  await world.port.changeRules([{ rule: 'policy', tenantId: company, policy: { ...testPolicy, ordersMax: 3 } }]);
  await expect.poll(() => world.port.offers.policy(company).ordersMax).toBe(3);
  await world.expectAllEntries();
  // The leader that was replaced stores nothing more.
  expect(await old.place(old.core, accountId)).toEqual({ kind: 'unavailable' });
  old.fatal.length = 0;
});

test('R-RUN-74 a leader that learns only later that its last entries were stored ends nobody', async () => {
  const world = await open();
  expect(await world.place('id-1')).toMatchObject({ kind: 'done' });
  await world.expectAllEntries();
  const old = world.bench;
  old.journal.epoch = 2;
  const next = await CoreBench.start(old.journal);
  const { committedSeq } = next.core;
  let known = committedSeq - 1;
  vi.spyOn(next.core, 'committedSeq', 'get').mockImplementation(() => known);
  world.stopServing();
  const { server } = world;
  world.lead(next, 2);
  await server.close();
  await expect.poll(() => world.errors.length).toBeGreaterThan(0);
  known = committedSeq;
  await expect.poll(() => world.port.status?.epoch).toBe(2);
  expect(next.fatal).toEqual([]);
  old.fatal.length = 0;
});

test('R-RUN-74 a leader whose journal ends before entries that were followed ends this process by a named error', async () => {
  const world = await open();
  expect(await world.place('id-1')).toMatchObject({ kind: 'done' });
  await world.expectAllEntries();
  const restored = await CoreBench.start();
  await restored.openAccount(restored.core, accountId);
  world.stopServing();
  const { server } = world;
  world.lead(restored, 2);
  await server.close();
  await expect.poll(() => restored.fatal.map(({ name }) => name), { timeout: 20_000 }).toEqual(['HistoryLostError']);
  expect(restored.fatal[0]?.message).toMatch(/ends at entry 1, but entry 2 was stored before/);
  restored.fatal.length = 0;
});

test('R-RUN-64 answers and entries that are longer than a message arrive whole', async () => {
  const world = await open();
  const { bench, port } = world;
  const accounts = Array.from({ length: 1_200 }, (_, at) => (1_000 + at) as AccountId);
  await Promise.all(accounts.map((id) => bench.openAccount(bench.core, id)));
  await Promise.all(Array.from({ length: 50 }, () => bench.place(bench.core, accountId)));
  const ids = [accountId, ...accounts];
  expect(await port.viewAccounts(ids)).toEqual(await bench.core.viewAccounts(ids));
  const halts = Array.from({ length: 3_000 }, (_, at): RuleChange => {
    const halt = { tenantId: company, instrumentId: null, fromMs: bench.nowMs, toMs: null };
    return { rule: 'halt', haltId: at + 1, halt };
  });
  await bench.core.changeRules(halts);
  await expect.poll(() => port.offers.of(company, testSpecs.eurusd).block).toBe('halted');
  await world.expectAllEntries();
});
