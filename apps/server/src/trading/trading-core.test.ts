import type { Command, PlaceOrder } from '@candor/domain/engine/command';
import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import { describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { decodeDecision } from './codec.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const { eurusd } = testSpecs;
const accountId = 7 as AccountId;
const market = { kind: 'open', ageMs: 0 } as const;

function quoteAt(timeMs: number, bid: string, ask: string): Quote {
  const prices = { bid: priceOf(eurusd, bid), ask: priceOf(eurusd, ask) };
  return { instrumentId: eurusd.id, seq: 1_000_000, ...prices, timeMs, source: 'test' };
}

/** Core on a journal in memory, with a manual clock and a tick log that survives it. */
class Bench {
  readonly journal = new FaultyJournal();
  readonly fatal: Error[] = [];
  readonly log: Quote[] = [];
  nowMs = Date.parse('2026-11-17T12:00:00Z');
  /** True while the market is open and its prices are fresh. */
  isClosable = true;
  isCaughtUp = true;
  core!: TradingCore;
  ticksStored: (offset: number) => Promise<void> = () => Promise.resolve();

  static async start(): Promise<Bench> {
    const bench = new Bench();
    await bench.restart();
    await bench.submit({
      type: 'OpenAccount',
      atMs: bench.nowMs,
      accountId,
      tenantId: 1 as CompanyId,
      realm: 'demo',
      currency: 'USD',
      grant: toMoney(50_000_000_000n),
    });
    bench.tick('1.15283', '1.15295');
    return bench;
  }

  async restart(): Promise<void> {
    const { log } = this;
    this.core = await startTradingCore({
      journal: this.journal,
      state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      canClose: () => this.isClosable,
      ticksFrom: async function* (offset) {
        for (let at = offset; at < log.length; at += 1) yield [{ offset: at, quote: log[at] as Quote }];
      },
      isCaughtUp: () => this.isCaughtUp,
      isSpreadWide: ({ bid, ask }) => ask - bid > 1_000,
      ticksStored: (offset) => this.ticksStored(offset),
      onFatal: (error) => this.fatal.push(error),
    });
  }

  /** Delivers a quote of the current instant; logs it only if `isTakenIn` is false. */
  tick(bid: string, ask: string, isTakenIn = true): void {
    const { nowMs: timeMs, log } = this;
    const [seq, source] = [log.length + 1, 'test'];
    const quote = {
      instrumentId: eurusd.id,
      seq,
      bid: priceOf(eurusd, bid),
      ask: priceOf(eurusd, ask),
      timeMs,
      source,
    };
    log.push(quote);
    if (isTakenIn) this.core.onQuote(quote, log.length - 1);
  }

  submit(command: Command, clientId: string | null = null) {
    return this.core.submit({ command, clientId, bodyHash: clientId === null ? null : 'body' });
  }

  place(changes: Partial<PlaceOrder> = {}) {
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null };
    const rest = { expected: null, quoteSeq: null, market };
    const what = { instrumentId: eurusd.id, side: 'buy', lots: toLots(10), leverage: 100 } as const;
    return this.submit({ type: 'PlaceOrder', atMs: this.nowMs, accountId, ...what, ...terms, ...rest, ...changes });
  }

  close(id: number) {
    const orderId = id as OrderId;
    return this.submit({ type: 'CloseOrder', atMs: this.nowMs, accountId, orderId, lots: null, market });
  }

  order(id: number) {
    return this.core.state.accounts.get(accountId)?.orders.get(id as OrderId);
  }

  /** Stops the journal from answering; returns a function that resumes it. */
  stall(): () => void {
    let release = () => {};
    this.journal.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }
}

describe('wide spread (R-MKT-17)', () => {
  const wide = (bench: Bench, bid = '1.14600', ask = '1.16000') => bench.tick(bid, ask);

  test('nothing opens and no pending order fills; stops and closes continue, also after a restart', async () => {
    const bench = await Bench.start();
    await bench.place();
    await bench.place({ stopLoss: priceOf(eurusd, '1.14500') });
    await bench.place({ targetPrice: priceOf(eurusd, '1.15900'), side: 'buy' });
    wide(bench);
    expect(await bench.place()).toEqual({ kind: 'refused', refusal: 'spread-wide' });
    expect([bench.order(8_000_001)?.status, bench.order(8_000_002)?.status]).toEqual(['open', 'pending']);
    wide(bench, '1.14400', '1.15950');
    expect([bench.order(8_000_001), bench.order(8_000_002)?.status]).toEqual([undefined, 'pending']);
    await bench.core.drain();
    bench.core.onTime();
    await bench.core.drain();
    await bench.restart();
    expect(await bench.place()).toEqual({ kind: 'refused', refusal: 'spread-wide' });
    expect(await bench.close(8_000_000)).toMatchObject({ kind: 'done' });
    bench.tick('1.15900', '1.15910');
    expect(bench.order(8_000_002)?.status).toBe('open');
    expect(await bench.place()).toMatchObject({ kind: 'done' });
  });
});

