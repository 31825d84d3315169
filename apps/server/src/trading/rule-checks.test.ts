import { createHash } from 'node:crypto';
import type { EngineEvent } from '@candor/domain/engine/event';
import { ruleCheckMax } from '@candor/domain/engine/rule-checks';
import type { EngineState } from '@candor/domain/engine/state';
import { stateRecords } from '@candor/domain/engine/state-records';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ActBench, night } from '../../../../testkit/act-bench.ts';
import { testPolicy } from '../../../../testkit/engine-scenario.ts';
import { decodeDecision, encode } from './codec.ts';

const tenantId = 1 as CompanyId;
const firstOrderId = 8_000_001;
const perPiece = ruleCheckMax / 2;
/** Every account has one order: a margin of 11.50 and an equity of 13.90. */
const holders = { balance: 1_400, perAccount: 1, hasStops: false } as const;

function contentOf(state: EngineState): string {
  const hash = createHash('sha256');
  for (const record of stateRecords(state)) hash.update(encode(record));
  return hash.digest('hex');
}

/** First policy of the company, so that its levels reach everybody at once (R-ORD-41). */
function change(bench: ActBench, marginCallPercent: number, stopOutPercent: number): Promise<void> {
  const policy = { ...testPolicy, marginCallPercent, stopOutPercent };
  return bench.core.changeRules([{ rule: 'policy', tenantId, policy }]);
}

const stopOutOfAll = (bench: ActBench) => change(bench, 1_000_000, 500_000);

function closesOf(events: readonly EngineEvent[]): { readonly id: number; readonly closeReason: string | null }[] {
  return events.flatMap((event) => (event.type === 'OrderClosed' ? [event.order] : []));
}

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('R-LED-46 a policy that stops out 1,000 accounts', () => {
  const accounts = 1_000;

  test.each([accounts, 2 * accounts])(
    'checks as many of %i accounts in each turn, the first ones at once',
    async (count) => {
      const bench = await ActBench.start(count, holders);
      const { work } = bench.core.state;
      const checks: number[] = [];
      let known = work.accountChecks;
      const note = () => {
        checks.push(work.accountChecks - known);
        known = work.accountChecks;
      };
      void stopOutOfAll(bench);
      note();
      while (bench.core.state.orderAccounts.size > 0 && checks.length < count) {
        await oneTurn();
        note();
      }
      expect(checks.filter((one) => one > 0)).toEqual(Array.from({ length: count / perPiece }, () => perPiece));
      await bench.core.drain();
    },
  );

  test('after a crash at any entry each is stopped out once, and none is left out', async () => {
    const bench = await ActBench.start(accounts, holders);
    await bench.settle();
    const before = bench.journal.entries.length;
    void stopOutOfAll(bench);
    await bench.settle();
    const { length } = bench.journal.entries;
    expect(length - before).toBeGreaterThanOrEqual(1 + accounts / perPiece);
    const offset = bench.log.length;
    bench.nowMs += 1_000;
    bench.tick('1.15000', '1.15010');
    await bench.settle();
    for (let kept = 1; kept <= length - before; kept += 1) {
      const again = await bench.crashedAfter(before + kept, offset);
      await again.settle();
      const ids = closesOf(again.events.flat()).map(({ id }) => id);
      expect([ids.length, new Set(ids).size], `${kept} entries`).toEqual([accounts, accounts]);
      expect(contentOf(again.core.state)).toEqual(contentOf(bench.core.state));
    }
  });

  test('a stall of the journal holds the pieces, and they go on after it', async () => {
    const bench = await ActBench.start(accounts, holders);
    const left = () => bench.core.state.orderAccounts.size;
    void stopOutOfAll(bench);
    // Nothing is decided after the shutdown has begun; the next advance of time goes on.
    const drained = bench.core.drain();
    await oneTurn();
    await oneTurn();
    expect(left()).toBe(accounts - perPiece);
    await drained;
    bench.core.onTime();
    await bench.settle();
    expect(left()).toBe(0);
  });

  test.each([
    ['begun by the time', true],
    ['begun by the next piece', false],
  ])('a roll %s goes before the pieces that are left', async (_what, isTimed) => {
    const bench = await ActBench.start(accounts, holders);
    const before = bench.events.length;
    void stopOutOfAll(bench);
    bench.nowMs = night;
    if (isTimed) bench.core.onTime();
    await bench.settle();
    const types = bench.events.slice(before).flatMap((events) => events.map(({ type }) => type));
    expect(types.lastIndexOf('SwapCharged')).toBeLessThan(types.lastIndexOf('OrderClosed'));
    const closes = bench.events.flat().flatMap((event) => (event.type === 'OrderClosed' ? [event.order] : []));
    expect(closes).toHaveLength(accounts);
    expect(closes.filter(({ swap }) => swap === 0n)).toHaveLength(perPiece);
  });
});

