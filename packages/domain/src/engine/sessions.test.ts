import { beforeEach, describe, expect, test } from 'vitest';
import { EngineScenario, priceOf, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { type Sessions } from '../calc/session-hours.ts';
import type { InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { type Lots, toLots } from '../values/lots.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { execute } from './execute.ts';
import { accountTotals } from './facts.ts';
import { applyQuote } from './on-quote.ts';
import { createState } from './state.ts';

const { eurusd, usdjpy, eurjpy } = testSpecs;
/** Span in which only eurjpy trades. */
const closedMs = 2_000_000;
const reopensMs = 3_000_000;
const sessions: Sessions = {
  isWithin(id, fromMs, untilMs) {
    if (id === eurjpy.id) return true;
    return untilMs < closedMs || fromMs >= reopensMs;
  },
};

let scenario: EngineScenario;
let seq: number;
/** Instruments without a fresh price. */
let stale: Set<InstrumentId>;

function quoteAt(spec: InstrumentSpec, bid: string, ask: string, timeMs: number, nowMs = timeMs): EngineEvent[] {
  seq += 1;
  const prices = { bid: priceOf(spec, bid), ask: priceOf(spec, ask) };
  const quote = { instrumentId: spec.id, seq, ...prices, timeMs, source: 'test' };
  return applyQuote(scenario.state, quote, nowMs, (id) => !stale.has(id), nowMs);
}

function closeAt(
  atMs: number,
  about: { ageMs?: number; whenPriced?: boolean; conversionAgeMs?: number; lots?: Lots | null } = {},
) {
  const { ageMs = 0, whenPriced = false, conversionAgeMs, lots = null } = about;
  const conversion =
    conversionAgeMs === undefined ? {} : { conversion: { kind: 'open', ageMs: conversionAgeMs } as const };
  const order = { orderId: 1 as never, lots, market: { kind: 'open', ageMs } as const };
  const command = {
    type: 'CloseOrder',
    accountId: scenario.accountId,
    atMs,
    whenPriced,
    ...order,
    ...conversion,
  } as const;
  const result = execute(scenario.state, command, (id) => !stale.has(id));
  return result.ok ? result.value.map(({ type }) => type) : result.refusal;
}

const typesOf = (events: readonly EngineEvent[]) => events.map(({ type }) => type);

beforeEach(() => {
  scenario = new EngineScenario({ balance: '3000.00', sessions });
  seq = 0;
  stale = new Set();
  quoteAt(eurusd, '1.15000', '1.15010', 1_000_000);
});

describe('a quote outside its session only marks (R-ORD-32)', () => {
  test.each([
    ['stamped with the closed time it comes at', closedMs + 5, closedMs + 5],
    ['stamped as of the session before', closedMs - 5, closedMs + 5],
    ['stamped as of the next session', reopensMs + 5, closedMs + 5],
  ])('%s: it triggers no stop, no fill and no stop-out', (_, timeMs, nowMs) => {
    scenario.place(eurusd, { lots: '1.00', stopLoss: '1.14000', takeProfit: '1.16000' });
    scenario.place(eurusd, { target: '1.14500' });
    const before = accountTotals(scenario.state, [...scenario.state.accounts.values()][0] as never);
    expect(quoteAt(eurusd, '1.10000', '1.10010', timeMs, nowMs)).toEqual([]);
    expect(quoteAt(eurusd, '1.20000', '1.20010', timeMs, nowMs)).toEqual([]);
    expect(scenario.state.marks.get(eurusd.id)?.bid).toBe(120_000);
    expect(accountTotals(scenario.state, [...scenario.state.accounts.values()][0] as never)).toEqual(before);
    const opened = quoteAt(eurusd, '1.13900', '1.13910', reopensMs + 10);
    expect(typesOf(opened).slice(0, 2)).toEqual(['OrderClosed', 'OrderOpened']);
    expect(scenario.state.marks.size).toBe(0);
  });

  test('orders neither open nor close at a quote of the previous session', () => {
    scenario.place(eurusd, { lots: '0.10' });
    expect(closeAt(closedMs + 1)).toBe('market-closed');
    expect(closeAt(reopensMs + 1)).toBe('price-stale');
    expect(scenario.place(eurusd, { atMs: reopensMs + 1 })).toBe('price-stale');
    quoteAt(eurusd, '1.15000', '1.15010', reopensMs + 2);
    expect(closeAt(reopensMs + 3)).toEqual(['OrderClosed']);
  });
});

describe('a close that waits for a price (R-ORD-33)', () => {
  beforeEach(() => void scenario.place(eurusd, { lots: '0.10' }));

  test('a close at a price older than 10 s is refused, or waits once if its owner allows it', () => {
    expect(closeAt(1_020_000, { ageMs: 10_000 + 1 })).toBe('price-stale');
    expect(closeAt(1_020_000, { ageMs: 10_001, whenPriced: true })).toEqual(['CloseQueued']);
    expect(scenario.order(1)?.waitingClose).toEqual({ lots: null, sinceMs: 1_020_000 });
    expect(closeAt(1_021_000, { ageMs: 11_001, whenPriced: true })).toBe('close-waiting');
  });

  test('it fills at the first fresh quote of the session only', () => {
    closeAt(1_020_000, { ageMs: 60_000, whenPriced: true });
    expect(quoteAt(eurusd, '1.14000', '1.14010', closedMs + 1)).toEqual([]);
    stale.add(eurusd.id);
    expect(quoteAt(eurusd, '1.14500', '1.14510', reopensMs + 1)).toEqual([]);
    stale.clear();
    const [closed] = quoteAt(eurusd, '1.14900', '1.14910', reopensMs + 2);
    expect(closed).toMatchObject({ type: 'OrderClosed', order: { closePrice: 114_900, closeReason: 'user' } });
    expect(closed).not.toHaveProperty('order.waitingClose');
    expect(scenario.state.waitingCloses.size).toBe(0);
  });

  test('of a part it closes that part only', () => {
    closeAt(1_020_000, { ageMs: 60_000, whenPriced: true, lots: toLots(4) });
    const [closed] = quoteAt(eurusd, '1.14900', '1.14910', 1_030_000);
    expect(closed).toMatchObject({ type: 'OrderReduced', order: { status: 'open', lots: toLots(6) } });
    expect(scenario.order(1)).not.toHaveProperty('waitingClose');
  });

  test('it ends when cancelled, and replay waits likewise', () => {
    closeAt(1_020_000, { ageMs: 60_000, whenPriced: true });
    const replayed = createState(Object.values(testSpecs), scenario.state.rules.fallback, 1);
    const order = scenario.order(1);
    for (const event of scenario.events) evolve(replayed, event);
    if (order !== undefined)
      evolve(replayed, { type: 'CloseQueued', atMs: 0, accountId: order.accountId, order, transfers: [] });
    expect(replayed.waitingCloses).toEqual(scenario.state.waitingCloses);
    expect(typesOf(scenario.cancel(1) as EngineEvent[])).toEqual(['CloseUnqueued']);
    expect(scenario.state.waitingCloses.size).toBe(0);
    expect(scenario.order(1)).not.toHaveProperty('waitingClose');
    expect(scenario.cancel(1)).toBe('order-not-pending');
  });
});

test('a stop-out skips the worst order while its last price is of an earlier session (R-ORD-32)', () => {
  quoteAt(usdjpy, '157.000', '157.012', 1_000_001);
  quoteAt(eurjpy, '181.000', '181.012', 1_000_002);
  scenario.place(eurusd, { lots: '1.00', leverage: 400 });
  scenario.place(eurjpy, { lots: '1.00', leverage: 400 });
  quoteAt(eurusd, '1.13200', '1.13210', closedMs - 10);
  expect(scenario.order(2)?.status).toBe('open');
  const events = quoteAt(eurjpy, '179.300', '179.312', reopensMs + 1);
  const closed = events.flatMap((event) => (event.type === 'OrderClosed' ? [event.order] : []));
  expect(closed.map(({ id, closeReason }) => [id, closeReason])).toEqual([[2, 'stop-out']]);
  const later = quoteAt(eurusd, '1.12000', '1.12010', reopensMs + 2);
  expect(later.flatMap((event) => (event.type === 'OrderClosed' ? [event.order.id] : []))).toEqual([1]);
});

test('the conversion pair has the same age limits, for opening and closing (R-ORD-19)', () => {
  quoteAt(usdjpy, '157.000', '157.012', 1_000_001);
  quoteAt(eurjpy, '181.000', '181.012', 1_000_002);
  expect(scenario.place(eurjpy, { lots: '0.10', conversion: { kind: 'open', ageMs: 5_001 } })).toBe('conversion-stale');
  scenario.place(eurjpy, { lots: '0.10', conversion: { kind: 'closed', ageMs: 5_001 } });
  expect(closeAt(1_100_000, { conversionAgeMs: 10_001 })).toBe('conversion-stale');
  expect(closeAt(1_100_000, { conversionAgeMs: 10_001, whenPriced: true })).toEqual(['CloseQueued']);
  stale.add(usdjpy.id);
  expect(quoteAt(eurjpy, '181.100', '181.112', 1_100_001)).toEqual([]);
  stale.clear();
  expect(typesOf(quoteAt(eurjpy, '181.100', '181.112', 1_100_002))).toEqual(['OrderClosed']);
});

test('an expiry is at most a year ahead (R-ORD-05)', () => {
  const dayMs = 86_400_000;
  const { atMs } = scenario.source();
  expect(scenario.place(eurusd, { target: '1.14000', expiresAtMs: atMs + 366 * dayMs + 1 })).toBe('expiry-too-far');
  expect(scenario.place(eurusd, { target: '1.14000', expiresAtMs: atMs + 366 * dayMs })).not.toBe('expiry-too-far');
});