describe('stalled journal (R-ORD-29)', () => {
  test('openings are refused first; closes, cancels and stops are accepted until the second bound, and all are answered', async () => {
    const bench = await Bench.start();
    await bench.place();
    await bench.place({ targetPrice: priceOf(eurusd, '1.10000') });
    const release = bench.stall();
    const amend = { type: 'AmendStops', accountId, orderId: 8_000_000 as OrderId, takeProfit: null, market } as const;
    const amendStops = () => bench.submit({ ...amend, atMs: bench.nowMs, stopLoss: priceOf(eurusd, '1.10000') });
    const taken = Array.from({ length: 5_000 }, amendStops);
    expect(await bench.place()).toEqual({ kind: 'busy' });
    const closing = bench.close(8_000_000);
    const about = { atMs: bench.nowMs, accountId };
    const cancelling = bench.submit({ type: 'CancelOrder', ...about, orderId: 8_000_001 as OrderId });
    expect(bench.order(8_000_000)).toBe(undefined);
    // Refusals with an id are stored too, so they count. Cancelling a withdrawal has the same limit as cancelling an
    // order.
    const refused = [bench.submit({ type: 'CancelWithdrawal', ...about, fundsId: 1 as FundsRequestId }, 'back')];
    for (let index = 0; index < 4_997; index += 1)
      refused.push(bench.submit({ type: 'CancelOrder', ...about, orderId: 1 as OrderId }, String(index)));
    expect(await bench.close(8_000_001)).toEqual({ kind: 'busy' });
    release();
    const answers = await Promise.all([...taken, closing, cancelling]);
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['done']));
    expect(new Set((await Promise.all(refused)).map(({ kind }) => kind))).toEqual(new Set(['refused']));
    expect(await bench.place()).toMatchObject({ kind: 'done' });
  });

  test('a quote is always ingested, and the events it triggers are stored', async () => {
    const bench = await Bench.start();
    await bench.place({ stopLoss: priceOf(eurusd, '1.15000') });
    const release = bench.stall();
    for (let index = 0; index < 10_000; index += 1) {
      void bench.submit({ type: 'CancelOrder', atMs: bench.nowMs, accountId, orderId: 1 as OrderId }, String(index));
    }
    expect(await bench.close(8_000_000)).toEqual({ kind: 'busy' });
    bench.tick('1.14990', '1.15002');
    expect(bench.order(8_000_000)).toBe(undefined);
    release();
    await bench.core.drain();
    await bench.restart();
    expect(bench.order(8_000_000)).toBe(undefined);
  });
});

describe('throwing listener', () => {
  test('the other listeners are notified, then the core stops', async () => {
    const bench = await Bench.start();
    const received: string[] = [];
    bench.core.followEvents(() => {
      throw new Error('Invariant: planted');
    });
    bench.core.followEvents(({ events }) => received.push(...events.map(({ type }) => type)));
    expect(await bench.place()).toMatchObject({ kind: 'done' });
    expect(received).toEqual(['OrderOpened']);
    await expect.poll(() => bench.fatal.map(({ message }) => message)).toEqual(['Invariant: planted']);
    expect(await bench.place()).toEqual({ kind: 'unavailable' });
  });
});

