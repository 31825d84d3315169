import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { OrderId } from '../values/ids.ts';
import { formatPrice, toPrice } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import { decide } from './decide.ts';
import { evolve } from './evolve.ts';
import { createState } from './state.ts';
import { isTriggered, triggersOfOrder } from './triggers/trigger-book.ts';

// Invariants over random histories: money is conserved, balances equal their postings, the same events give the same
// state, and the trigger index fires exactly what scanning every order would fire.

const { eurusd, usdjpy, eurjpy } = testSpecs;
const specs = [eurusd, usdjpy, eurjpy];
const level = { 1: 115_000, 3: 157_000, 4: 181_000 } as Record<number, number>;

type Step =
  | { kind: 'quote'; spec: number; move: number; spread: number }
  | { kind: 'place'; spec: number; isBuy: boolean; lots: number; stop: number; profit: number; target: number }
  | { kind: 'close'; pick: number; part: number }
  | { kind: 'amend'; pick: number; stop: number; profit: number }
  | { kind: 'cancel'; pick: number };

const spec = fc.integer({ min: 0, max: 2 });
const distance = fc.integer({ min: 0, max: 120 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      spec,
      move: fc.integer({ min: -150, max: 150 }),
      spread: fc.integer({ min: 0, max: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      spec,
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 300 }),
      stop: distance,
      profit: distance,
      target: fc.integer({ min: -80, max: 80 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      pick: fc.nat(50),
      part: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('amend' as const), pick: fc.nat(50), stop: distance, profit: distance }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat(50) }) },
);

function start(): EngineScenario {
  const scenario = new EngineScenario({ balance: '20000.00' });
  for (const one of specs) quoteAt(scenario, one, level[one.id] ?? 0, 12);
  return scenario;
}

function quoteAt(scenario: EngineScenario, one: (typeof specs)[number], bid: number, spread: number) {
  const text = (ticks: number) => formatPrice(toPrice(ticks), one.digits);
  return scenario.quote(one, text(bid), text(bid + spread));
}

function pickOrder(scenario: EngineScenario, pick: number) {
  const orders = [...(scenario.state.accounts.get(scenario.accountId)?.orders.values() ?? [])];
  return orders.length === 0 ? undefined : orders[pick % orders.length];
}

/** The oracle: every order of the instrument, tested one by one, before the quote changes anything. */
function scanReached(scenario: EngineScenario, quote: Pick<Quote, 'instrumentId' | 'bid' | 'ask'>): Set<number> {
  const reached = new Set<number>();
  for (const account of scenario.state.accounts.values()) {
    for (const order of account.orders.values()) {
      if (order.instrumentId !== quote.instrumentId) continue;
      if (triggersOfOrder(order).some((trigger) => isTriggered(trigger, quote))) reached.add(order.id);
    }
  }
  return reached;
}

function perform(scenario: EngineScenario, action: Step): void {
  if (action.kind === 'quote') {
    const one = specs[action.spec] ?? eurusd;
    const last = scenario.state.quotes.get(one.id);
    const bid = toPrice(Math.max(1_000, (last?.bid ?? 0) + action.move));
    const expected = scanReached(scenario, { instrumentId: one.id, bid, ask: toPrice(bid + action.spread) });
    const events = quoteAt(scenario, one, bid, action.spread);
    expect(new Set(events.map((event) => ('order' in event ? event.order.id : 0)))).toEqual(expected);
    return;
  }
  if (action.kind === 'place') {
    const one = specs[action.spec] ?? eurusd;
    const quote = scenario.state.quotes.get(one.id);
    if (quote === undefined) return;
    const side = action.isBuy ? 1 : -1;
    const from =
      action.target === 0
        ? action.isBuy
          ? quote.bid
          : quote.ask
        : (action.isBuy ? quote.ask : quote.bid) + action.target;
    const text = (ticks: number) => formatPrice(toPrice(ticks), one.digits);
    scenario.place(one, {
      side: action.isBuy ? 'buy' : 'sell',
      lots: (action.lots / 100).toFixed(2),
      ...(action.target === 0 ? {} : { target: text(from) }),
      ...(action.stop === 0 ? {} : { stopLoss: text(from - side * action.stop) }),
      ...(action.profit === 0 ? {} : { takeProfit: text(from + side * action.profit) }),
    });
    return;
  }
  const order = pickOrder(scenario, action.pick);
  if (order === undefined) return;
  if (action.kind === 'close') {
    const lots = action.part === 0 || action.part >= order.lots ? undefined : (action.part / 100).toFixed(2);
    scenario.close(order.id, lots);
  } else if (action.kind === 'cancel') scenario.cancel(order.id);
  else amend(scenario, order.id, action);
}

function amend(scenario: EngineScenario, id: number, action: { stop: number; profit: number }): void {
  const order = scenario.order(id);
  const one = specs.find((candidate) => candidate.id === order?.instrumentId);
  const quote = one && scenario.state.quotes.get(one.id);
  if (order === undefined || one === undefined || quote === undefined) return;
  const side = order.side === 'buy' ? 1 : -1;
  const from =
    order.targetPrice !== null && order.status === 'pending' ? order.targetPrice : side === 1 ? quote.bid : quote.ask;
  const text = (ticks: number) => formatPrice(toPrice(ticks), one.digits);
  scenario.amend(one, id, {
    ...(action.stop === 0 ? {} : { stopLoss: text(from - side * action.stop) }),
    ...(action.profit === 0 ? {} : { takeProfit: text(from + side * action.profit) }),
  });
}

describe('random histories', () => {
  test('the trigger index fires what a full scan fires; books stay zero-sum; replay gives the same state', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
        const scenario = start();
        for (const action of steps) perform(scenario, action);
        const sum = [...scenario.state.balances.values()].reduce((total, balance) => total + balance, 0n);
        expect(sum).toBe(0n);
        const replayed = createState(Object.values(testSpecs), testPolicy, 1);
        for (const event of scenario.events) evolve(replayed, event);
        expect(replayed.balances).toEqual(scenario.state.balances);
        expect(replayed.accounts).toEqual(scenario.state.accounts);
        expect(replayed.lastOrderId).toBe(scenario.state.lastOrderId);
      }),
      { numRuns: 300 },
    );
  });

  test('a refused command changes nothing', () => {
    const scenario = start();
    scenario.place(eurusd);
    const before = structuredClone({ accounts: scenario.state.accounts, balances: scenario.state.balances });
    const source = { atMs: 5, accountId: scenario.accountId };
    const result = decide(scenario.state, { ...source, type: 'CancelOrder', orderId: 1 as OrderId });
    expect(result.ok).toBe(false);
    expect({ accounts: scenario.state.accounts, balances: scenario.state.balances }).toEqual(before);
  });
});
