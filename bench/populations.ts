import { evolve } from '@candor/domain/engine/evolve';
import { factsOfFill } from '@candor/domain/engine/facts';
import { applyQuote } from '@candor/domain/engine/on-quote';
import type { OrderRecord } from '@candor/domain/engine/order';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { createState, type EngineState } from '@candor/domain/engine/state';
import { cashKey, houseKey } from '@candor/domain/ledger/ledger';
import { ratioOne } from '@candor/domain/values/decimal';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Lots } from '@candor/domain/values/lots';
import { toMoney, zeroMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import { systemClock } from '../apps/server/src/adapters/clock/system-clock.ts';
import type { Clock } from '../apps/server/src/ports/clock.ts';
import { testPolicy, testSpecs } from '../testkit/engine-scenario.ts';

// Many accounts and orders, put into the state by events of the engine.

const ledger = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;
/** The present, because older orders would owe the swap of every night since. */
const atMs = Date.now();
export const always = () => true;
export const middleTicks = 110_000;

let lastSeq = 0;

/** The time of the last quote; at wall-clock time these orders would owe decades of swap. */
export const populationClock: Clock = { ...systemClock, nowMs: () => atMs + lastSeq };

export function quoteAt(spec: InstrumentSpec, bid: number): Quote {
  lastSeq += 1;
  const prices = { bid: bid as Price, ask: (bid + 10) as Price };
  return { instrumentId: spec.id, seq: lastSeq, ...prices, timeMs: atMs + lastSeq, source: 'bench' };
}

/** Makes a state where every instrument has a price and accounts 1…count have 50,000. */
export function makeState(accounts: number): EngineState {
  const state = createState(Object.values(testSpecs), { ...testPolicy, ordersMax: Number.MAX_SAFE_INTEGER }, 1);
  for (const spec of Object.values(testSpecs)) {
    const bid = spec.digits === 3 ? 150_000 : spec.digits === 1 ? 50_000 : middleTicks;
    applyQuote(state, quoteAt(spec, bid), atMs, always);
  }
  for (let id = 1; id <= accounts; id += 1) evolve(state, accountOpened(id));
  recheckMargin(state, always, atMs);
  return state;
}

export function accountOpened(id: number) {
  const accountId = id as AccountId;
  const grant = { from: houseKey(ledger, 'grant'), to: cashKey(ledger, accountId), amount: toMoney(50_000_000_000n) };
  const transfers = [{ kind: 'demo-grant', ...grant } as const];
  return { type: 'AccountOpened', atMs, accountId, ...ledger, transfers } as const;
}

/** Has every field of an order, so that all orders share one hidden class. */
export const blank: OrderRecord = {
  id: 0 as OrderId,
  accountId: 0 as AccountId,
  instrumentId: testSpecs.eurusd.id,
  side: 'buy',
  kind: 'market',
  status: 'pending',
  lots: 50 as Lots,
  leverage: 100,
  targetPrice: null,
  openPrice: null,
  stopLoss: null,
  takeProfit: null,
  margin: zeroMoney,
  fee: zeroMoney,
  swap: zeroMoney,
  profit: zeroMoney,
  closePrice: null,
  closeReason: null,
  cancelReason: null,
  placedAtMs: atMs,
  expiresAtMs: null,
  openedAtMs: null,
  endedAtMs: null,
  openQuote: null,
  closeQuote: null,
  openRate: null,
  closeRate: null,
  parentId: null,
  swapRollMs: null,
};

/** Makes a buy limit below the market, or a sell limit above it. */
function pendingOrder(id: number, accountId: number, spec: InstrumentSpec): OrderRecord {
  const isBuy = id % 2 === 0;
  const away = 1_000 + ((id * 7_919) % 20_000);
  return {
    ...blank,
    id: id as OrderId,
    accountId: accountId as AccountId,
    instrumentId: spec.id,
    side: isBuy ? 'buy' : 'sell',
    kind: 'limit',
    status: 'pending',
    targetPrice: (isBuy ? middleTicks - away : middleTicks + away) as Price,
  };
}

/** Buys half a lot at the current quote, with stops a number of ticks away. */
export function openOrderOf(
  state: EngineState,
  id: number,
  accountId: number,
  stops: readonly [number, number],
): OrderRecord {
  // Every fifth account holds a cross rate, so that its profit is converted.
  const spec = accountId % 5 === 0 && stops[0] > 500 ? testSpecs.eurjpy : testSpecs.eurusd;
  const quote = state.quotes.get(spec.id);
  if (quote === undefined) throw new Error('Every instrument has a price here');
  return {
    ...blank,
    id: id as OrderId,
    accountId: accountId as AccountId,
    instrumentId: spec.id,
    side: 'buy',
    kind: 'market',
    status: 'open',
    targetPrice: null,
    openPrice: quote.ask,
    stopLoss: (quote.bid - stops[0]) as Price,
    takeProfit: (quote.ask + stops[1]) as Price,
    margin: toMoney(550_000_000n),
    openedAtMs: atMs,
    openQuote: quote,
    openRate: ratioOne,
  };
}

export function orderOpened(state: EngineState, order: OrderRecord) {
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error('Every instrument is listed here');
  const contract = { spec, policy: state.rules.fallback, versions: { policy: 0, terms: null }, path: null };
  const fill = factsOfFill(state, contract, { currency: 'USD' });
  return { type: 'OrderOpened', atMs, accountId: order.accountId, order, fill, transfers: [] } as const;
}

/** Adds pending orders that are not triggered, spread over the accounts. */
export function restTriggers(state: EngineState, count: number): void {
  const accounts = state.accounts.size;
  const first = state.lastOrderId + 1;
  for (let index = 0; index < count; index += 1) {
    const order = pendingOrder(first + index, 1 + (index % accounts), testSpecs.eurusd);
    evolve(state, { type: 'OrderPlaced', atMs, accountId: order.accountId, order, transfers: [] });
  }
  recheckMargin(state, always, atMs);
}

/** Adds one open order with both stops to every account. */
export function holdOrders(state: EngineState, awayTicks = 20_000): void {
  for (const id of state.accounts.keys()) {
    const away = awayTicks + ((id * 7_919) % 20_000);
    evolve(state, orderOpened(state, openOrderOf(state, state.lastOrderId + 1, id, [away, away])));
  }
  recheckMargin(state, always, atMs);
}