describe('due events precede later ones', () => {
  /** Wednesday 17:00 New York: three nights of −13.47 points on 0.10 lots. */
  const roll = Date.parse('2026-11-18T22:00:00Z');
  const threeNights = -4_041_000n;
  const endOf = async (bench: Bench, id: number) => {
    await bench.core.drain();
    const events = bench.journal.entries.flatMap(({ payload }) => {
      const decision = decodeDecision(payload);
      return decision.kind === 'done' ? decision.events : [];
    });
    return events.flatMap((event) => ('order' in event && event.order.id === id ? [event.order] : [])).at(-1);
  };

  async function holding(atMs: number, changes: Partial<PlaceOrder> = {}): Promise<Bench> {
    const bench = await Bench.start();
    bench.nowMs = atMs;
    bench.tick('1.15283', '1.15295');
    await bench.place(changes);
    return bench;
  }

  test('R-ORD-14 a close after the roll pays the night without a timer in between', async () => {
    const bench = await holding(roll - 5_000);
    bench.nowMs = roll + 200;
    expect(await bench.close(8_000_000)).toMatchObject({ kind: 'done', events: [{ order: { swap: threeNights } }] });
    const early = await holding(roll - 5_000);
    early.nowMs = roll - 200;
    expect(await early.close(8_000_000)).toMatchObject({ kind: 'done', events: [{ order: { swap: 0n } }] });
  });

  test('R-ORD-14 a stop reached by a quote after the roll pays the night', async () => {
    const bench = await holding(roll - 5_000, { stopLoss: priceOf(eurusd, '1.15000') });
    bench.nowMs = roll + 200;
    bench.tick('1.14990', '1.15002');
    expect(await endOf(bench, 8_000_000)).toMatchObject({ closeReason: 'stop-loss', swap: threeNights });
  });

  test('R-ORD-14 after days of downtime each missed night is charged once, and a restart charges none again', async () => {
    const bench = await holding(roll - 5_000);
    // Back on Monday noon: Wednesday charges three nights, Thursday and Friday one each, the weekend none.
    bench.nowMs = Date.parse('2026-11-23T17:00:00Z');
    await bench.restart();
    bench.core.onTime();
    expect(bench.order(8_000_000)).toMatchObject({ swap: -6_735_000n, swapRollMs: Date.parse('2026-11-22T22:00:00Z') });
    bench.core.onTime();
    await bench.core.drain();
    await bench.restart();
    bench.core.onTime();
    expect(bench.order(8_000_000)?.swap).toBe(-6_735_000n);
  });

  test('R-ORD-14 a stop reached before the roll pays no night, even if it is detected after it', async () => {
    const bench = await holding(roll - 60_000, { stopLoss: priceOf(eurusd, '1.15000') });
    bench.nowMs = roll - 30_000;
    bench.tick('1.14990', '1.15002', false);
    bench.nowMs = roll + 30_000;
    await bench.restart();
    expect(await endOf(bench, 8_000_000)).toMatchObject({ closeReason: 'stop-loss', swap: 0n });
  });

  test('R-ORD-05 after a restart no logged quote fills an order that had expired before it', async () => {
    const expiresAtMs = roll - 30_000;
    const target = { targetPrice: priceOf(eurusd, '1.15000'), expiresAtMs };
    const late = await holding(roll - 60_000, target);
    late.nowMs = expiresAtMs + 1;
    late.tick('1.14980', '1.14992', false);
    late.nowMs = roll;
    await late.restart();
    expect(await endOf(late, 8_000_000)).toMatchObject({ status: 'expired' });
    const early = await holding(roll - 60_000, target);
    early.nowMs = expiresAtMs - 1;
    early.tick('1.14980', '1.14992', false);
    early.nowMs = roll;
    await early.restart();
    expect(await endOf(early, 8_000_000)).toMatchObject({ status: 'open' });
  });

  test('R-ORD-05 while the feed catches up, time follows its quotes: no order fills late and none is missed', async () => {
    const expiresAtMs = roll - 30_000;
    const bench = await holding(roll - 60_000, { targetPrice: priceOf(eurusd, '1.15000'), expiresAtMs });
    bench.isCaughtUp = false;
    bench.nowMs = roll + 3_600_000;
    await bench.restart();
    bench.core.onTime();
    bench.core.onQuote(quoteAt(expiresAtMs - 1, '1.14980', '1.14992'), 100);
    expect(await endOf(bench, 8_000_000)).toMatchObject({ status: 'open' });
  });

  test('R-ORD-05 once the feed has caught up, an order that no quote reached expires', async () => {
    const bench = await holding(roll - 60_000, { targetPrice: priceOf(eurusd, '1.15000'), expiresAtMs: roll - 30_000 });
    bench.isCaughtUp = false;
    bench.nowMs = roll;
    bench.core.onTime();
    expect(await endOf(bench, 8_000_000)).toMatchObject({ status: 'pending' });
    bench.isCaughtUp = true;
    bench.core.onTime();
    expect(await endOf(bench, 8_000_000)).toMatchObject({ status: 'expired' });
  });

  test('R-ORD-05 a late quote from after the expiry fills nothing', async () => {
    const expiresAtMs = roll - 30_000;
    const bench = await holding(roll - 60_000, { targetPrice: priceOf(eurusd, '1.15000'), expiresAtMs });
    bench.isCaughtUp = false;
    bench.nowMs = roll + 3_600_000;
    await bench.restart();
    bench.core.onQuote(quoteAt(expiresAtMs + 1, '1.14980', '1.14992'), 100);
    expect(await endOf(bench, 8_000_000)).toMatchObject({ status: 'expired' });
  });

  test('R-ORD-05 an expired order can be neither cancelled nor changed', async () => {
    const bench = await holding(roll - 60_000, { targetPrice: priceOf(eurusd, '1.15000'), expiresAtMs: roll - 30_000 });
    bench.nowMs = roll - 29_000;
    const orderId = 8_000_000 as OrderId;
    const cancelled = await bench.submit({ type: 'CancelOrder', atMs: bench.nowMs, accountId, orderId });
    expect(cancelled).toEqual({ kind: 'refused', refusal: 'order-not-found' });
    expect(await endOf(bench, 8_000_000)).toMatchObject({ status: 'expired' });
  });
});

