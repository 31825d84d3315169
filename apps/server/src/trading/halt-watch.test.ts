import { stopOutNoticeMs } from '@candor/domain/engine/rules/stop-out-notice';
import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoreBench } from '../../../../testkit/core-bench.ts';
import { testPolicy } from '../../../../testkit/engine-scenario.ts';
import { HaltWatch } from './halt-watch.ts';

const accountId = 7 as AccountId;
const halted = { kind: 'refused', refusal: 'trading-halted' };

let bench: CoreBench;
let watch: HaltWatch;
/** Halts of every company as the tables have them. */
let stored: RuleChange[];
let isAway: boolean;
let errors: Error[];
let monotonicMs: number;
let readings: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [stored, isAway, errors, monotonicMs, readings] = [[], false, [], 0, 0];
  bench = await CoreBench.start();
  bench.knowsHalts = () => watch.isCurrent;
  await bench.openAccount(bench.core, accountId);
  bench.tick('1.15000', '1.15010');
  watch = new HaltWatch({
    core: bench.core,
    load: async () => {
      readings += 1;
      if (isAway) throw new Error('away');
      return stored;
    },
    clock: { nowMs: () => bench.nowMs, monotonicMs: () => monotonicMs },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

const halt = (haltId: number, toMs: number | null): RuleChange => ({
  rule: 'halt',
  haltId,
  halt: { tenantId: null, instrumentId: null, fromMs: bench.nowMs, toMs },
});
const place = (clientId: string | null = null) => bench.place(bench.core, accountId, clientId);
async function pass(ms: number): Promise<void> {
  monotonicMs += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

test('R-RUN-77 nothing is opened before the halts are read, under the id that is then decided', async () => {
  stored = [halt(1, null)];
  expect(await place('first')).toEqual({ kind: 'unavailable' });
  await watch.start();
  expect(await place('first')).toMatchObject(halted);
});

test('R-RUN-77 a halt that only the tables have begins and ends within 2.5 s', async () => {
  await watch.start();
  expect(await place()).toMatchObject({ kind: 'done' });
  stored = [halt(1, null)];
  await pass(2_500);
  expect(await place()).toMatchObject(halted);
  stored = [halt(1, bench.nowMs)];
  await pass(2_500);
  bench.nowMs += 1;
  bench.tick('1.15000', '1.15010');
  expect(await place()).toMatchObject({ kind: 'done' });
});

test('R-RUN-77 a reading from before an end does not begin the halt again', async () => {
  await watch.start();
  stored = [halt(1, null)];
  await bench.core.changeRules([halt(1, bench.nowMs)]);
  await pass(2_500);
  bench.nowMs += 1;
  bench.tick('1.15000', '1.15010');
  expect(await place()).toMatchObject({ kind: 'done' });
});

test('R-RUN-77 while halts cannot be read for 5 s nothing opens, closes go on, and it reads again soon', async () => {
  await watch.start();
  const opened = await place();
  const orderId =
    opened.kind === 'done' && opened.events.flatMap((event) => ('order' in event ? [event.order.id] : []))[0];
  isAway = true;
  await pass(2_500);
  expect(await place()).toMatchObject({ kind: 'done' });
  await pass(2_500);
  expect(errors.length).toBeGreaterThan(1);
  expect(await place()).toEqual({ kind: 'unavailable' });
  const close = { type: 'CloseOrder', atMs: bench.nowMs, accountId, orderId, lots: null } as never;
  const closed = await bench.submit(bench.core, close);
  expect(closed).toMatchObject({ kind: 'done' });
  isAway = false;
  await pass(500);
  expect(await place()).toMatchObject({ kind: 'done' });
});

test('R-RUN-77 known halts journal nothing, and a stopped watch reads no more', async () => {
  stored = [halt(1, null)];
  await watch.start();
  const seq = bench.core.committedSeq;
  await pass(10_000);
  expect(readings).toBe(5);
  expect(bench.core.committedSeq).toBe(seq);
  watch.stop();
  await pass(10_000);
  expect(readings).toBe(5);
});

test('R-ORD-41 the notice of a raised stop-out level ends with its day, unless the time is unconfirmed', async () => {
  const tenantId = 1 as CompanyId;
  const setLevel = (stopOutPercent: number) =>
    bench.core.changeRules([{ rule: 'policy', tenantId, policy: { ...testPolicy, stopOutPercent } }]);
  const notices = () => bench.core.state.rules.inForceOf(tenantId).notices;
  await setLevel(50);
  await setLevel(60);
  await watch.start();
  bench.nowMs += stopOutNoticeMs - 1;
  await pass(2_500);
  expect(notices()).toMatchObject([{ stopOutPercent: 50 }]);
  bench.nowMs += 1;
  bench.core.state.isTimeUnconfirmed = true;
  await pass(2_500);
  expect(notices()).toHaveLength(1);
  bench.core.state.isTimeUnconfirmed = false;
  await pass(2_500);
  expect(notices()).toEqual([]);
});