describe('R-LED-46 between a change of rules and the check of an account', () => {
  const lastId = 1_000;

  test('its command is decided after its check, under the new rules', async () => {
    const bench = await ActBench.start(lastId, holders);
    const before = bench.events.length;
    void stopOutOfAll(bench);
    const answer = await bench.close(lastId, firstOrderId + lastId - 1);
    expect(answer).toMatchObject({ kind: 'refused', refusal: 'order-not-found' });
    await bench.settle();
    const own = bench.events.slice(before).flat();
    expect(closesOf(own.filter(({ accountId }) => accountId === lastId))).toMatchObject([{ closeReason: 'stop-out' }]);
    expect(own.findIndex(({ accountId }) => accountId === lastId)).toBe(perPiece);
  });

  test('a quote that reaches its stop finds it checked at the price before', async () => {
    const bench = await ActBench.start(lastId, { ...holders, hasStops: true });
    void stopOutOfAll(bench);
    bench.tick('1.13990', '1.14000');
    await bench.settle();
    const closes = closesOf(bench.events.flat());
    expect(new Set(closes.map(({ closeReason }) => closeReason))).toEqual(new Set(['stop-out']));
    const quotes = bench.events
      .flat()
      .flatMap((event) => (event.type === 'OrderClosed' ? [event.order.closeQuote?.bid] : []));
    expect(new Set(quotes)).toEqual(new Set([115_000]));
  });

  test('every command gets the answer that it gets after a check of all', async () => {
    const commands = fc.array(
      fc.record({ at: fc.integer({ min: 1, max: 400 }), isClose: fc.boolean(), turns: fc.nat(2) }),
      {
        minLength: 4,
        maxLength: 12,
      },
    );
    const run = async (
      asked: readonly { at: number; isClose: boolean; turns: number }[],
      call: number,
      isWhole: boolean,
    ) => {
      const bench = await ActBench.start(400, holders);
      const before = bench.journal.entries.length;
      void change(bench, call, call - 20);
      if (isWhole) await bench.settle();
      for (const { at, isClose, turns } of asked) {
        for (let turn = 0; turn < turns; turn += 1) await oneTurn();
        if (isClose) void bench.close(at, firstOrderId + at - 1);
        else bench.place(at as AccountId, false);
      }
      await bench.settle();
      const events = bench.journal.entries.slice(before).flatMap(({ payload }) => {
        const decision = decodeDecision(payload);
        return decision.kind === 'done' ? decision.events : [];
      });
      const sorted = events.toSorted((a, b) => a.accountId - b.accountId);
      return [sorted, contentOf(bench.core.state)];
    };
    const calls = fc.constantFrom(110, 125, 140, 160);
    const agree = async (asked: Parameters<typeof run>[0], call: number) => {
      expect(await run(asked, call, false)).toEqual(await run(asked, call, true));
    };
    await fc.assert(fc.asyncProperty(commands, calls, agree), { numRuns: 12, seed: 46 });
  });
});

describe('R-LED-47 the first quote after a start', () => {
  test.each([500, 1_000])('checks none of %i accounts that it does not reach', async (count) => {
    const bench = await ActBench.start(count, holders);
    const again = await bench.crashedAfter(bench.journal.entries.length, bench.log.length);
    const { work } = again.core.state;
    const before = work.accountChecks;
    again.tick('1.14999', '1.15009');
    expect(work.accountChecks - before).toBe(0);
    again.tick('1.14700', '1.14710');
    expect(work.accountChecks - before).toBe(count);
    await again.core.drain();
    await bench.core.drain();
  });

  test('ends the pause of a stop-out that a stored change of rules has lifted, also at the price before', async () => {
    const bench = await ActBench.start(3, holders);
    bench.isShut = true;
    void change(bench, 1_000, 500);
    await bench.settle();
    const { length } = bench.journal.entries;
    void change(bench, 1_000, 50);
    await bench.settle();
    const again = await bench.crashedAfter(length + 1, bench.log.length);
    const paused = () => [...again.core.state.accounts.values()].filter(({ isStopOutPaused }) => isStopOutPaused);
    expect(paused()).toHaveLength(3);
    again.tick('1.15000', '1.15010');
    expect(paused()).toEqual([]);
    await again.core.drain();
  });

  test('decides about an account that needs it, also at the price before', async () => {
    const bench = await ActBench.start(3, holders);
    await bench.settle();
    const { length } = bench.journal.entries;
    void change(bench, 150, 50);
    await bench.settle();
    // The change is stored, and the calls that follow from it are not.
    const again = await bench.crashedAfter(length + 1, bench.log.length);
    const called = () => [...again.core.state.accounts.values()].filter(({ isMarginCalled }) => isMarginCalled);
    expect(called()).toEqual([]);
    again.tick('1.15000', '1.15010');
    expect(called()).toHaveLength(3);
    await again.core.drain();
  });
});