describe('ticks ingested but not yet written (R-MKT-15)', () => {
  test('later decisions are neither stored nor answered before them', async () => {
    const bench = await Bench.start();
    let written = 0;
    let write = () => {};
    const asked = new Promise<void>((isAsked) => {
      bench.ticksStored = (offset) =>
        new Promise((resolve) => {
          write = () => {
            written = offset;
            resolve();
          };
          isAsked();
        });
    });
    bench.tick('1.15290', '1.15302');
    let isAnswered = false;
    const answer = bench.place().finally(() => {
      isAnswered = true;
    });
    const before = bench.journal.entries.length;
    await asked;
    await new Promise(setImmediate);
    expect([isAnswered, bench.journal.entries.length]).toEqual([false, before]);
    write();
    expect(await answer).toMatchObject({ kind: 'done' });
    expect(bench.journal.tickOffset).toBe(written);
  });
});

describe('price restated at a start before a crash (R-LED-12)', () => {
  test('causes no stop-out when the log is replayed: it may be from before the market closed', async () => {
    const bench = await Bench.start();
    bench.nowMs += 1_000;
    bench.tick('1.15283', '1.15295');
    await bench.place({ lots: toLots(4_000) });
    await bench.core.drain();
    bench.isClosable = false;
    bench.nowMs += 1_000;
    bench.tick('1.14200', '1.14212');
    await bench.core.drain();
    expect(bench.order(8_000_000)?.status).toBe('open');
    // Hours later another start restates it and crashes.
    const [said] = bench.log.slice(-1);
    if (said !== undefined) bench.log.push({ ...said, seq: said.seq + 1 });
    bench.nowMs += 6 * 3_600_000;
    await bench.restart();
    expect(bench.order(8_000_000)?.status).toBe('open');
    bench.isClosable = true;
    bench.tick('1.14200', '1.14212');
    await bench.core.drain();
    expect(bench.order(8_000_000)).toBe(undefined);
  });
});

describe('answers about a client id (R-WIRE-09, R-WIRE-17)', () => {
  const clientId = 'a'.repeat(32);

  test('a conflict is answered only after the conflicting command is stored', async () => {
    const bench = await Bench.start();
    let open: () => void = () => undefined;
    bench.journal.gate = new Promise((resolve) => {
      open = resolve;
    });
    const command = { type: 'CancelOrder', atMs: bench.nowMs, accountId, orderId: 1 as OrderId } as const;
    const first = bench.core.submit({ command, clientId, bodyHash: 'one' });
    let isTold = false;
    const second = bench.core.submit({ command, clientId, bodyHash: 'other' }).then((outcome) => {
      isTold = true;
      return outcome;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isTold).toBe(false);
    open();
    expect([(await first).kind, (await second).kind]).toEqual(['refused', 'conflict']);
  });

  test('a superseded core does not answer unknown for an id that its successor may have decided', async () => {
    const bench = await Bench.start();
    expect(await bench.core.findAnswer(accountId, clientId)).toBe(null);
    bench.journal.epoch += 1;
    await expect(bench.core.findAnswer(accountId, clientId)).rejects.toThrow('superseded');
  });
});
