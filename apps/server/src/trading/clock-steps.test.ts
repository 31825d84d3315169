import { sessionsOf } from '@candor/domain/calc/session-hours';
import type { PlaceOrder } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import type { ClockStep } from '../ports/clock.ts';
import { calendarOf } from '../services/market/calendars/session-calendars.ts';
import { DueClock } from './due-clock.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const { eurusd } = testSpecs;
const accountId = 7 as AccountId;
const market = { kind: 'open', ageMs: 0 } as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Tuesday noon. The next roll is Tuesday 22:00 UTC; Wednesday's charges three nights. */
const noon = Date.parse('2026-11-17T12:00:00Z');

/** Core with a product time and a wall clock that are moved separately. */
class Bench {
  readonly journal = new FaultyJournal();
  /** All instruments trade from Sunday to Friday. */
  readonly sessions = sessionsOf(() => calendarOf('fx', 'real'));
  nowMs = noon;
  /** Wall clock minus product time. */
  aheadMs = 0;
  #startedBehind = 0;
  #seq = 0;
  core!: TradingCore;

  static async start(): Promise<Bench> {
    const bench = new Bench();
    await bench.restart();
    const account = { accountId, tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;
    const open = { type: 'OpenAccount', atMs: bench.nowMs, ...account, grant: toMoney(50_000_000_000n) } as const;
    await bench.core.submit({ command: open, clientId: null, bodyHash: null });
    bench.tick('1.15283', '1.15295');
    return bench;
  }

  get step(): ClockStep | null {
    if (this.#startedBehind > 0) return { id: 1, kind: 'behind-journal', byMs: -this.#startedBehind, sinceMs: 0 };
    return this.aheadMs === 0 ? null : { id: 1, kind: 'forward', byMs: this.aheadMs, sinceMs: 0 };
  }

  async restart(): Promise<void> {
    this.#startedBehind = 0;
    const steps = {
      step: null,
      startAfter: (newestMs: number) => {
        this.#startedBehind = newestMs - this.nowMs > 5_000 ? newestMs - this.nowMs : 0;
      },
      confirm: () => {
        const fromMs = this.nowMs + this.#startedBehind;
        this.nowMs += this.aheadMs;
        this.aheadMs = 0;
        this.#startedBehind = 0;
        return { fromMs, toMs: this.nowMs };
      },
    };
    Object.defineProperty(steps, 'step', { get: () => this.step });
    this.core = await startTradingCore({
      journal: this.journal,
      state: createState(Object.values(testSpecs), testPolicy, 8_000_000, this.sessions),
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      steps,
      canClose: () => true,
      ticksFrom: async function* () {},
      onFatal: (error) => {
        throw error;
      },
    });
  }

  tick(bid: string, ask: string): void {
    this.#seq += 1;
    const prices = { bid: priceOf(eurusd, bid), ask: priceOf(eurusd, ask) };
    const quote = { instrumentId: eurusd.id, seq: this.#seq, ...prices, timeMs: this.nowMs, source: 'test' };
    this.core.onQuote(quote, this.#seq);
  }

  place(changes: Partial<PlaceOrder> = {}) {
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null };
    const what = { instrumentId: eurusd.id, side: 'buy', lots: toLots(10), leverage: 100 } as const;
    const rest = { expected: null, quoteSeq: null, market };
    const order = { type: 'PlaceOrder', atMs: this.nowMs, accountId, ...what, ...terms, ...rest, ...changes } as const;
    return this.core.submit({ command: order, clientId: null, bodyHash: null });
  }

  close(id: number) {
    const command = { type: 'CloseOrder', atMs: this.nowMs, accountId, orderId: id as OrderId, lots: null } as const;
    return this.core.submit({ command: { ...command, market }, clientId: null, bodyHash: null });
  }

  order(id: number) {
    return this.core.state.accounts.get(accountId)?.orders.get(id as OrderId);
  }

  async storedCount(): Promise<number> {
    await this.core.drain();
    return this.journal.entries.length;
  }
}

describe('unconfirmed step of the wall clock (R-TIME-04)', () => {
  test('three days forward and back charge no night and expire no order', async () => {
    const bench = await Bench.start();
    await bench.place();
    await bench.place({ targetPrice: priceOf(eurusd, '1.10000'), expiresAtMs: noon + 8 * hourMs });
    const before = await bench.storedCount();
    bench.aheadMs = 3 * dayMs;
    bench.core.onTime();
    bench.tick('1.15284', '1.15296');
    // Meanwhile product time passes the expiry and the roll.
    bench.nowMs += 12 * hourMs;
    bench.core.onTime();
    bench.tick('1.15284', '1.15296');
    expect([await bench.storedCount(), bench.order(8_000_000)?.swap]).toEqual([before, 0n]);
    expect(bench.order(8_000_001)?.status).toBe('pending');
    bench.aheadMs = 0;
    bench.core.onTime();
    expect(bench.order(8_000_000)).toMatchObject({ swapRollMs: Date.parse('2026-11-17T22:00:00Z') });
    expect(bench.order(8_000_001)).toBe(undefined);
  });

  test('nothing opens and no pending order fills; closes, stops and cancels continue', async () => {
    const bench = await Bench.start();
    await bench.place();
    await bench.place({ stopLoss: priceOf(eurusd, '1.15000') });
    await bench.place({ targetPrice: priceOf(eurusd, '1.15100') });
    bench.aheadMs = -hourMs;
    expect(await bench.place()).toEqual({ kind: 'refused', refusal: 'time-unconfirmed' });
    expect(await bench.close(8_000_000)).toMatchObject({ kind: 'done' });
    bench.tick('1.14990', '1.15002');
    expect([bench.order(8_000_001), bench.order(8_000_002)?.status]).toEqual([undefined, 'pending']);
    bench.aheadMs = 0;
    bench.tick('1.14980', '1.14992');
    expect(bench.order(8_000_002)?.status).toBe('open');
    expect(await bench.place()).toMatchObject({ kind: 'done' });
  });
});

test('R-ORD-32 margin checks at a roll use the sessions of the roll’s time, not of the previous quote', () => {
  const state = createState(Object.values(testSpecs), testPolicy, 8_000_000);
  state.nowMs = noon - 3 * dayMs;
  new DueClock(state, 0).roll(noon, noon, () => true);
  expect(state.nowMs).toBe(noon);
});

describe('confirmed time (R-TIME-05)', () => {
  test('a step forward charges the nights between once, also across a restart', async () => {
    const bench = await Bench.start();
    await bench.place();
    bench.aheadMs = 2 * dayMs;
    bench.core.onTime();
    expect(await bench.core.confirmTime(1, 3)).toMatchObject({ kind: 'forward', byMs: 2 * dayMs });
    const charged = { swapRollMs: Date.parse('2026-11-18T22:00:00Z'), swap: -1_347_000n * 4n };
    expect(bench.order(8_000_000)).toMatchObject(charged);
    await bench.core.drain();
    await bench.restart();
    bench.core.onTime();
    expect([bench.step, bench.order(8_000_000)]).toEqual([null, expect.objectContaining(charged)]);
    bench.tick('1.15283', '1.15295');
    expect(await bench.place()).toMatchObject({ kind: 'done' });
  });

  test('a confirmation without a step is refused', async () => {
    const bench = await Bench.start();
    const before = await bench.storedCount();
    expect(await bench.core.confirmTime(1, 3)).toBe(null);
    expect(await bench.storedCount()).toBe(before);
  });

  test('a journal from days ahead waits at the start and recovers once the time is confirmed', async () => {
    const bench = await Bench.start();
    await bench.place();
    // Left by an earlier fault: decisions three days ahead.
    bench.nowMs += 3 * dayMs;
    bench.core.onTime();
    await bench.core.drain();
    const { swap } = bench.order(8_000_000) ?? {};
    bench.nowMs -= 3 * dayMs;
    await bench.restart();
    expect(bench.step).toMatchObject({ kind: 'behind-journal' });
    expect(await bench.place()).toMatchObject({ kind: 'refused' });
    bench.tick('1.15283', '1.15295');
    expect(await bench.core.confirmTime(1, 3)).not.toBe(null);
    // An order that expires inside the window lives until its expiry.
    const expiresAtMs = bench.nowMs + hourMs;
    expect(await bench.place({ targetPrice: priceOf(eurusd, '1.10000'), expiresAtMs })).toMatchObject({ kind: 'done' });
    bench.core.onTime();
    expect(bench.order(8_000_001)?.status).toBe('pending');
    await bench.core.drain();
    await bench.restart();
    expect(bench.step).toBe(null);
    bench.nowMs += 10 * hourMs;
    bench.core.onTime();
    // The night charged ahead of time is not charged again.
    expect([bench.order(8_000_000)?.swap, bench.order(8_000_001)]).toEqual([swap, undefined]);
  });

  test('a command in flight during a confirmed step back is decided at the new time', async () => {
    const bench = await Bench.start();
    const late = bench.nowMs;
    bench.aheadMs = -hourMs;
    await bench.core.confirmTime(1, 3);
    await bench.place({ atMs: late });
    await bench.core.drain();
    expect(bench.journal.entries.at(-1)?.atMs).toBe(bench.nowMs);
    await bench.restart();
    expect(bench.step).toBe(null);
  });
});
