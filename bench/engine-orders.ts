import { previewOrder } from '@candor/domain/calc/order-formulas';
import type { PlaceOrder } from '@candor/domain/engine/command';
import { evolve } from '@candor/domain/engine/evolve';
import { execute } from '@candor/domain/engine/execute';
import { accountTotals } from '@candor/domain/engine/facts';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import type { EngineState } from '@candor/domain/engine/state';
import { ratioOne } from '@candor/domain/values/decimal';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Lots } from '@candor/domain/values/lots';
import { testSpecs } from '../testkit/engine-scenario.ts';
import { scanQuote } from '../testkit/scan-engine.ts';
import { measureRounds, nsPerTurn, type Size, type Suite, toFigure } from './figure.ts';
import { always, makeState, middleTicks, openOrderOf, orderOpened, quoteAt } from './populations.ts';

// Orders in the engine alone: decided and applied, nothing stored.

const spec = testSpecs.eurusd;
const plans: Record<Size, { orders: number; scanned: number; rounds: number }> = {
  full: { orders: 20_000, scanned: 500, rounds: 5 },
  tiny: { orders: 50, scanned: 20, rounds: 1 },
};

export const engineOrders: Suite = {
  name: 'engine-orders',
  figureNames: () => ['fired order in the engine', 'order in the engine', 'orders a second in the engine'],
  async run(size) {
    const { orders, scanned, rounds } = plans[size];
    const formulas = measureFormulas(orders, rounds);
    const scan = measureFired(scanned, rounds, scanQuote);
    const against = { "the ticket's formulas alone": toFigure('', '', formulas).value ?? Number.NaN };
    const ns = measureOrders(orders, rounds);
    return [
      toFigure('fired order in the engine', 'ns', measureFired(orders, rounds, applyQuote), {
        ...against,
        [`scanning ${scanned} orders`]: toFigure('', '', scan).value ?? Number.NaN,
      }),
      toFigure('order in the engine', 'ns', ns, against),
      toFigure(
        'orders a second in the engine',
        '1/s',
        ns.map((value) => 1e9 / value),
        { "the ticket's formulas alone": 1e9 / (toFigure('', '', formulas).value ?? Number.NaN) },
      ),
    ];
  },
};

/** Quotes that each trigger the stops of a few orders, one account each. */
function measureFired(count: number, rounds: number, take: typeof applyQuote): number[] {
  return measureRounds(rounds, () => {
    const state = stopsAtRest(count);
    return nsPerTurn(1, () => fireStops(state, count, take)) / count;
  });
}

/** Makes accounts with one open order each, whose stops are near the price. */
export function stopsAtRest(count: number): EngineState {
  const state = makeState(count);
  for (let id = 1; id <= count; id += 1) {
    evolve(state, orderOpened(state, openOrderOf(state, id, id, [1 + (id % 400), 10_000])));
  }
  recheckMargin(state, always, 1_000_000);
  return state;
}

/** Lowers the price step by step, until every stop has fired. */
export function fireStops(state: EngineState, count: number, take: typeof applyQuote): void {
  let fired = 0;
  for (let step = 0; step <= 400; step += 1) {
    fired += take(state, quoteAt(spec, middleTicks - step), 1_000_000, always).length;
  }
  if (fired !== count) throw new Error(`${count} stops fire once each, ${fired} did`);
}

function measureOrders(count: number, rounds: number): number[] {
  const state = makeState(1_000);
  return measureRounds(rounds, () => {
    const first = state.lastOrderId + 1;
    return nsPerTurn(count, (turn) => {
      const accountId = (1 + ((turn >> 1) % 1_000)) as AccountId;
      const market = { kind: 'open', ageMs: 0 } as const;
      const result =
        turn % 2 === 0
          ? execute(state, placing(accountId), always)
          : execute(
              state,
              {
                type: 'CloseOrder',
                atMs: 1_000_000,
                accountId,
                orderId: (first + (turn >> 1)) as OrderId,
                lots: null,
                market,
              },
              always,
            );
      if (!result.ok) throw new Error(`The order is accepted, was ${result.refusal}`);
    });
  });
}

export function placing(accountId: AccountId, atMs = 1_000_000): PlaceOrder {
  return {
    type: 'PlaceOrder',
    atMs,
    accountId,
    instrumentId: spec.id,
    side: 'buy',
    lots: 1 as Lots,
    leverage: 100,
    targetPrice: null,
    stopLoss: null,
    takeProfit: null,
    expiresAtMs: null,
    expected: null,
    quoteSeq: null,
    market: { kind: 'open', ageMs: 0 },
  };
}

/** Lower bound: margin, fee and figures of one order without a decision. */
function measureFormulas(count: number, rounds: number): number[] {
  const state: EngineState = makeState(1);
  const account = state.accounts.get(1 as AccountId);
  const quote = state.quotes.get(spec.id);
  if (account === undefined || quote === undefined) throw new Error('The state has an account and a price');
  const rate = ratioOne;
  return measureRounds(rounds, () =>
    nsPerTurn(count, () => {
      const fields = { spec, feeType: 'per-lot', side: 'buy', lots: 1 as Lots, leverage: 100, quote, rate } as const;
      previewOrder({ ...fields, account: accountTotals(state, account) });
    }),
  );
}
