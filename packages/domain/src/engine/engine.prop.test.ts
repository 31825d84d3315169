import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CostOracle } from '../../../../testkit/cost-oracle.ts';
import { setRule, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { scanQuote } from '../../../../testkit/scan-engine.ts';
import { tradingDayStart } from '../calc/trading-day.ts';
import type { AccountId, CompanyId, InstrumentId, OrderId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { catalogueTerms, type InstrumentTerms } from '../values/instrument-terms.ts';
import { toLots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import type { AlertAsk, AlertId } from './alert.ts';
import type { Command } from './command.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { execute } from './execute.ts';
import { applyQuote } from './on-quote.ts';
import { rollOver } from './roll-over.ts';
import { createState, type EngineState } from './state.ts';

// Random histories of several accounts on pairs that convert into one another, run through two engines: the one with
// indexes and bands, and a plain one that checks everything on every quote. Their events must be equal, the ledger must
// sum to zero, and the events alone must rebuild the state.

const { eurusd, usdjpy, eurjpy, index } = testSpecs;
const specs: readonly InstrumentSpec[] = [eurusd, usdjpy, eurjpy, index];
const startBid = [115_000, 157_000, 181_000, 66_421];
const accounts = [1, 2, 3] as AccountId[];
const [grants, company] = [[5_000, 900, 300], 1 as CompanyId];
const free = { isClosed: false, isHalted: false, isOffered: true };

const spec = fc.integer({ min: 0, max: 3 });
const account = fc.integer({ min: 0, max: 2 });
const distance = fc.integer({ min: 0, max: 120 });
const pick = fc.nat(50);
/** Also distances that are no multiple of ten, whose steps are rounded; undefined does not mention trailing. */
const trailing = fc.constantFrom(undefined, undefined, null, 1, 9, 10, 15, 19, 20, 29, 60);

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      spec,
      move: fc.integer({ min: -150, max: 150 }),
      spread: fc.integer({ min: 0, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('gap' as const),
      spec,
      move: fc.integer({ min: -12_000, max: 12_000 }),
      spread: fc.integer({ min: 0, max: 300 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      account,
      spec,
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 60 }),
      leverage: fc.constantFrom(20, 100, 400),
      stop: distance,
      profit: distance,
      target: fc.integer({ min: -80, max: 80 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('close' as const), account, pick, part: fc.integer({ min: 0, max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      account,
      pick,
      stop: fc.oneof(fc.constant(0), distance),
      profit: distance,
      trailing,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), account, pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('alert' as const),
      account,
      spec,
      pick,
      isBid: fc.boolean(),
      move: fc.integer({ min: -200, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shut' as const), spec }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night' as const), account }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('halt' as const),
      spec,
      isAll: fc.boolean(),
      lasts: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('terms' as const),
      spec,
      isOffered: fc.constantFrom(true, true, true, false),
      fee: fc.integer({ min: 0, max: 2_000 }),
      swap: fc.integer({ min: -500, max: 500 }),
      closedFor: fc.integer({ min: 0, max: 12 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Feeds both engines the same input; `events` are those of the fast one. */
class Pair {
  readonly fast = createState(Object.values(testSpecs), testPolicy, 1);
  readonly plain = createState(Object.values(testSpecs), testPolicy, 1);
  readonly events: EngineEvent[] = [];
  readonly shut = new Set<InstrumentId>();
  readonly #canClose = (id: InstrumentId) => !this.shut.has(id);
  readonly #terms = new Map<InstrumentId, InstrumentTerms>();
  readonly #cost = new CostOracle(this.fast);
  #seq = 0;
  #nights = 0;
  #version = 0;

  constructor() {
    accounts.forEach((accountId, at) => {
      const grant = toMoney(BigInt(grants[at] ?? 0) * 1_000_000n);
      this.command({
        type: 'OpenAccount',
        atMs: 0,
        accountId,
        tenantId: company,
        realm: 'demo',
        currency: 'USD',
        grant,
      });
    });
    specs.forEach((one, at) => this.quote(one, startBid[at] ?? 0, 12));
  }

  quote(one: InstrumentSpec, bid: number, spread: number): void {
    this.#seq += 1;
    const prices = { bid: toPrice(bid), ask: toPrice(bid + spread) };
    const quote: Quote = { instrumentId: one.id, seq: this.#seq, ...prices, timeMs: this.#seq, source: 'test' };
    const take = () => applyQuote(this.fast, quote, this.#seq, this.#canClose);
    const events = this.#cost.run(take, quote, this.#seq);
    this.#requireFree(events);
    expect(events).toEqual(scanQuote(this.plain, quote, this.#seq, this.#canClose));
    this.events.push(...events);
  }

  command(command: Command): void {
    const result = execute(this.plain, command, this.#canClose);
    const events = this.#cost.run(() => {
      const decided = execute(this.fast, command, this.#canClose);
      expect(decided).toEqual(result);
      return decided.ok ? decided.value : [];
    });
    this.#requireFree(events);
    this.events.push(...events);
  }

  /** Charges each open order the swap of the nights up to the next roll. */
  #night(): void {
    this.#nights += 1;
    const rollMs = tradingDayStart(this.#nights * 86_400_000);
    const roll = (state: EngineState) => rollOver(state, rollMs, this.#seq, this.#canClose);
    const { waiting } = roll(this.plain);
    const events = this.#cost.run(() => {
      const rolled = roll(this.fast);
      expect(rolled.waiting).toEqual(waiting);
      return rolled.events;
    });
    this.events.push(...events);
  }

  /** Requires that nothing opens or is placed during a halt or a closure, or on an instrument that is not offered. */
  #requireFree(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type !== 'OrderOpened' && event.type !== 'OrderPlaced') continue;
      const { instrumentId } = event.order;
      const terms = this.#terms.get(instrumentId);
      const isClosed = terms?.closures.some(({ toMs }) => this.#seq < toMs) ?? false;
      const isHalted = [0, instrumentId].some((id) => this.#seq < (this.fast.rules.halts.get(id)?.toMs ?? 0));
      expect({ isClosed, isHalted, isOffered: terms?.isOffered ?? true }).toEqual(free);
    }
  }

  #halt({ spec: at, isAll, lasts }: Step & { kind: 'halt' }): void {
    const { id } = specs[at] ?? eurusd;
    const whose = isAll ? { tenantId: null, instrumentId: null } : { tenantId: company, instrumentId: id };
    const halt = { ...whose, fromMs: this.#seq, toMs: this.#seq + lasts };
    for (const state of [this.fast, this.plain]) setRule(state, { rule: 'halt', haltId: isAll ? 0 : id, halt });
  }

  #setTerms(action: Step & { kind: 'terms' }): void {
    const one = specs[action.spec] ?? eurusd;
    const closures = [{ fromMs: this.#seq, toMs: this.#seq + action.closedFor }];
    const charges = { feeRateE8: BigInt(action.fee) * 10_000_000n, swapLongE2: action.swap };
    const terms = { ...catalogueTerms(one), isOffered: action.isOffered, ...charges, closures };
    this.#terms.set(one.id, terms);
    this.#version += 1;
    const change = { rule: 'terms', tenantId: company, instrumentId: one.id, version: this.#version, terms } as const;
    for (const state of [this.fast, this.plain]) setRule(state, change);
  }

  run(action: Step): void {
    if (action.kind === 'quote' || action.kind === 'gap') {
      const one = specs[action.spec] ?? eurusd;
      const bid = (this.fast.quotes.get(one.id)?.bid ?? 0) + action.move;
      this.quote(one, Math.max(20_000, bid), action.spread);
    } else if (action.kind === 'shut') {
      const id = (specs[action.spec] ?? eurusd).id;
      if (!this.shut.delete(id)) this.shut.add(id);
    } else if (action.kind === 'night') this.#night();
    else if (action.kind === 'halt') this.#halt(action);
    else if (action.kind === 'terms') this.#setTerms(action);
    else if (action.kind === 'place') this.#place(action);
    else if (action.kind === 'alert') this.#alert(action);
    else this.#change(action);
  }

  /** Sets an alert; one in five removes one, which may be gone. */
  #alert({ account: at, spec: of, pick: id, isBid, move }: Step & { kind: 'alert' }): void {
    const one = specs[of] ?? eurusd;
    const [price, quoteSide] = isBid ? [this.fast.quotes.get(one.id)?.bid, 'bid' as const] : [100_000, 'ask' as const];
    if (id % 5 === 0)
      return this.command({
        ...this.#source(at),
        type: 'RemoveAlert',
        alertId: (this.fast.lastAlertId - id / 5) as AlertId,
      });
    const level = { quoteSide, when: move > 0 ? 'at-or-above' : 'at-or-below' } as const;
    const about = { instrumentId: one.id, price: toPrice(Math.max(1, (price ?? 0) + move)) };
    const other = this.#otherAlert(at, one.id, id, move);
    this.command({ ...this.#source(at), type: 'SetAlert', ...(other ?? { ...about, ...level }) });
  }

  /** Alert on a move, on the margin level or on a result; null for one on a price. */
  #otherAlert(at: number, instrumentId: InstrumentId, id: number, move: number): AlertAsk | null {
    if (id % 5 === 1) return { kind: 'percent', instrumentId, quoteSide: 'bid', percentE2: 1 + Math.abs(move) };
    if (id % 5 === 2) return { kind: 'margin', percent: 60 + Math.abs(move) * 5 };
    const held = [...(this.fast.accounts.get(accounts[at] ?? (1 as AccountId))?.orders.keys() ?? [])];
    const orderId = held[id % Math.max(1, held.length)];
    if (id % 5 !== 3 || orderId === undefined) return null;
    const amount = toMoney(BigInt(move) * 500_000n);
    return { kind: 'profit', orderId, when: move > 0 ? 'at-or-above' : 'at-or-below', amount };
  }

  #place(action: Step & { kind: 'place' }): void {
    const one = specs[action.spec] ?? eurusd;
    const quote = this.fast.quotes.get(one.id);
    if (quote === undefined) return;
    const side = action.isBuy ? 1 : -1;
    const [entry, exit] = action.isBuy ? [quote.ask, quote.bid] : [quote.bid, quote.ask];
    const from = action.target === 0 ? exit : entry + action.target;
    this.command({
      ...this.#source(action.account),
      type: 'PlaceOrder',
      instrumentId: one.id,
      side: action.isBuy ? 'buy' : 'sell',
      lots: toLots(action.lots),
      leverage: one === index ? 100 : action.leverage,
      targetPrice: action.target === 0 ? null : toPrice(from),
      ...stopsFrom(from, side, action),
      expiresAtMs: action.target > 40 ? this.#seq + action.target : null,
      expected: null,
      quoteSeq: null,
      market: { kind: 'open', ageMs: 0 },
    });
  }

  #change(action: Step & { kind: 'close' | 'amend' | 'cancel' }): void {
    const orders = [...(this.fast.accounts.get(this.#source(action.account).accountId)?.orders.values() ?? [])];
    const order = orders[action.pick % Math.max(1, orders.length)];
    if (order === undefined) return;
    const source = {
      ...this.#source(action.account),
      orderId: order.id as OrderId,
      market: { kind: 'open', ageMs: 0 } as const,
    };
    // A position cannot be cancelled: the same step reverses it, or sets its stop to break-even.
    if (action.kind === 'cancel' && order.status === 'open' && action.pick % 3 === 0)
      return this.command({ ...source, type: 'ReverseOrder', expected: null, quoteSeq: null });
    if (action.kind === 'cancel' && order.status === 'open' && action.pick % 3 === 1)
      return this.command({ ...source, type: 'BreakEven' });
    const pending = orders.filter(({ status }) => status === 'pending');
    const other = pending[(action.pick + 1) % Math.max(1, pending.length)];
    if (action.kind === 'cancel' && action.pick % 3 !== 0)
      return this.command({ ...source, type: 'LinkOrders', otherId: other?.id ?? null });
    if (action.kind === 'cancel') return this.command({ ...source, type: 'CancelOrder' });
    if (action.kind === 'close') {
      const lots = action.part === 0 || action.part >= order.lots ? null : toLots(action.part);
      return this.command({ ...source, type: 'CloseOrder', lots });
    }
    const quote = this.fast.quotes.get(order.instrumentId);
    const side = order.side === 'buy' ? 1 : -1;
    const from = order.status === 'pending' ? order.targetPrice : side === 1 ? quote?.bid : quote?.ask;
    const stops = stopsFrom(from ?? 0, side, action);
    const trails = action.trailing === undefined ? {} : { trailing: action.trailing };
    const keeps = action.trailing === null && stops.stopLoss === null ? { keepsStop: true as const } : {};
    if (order.status === 'pending' && action.pick % 2 === 0) {
      const targetPrice = toPrice((order.targetPrice ?? 0) + action.stop - 60);
      return this.command({ ...source, type: 'AmendOrder', targetPrice, takeProfit: null, stopLoss: null });
    }
    return this.command({ ...source, type: 'AmendStops', ...stops, ...trails, ...keeps });
  }

  #source(at: number) {
    return { atMs: this.#seq, accountId: accounts[at] ?? (1 as AccountId) };
  }
}

function stopsFrom(from: number, side: 1 | -1, action: { stop: number; profit: number }) {
  return {
    stopLoss: action.stop === 0 ? null : toPrice(from - side * action.stop),
    takeProfit: action.profit === 0 ? null : toPrice(from + side * action.profit),
  };
}

/** Returns the decided and stored state, without derived values. */
function facts(state: EngineState) {
  const plain = [...state.accounts.values()].map((account) => ({ ...account, bands: null }));
  return { plain, balances: state.balances, lastOrderId: state.lastOrderId };
}

/** Runs histories and counts what happened in them. */
function runHistories(parameters: fc.Parameters<unknown>): Map<string, number> {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 150, size: 'max' }), (steps) => {
      const pair = new Pair();
      for (const action of steps) pair.run(action);
      expect(facts(pair.fast)).toEqual(facts(pair.plain));
      const sum = [...pair.fast.balances.values()].reduce((total, balance) => total + balance, 0n);
      expect(sum).toBe(0n);
      const replayed = createState(Object.values(testSpecs), testPolicy, 1);
      for (const event of pair.events) {
        evolve(replayed, event);
        const kind = ('order' in event ? event.order.closeReason : null) ?? event.type;
        const fired = event.type === 'AlertFired' ? (event.alert.kind ?? 'price') : null;
        if (fired !== null) seen.set(`AlertFired ${fired}`, (seen.get(`AlertFired ${fired}`) ?? 0) + 1);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        const reason = 'order' in event ? event.order.cancelReason : null;
        if (reason !== null) seen.set(reason, (seen.get(reason) ?? 0) + 1);
      }
      expect(facts(replayed)).toEqual(facts(pair.fast));
    }),
    parameters,
  );
  return seen;
}

// Indexes and bands decide as the full check does; the ledger sums to zero; replay rebuilds the state.
describe('random histories (R-ORD-09, R-ORD-16, R-LED-01, R-OPS-41, R-OPS-50)', () => {
  test('of a fixed seed cover every case of the property', () => {
    const seen = runHistories({ numRuns: 300, seed: 20_261_120 });
    const cases = [
      'stop-out',
      'stop-loss',
      'take-profit',
      'user',
      'OrderReduced',
      'OrderCancelled',
      'OrderExpired',
      'MarginCalled',
      'MarginCallEnded',
      'SwapCharged',
      'StopTrailed',
      'OrderAmended',
      'OrderLinked',
      'OrderUnlinked',
      'other-filled',
      'AlertSet',
      'AlertRemoved',
      ...['price', 'percent', 'margin', 'profit'].map((kind) => `AlertFired ${kind}`),
    ];
    for (const kind of [...cases, 'StopOutPaused', 'StopOutResumed', 'NegativeBalanceCovered']) {
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
  });

  test('of a new seed each run, printed on failure', () => {
    expect(runHistories({ numRuns: 200 }).size).toBeGreaterThan(0);
  });
});
