import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineScenario, setRule, setTerms, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { describeRefusals, refusalLists as lists } from '../../../../testkit/refusal-lists.ts';
import { type RefusalRow, testRefusals } from '../../../../testkit/refusal-table.ts';
import { limit, offer, openMarket, quoted, tenantId } from '../../../../testkit/refusal-worlds.ts';
import type { AccountId, InstrumentId, OrderId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { catalogueTerms } from '../values/instrument-terms.ts';
import { toLots } from '../values/lots.ts';
import { toMoney, zeroMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import { type AlertId, alertsMax } from './alert.ts';
import type {
  AmendStops,
  CancelOrder,
  CloseOrder,
  CloseOrders,
  OpenAccount,
  RemoveAlert,
  SetAlert,
} from './command.ts';

test('R-ORD-18 docs/REFUSALS.md is the page of the lists of the engine; `npm run api-docs` writes it', () => {
  const page = readFileSync(new URL('../../../../docs/REFUSALS.md', import.meta.url), 'utf8');
  expect(page).toBe(describeRefusals());
});

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const { eurusd, gbpusd, usdjpy, eurjpy, index, unlevered } = testSpecs;

interface Opening extends ReturnType<typeof quoted> {
  spec: InstrumentSpec;
  readonly input: Writable<NonNullable<Parameters<EngineScenario['place']>[1]>>;
}

const placeOrderRows: readonly RefusalRow<Opening>[] = [
  { code: 'unknown-instrument', violate: ({ input }) => void (input.instrumentId = 77) },
  { code: 'instrument-not-offered', violate: (world) => offer(world, { isOffered: false }) },
  { code: 'opening-blocked', violate: (world) => limit(world, { isOpeningBlocked: true }) },
  { code: 'no-leverage', violate: (world) => void (world.spec = unlevered) },
  { code: 'leverage-not-allowed', violate: (world) => limit(world, { leverageMax: 5 }) },
  { code: 'leverage-not-offered', violate: ({ input }) => void (input.leverage = 7) },
  { code: 'lots-out-of-range', violate: ({ input }) => void (input.lots = '200.00') },
  { code: 'no-price', violate: ({ input }) => void (input.market = { ...openMarket, kind: 'no-price' }) },
  { code: 'market-closed', violate: ({ closed }) => void closed.add(eurusd.id) },
  { code: 'market-closed', violate: (world) => offer(world, { closures: [{ fromMs: 0, toMs: 2_000_000 }] }) },
  { code: 'time-unconfirmed', violate: ({ scenario }) => void (scenario.state.isTimeUnconfirmed = true) },
  {
    code: 'trading-halted',
    violate: ({ scenario }) => {
      const halt = { tenantId, instrumentId: null, fromMs: 0, toMs: null };
      setRule(scenario.state, { rule: 'halt', haltId: 1, halt });
    },
  },
  { code: 'spread-wide', violate: ({ scenario, spec }) => void scenario.state.wideSpreads.add(spec.id) },
  { code: 'price-stale', violate: ({ input }) => void (input.market = { ...openMarket, ageMs: 5_001 }) },
  { code: 'conversion-stale', violate: ({ input }) => void (input.conversion = { ...openMarket, ageMs: 5_001 }) },
  { code: 'quote-outdated', violate: ({ input }) => void (input.seq = 99) },
  {
    code: 'deviation-exceeded',
    violate: ({ input }) => void (input.expected = { price: '1.15290', deviation: 4 }),
    excludesNext: 'a market order has no target, and a pending one no price that it expects',
  },
  { code: 'target-price-at-market', violate: ({ input }) => void (input.target = '1.15295') },
  {
    code: 'expiry-in-past',
    violate: ({ input }) => {
      input.target ??= '1.15000';
      input.expiresAtMs = 1;
    },
    excludesNext: 'an expiry is one instant',
  },
  {
    code: 'expiry-too-far',
    violate: ({ input, scenario }) => {
      input.target ??= '1.15000';
      input.expiresAtMs = scenario.nowMs + 366 * 86_400_000 + 1;
    },
  },
  { code: 'stop-loss-wrong-side', violate: ({ input }) => void (input.stopLoss = '1.16000') },
  { code: 'take-profit-wrong-side', violate: ({ input }) => void (input.takeProfit = '1.14000') },
  {
    code: 'order-not-found',
    violate: ({ input }) => void (input.linkTo = 9),
    excludesNext: 'an order that is not found has no status',
  },
  {
    code: 'order-not-pending',
    violate: ({ scenario, input }) => {
      scenario.place(eurusd);
      input.linkTo = 1;
    },
    excludesNext: 'an open order is in no pair',
  },
  {
    code: 'order-linked',
    violate: ({ scenario, input }) => {
      scenario.place(eurusd, { target: '1.14000' });
      scenario.place(eurusd, { target: '1.14100', linkTo: 1 });
      input.target ??= '1.15000';
      input.linkTo = 1;
    },
  },
  { code: 'too-many-orders', violate: (world) => limit(world, { ordersMax: 0 }) },
  { code: 'no-conversion', violate: (world) => void (world.spec = eurjpy) },
  {
    code: 'no-price',
    violate: ({ scenario }) => {
      scenario.quote(gbpusd, '1.30678', '1.30694');
      scenario.place(gbpusd);
      scenario.state.quotes.delete(gbpusd.id);
    },
  },
  {
    code: 'leverage-not-allowed',
    violate: (world) => {
      const policy = { ...testPolicy, leverageCaps: { 'index-minor': 20 } };
      setRule(world.scenario.state, { rule: 'policy', tenantId, policy });
      world.spec = index;
      world.input.leverage = 20;
    },
  },
  {
    code: 'not-enough-margin',
    violate: ({ input }) => {
      input.lots = '100.00';
      input.leverage = 20;
    },
  },
];

testRefusals({
  command: 'PlaceOrder',
  rules: lists.PlaceOrder,
  rows: placeOrderRows,
  create: (): Opening => ({ ...quoted(), spec: eurusd, input: {} }),
  run: ({ scenario, spec, input }) => scenario.place(spec, input),
});

/** Scenario with order 1 open in the yen cross and order 2 pending in the dollar pair. */
function traded() {
  const world = quoted();
  world.scenario.quote(usdjpy, '157.400', '157.410');
  world.scenario.place(eurjpy);
  world.scenario.place(eurusd, { target: '1.15000' });
  return world;
}

type Trading<Of> = ReturnType<typeof traded> & { readonly command: Writable<Of> };

const closeOrderRows: readonly RefusalRow<Trading<CloseOrder>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.orderId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  { code: 'order-not-open', violate: ({ command }) => void (command.orderId = 2 as OrderId) },
  { code: 'close-lots-out-of-range', violate: ({ command }) => void (command.lots = toLots(51)) },
  { code: 'market-closed', violate: ({ closed }) => void closed.add(eurjpy.id) },
  { code: 'no-price', violate: ({ command }) => void (command.market = { ...command.market, kind: 'no-price' }) },
  { code: 'price-stale', violate: ({ command }) => void (command.market = { ...command.market, ageMs: 10_001 }) },
  { code: 'conversion-stale', violate: ({ command }) => void (command.conversion = { kind: 'open', ageMs: 10_001 }) },
  {
    code: 'no-conversion',
    violate: ({ scenario }) => void scenario.state.quotes.delete(usdjpy.id),
    excludesNext: 'a close that may wait is queued instead of refused for a price',
  },
  {
    code: 'close-waiting',
    violate: ({ scenario, command }) => {
      command.market = { ...command.market, kind: 'no-price' };
      command.whenPriced = true;
      scenario.run(command);
    },
  },
];

testRefusals({
  command: 'CloseOrder',
  rules: lists.CloseOrder,
  rows: closeOrderRows,
  create: (): Trading<CloseOrder> => {
    const world = traded();
    const about = { ...world.scenario.source(), orderId: 1 as OrderId, lots: null, market: openMarket };
    return { ...world, command: { type: 'CloseOrder', ...about } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

testRefusals({
  command: 'CloseOrders',
  rules: lists.CloseOrders,
  rows: [
    { code: 'no-open-orders', violate: ({ command }) => void (command.instrumentId = index.id) },
  ] satisfies RefusalRow<Trading<CloseOrders>>[],
  create: (): Trading<CloseOrders> => {
    const world = traded();
    const about = { ...world.scenario.source(), which: 'all', instrumentId: null, whenPriced: false } as const;
    return { ...world, command: { type: 'CloseOrders', ...about } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

type SetPriceAlert = Extract<SetAlert, { readonly kind?: never }>;

/** Fields of an alert on the result of an order. */
function resultAlert(orderId: number) {
  return { kind: 'profit', orderId, when: 'at-or-above', amount: toMoney(10n ** 12n) };
}

testRefusals({
  command: 'SetAlert',
  rules: lists.SetAlert,
  rows: [
    {
      code: 'order-not-found',
      violate: ({ command }) => void Object.assign(command, resultAlert(9)),
      excludesNext: 'an order that is not found has no status',
    },
    {
      code: 'order-not-open',
      violate: ({ command }) => void Object.assign(command, resultAlert(2)),
      excludesNext: 'the instrument of an order is known',
    },
    { code: 'unknown-instrument', violate: ({ command }) => void (command.instrumentId = 99 as InstrumentId) },
    {
      code: 'instrument-not-offered',
      violate: ({ scenario }) =>
        setTerms(scenario.state, tenantId, eurjpy.id, { ...catalogueTerms(eurjpy), isOffered: false }),
    },
    {
      code: 'no-price',
      violate: ({ scenario }) => void scenario.state.quotes.delete(eurjpy.id),
      excludesNext: 'no price has reached a level',
    },
    {
      code: 'alert-reached',
      violate: ({ command }) => void (command.price = toPrice(1)),
      excludesNext: 'an alert is on a price or on a figure of the account',
    },
    {
      code: 'alert-met',
      violate: ({ command }) => void Object.assign(command, { kind: 'margin', percent: 100_000 }),
    },
    {
      code: 'too-many-alerts',
      violate({ scenario }) {
        const level = { quoteSide: 'bid', when: 'at-or-above', price: toPrice(99_000_000) } as const;
        const far = { type: 'SetAlert', ...scenario.source(), instrumentId: index.id, ...level } as const;
        scenario.quote(index, '6642.1', '6642.4');
        for (let count = 0; count < alertsMax; count += 1) scenario.run(far);
      },
    },
  ] satisfies RefusalRow<Trading<SetPriceAlert>>[],
  create: (): Trading<SetPriceAlert> => {
    const world = traded();
    const level = { quoteSide: 'bid', when: 'at-or-above', price: toPrice(90_000_000) } as const;
    return { ...world, command: { type: 'SetAlert', ...world.scenario.source(), instrumentId: eurjpy.id, ...level } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

testRefusals({
  command: 'RemoveAlert',
  rules: lists.RemoveAlert,
  rows: [
    { code: 'alert-not-found', violate: ({ command }) => void (command.alertId = 9 as AlertId) },
  ] satisfies RefusalRow<Trading<RemoveAlert>>[],
  create: (): Trading<RemoveAlert> => {
    const world = traded();
    const level = { quoteSide: 'bid', when: 'at-or-above', price: toPrice(90_000_000) } as const;
    world.scenario.run({ type: 'SetAlert', ...world.scenario.source(), instrumentId: eurjpy.id, ...level });
    return { ...world, command: { type: 'RemoveAlert', ...world.scenario.source(), alertId: 1 as AlertId } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const amendStopsRows: readonly RefusalRow<Trading<AmendStops>>[] = [
  { code: 'order-not-found', violate: ({ command }) => void (command.orderId = 9 as OrderId) },
  { code: 'no-price', violate: ({ scenario }) => void scenario.state.quotes.delete(eurjpy.id) },
  { code: 'market-closed', violate: ({ command }) => void (command.market = { ...command.market, kind: 'closed' }) },
  { code: 'price-stale', violate: ({ command }) => void (command.market = { ...command.market, ageMs: 5_001 }) },
  { code: 'stop-loss-wrong-side', violate: ({ command }) => void (command.stopLoss = toPrice(181_000)) },
  { code: 'take-profit-wrong-side', violate: ({ command }) => void (command.takeProfit = toPrice(181_000)) },
];

testRefusals({
  command: 'AmendStops',
  rules: lists.AmendStops,
  rows: amendStopsRows,
  create: (): Trading<AmendStops> => {
    const world = traded();
    const stops = { stopLoss: toPrice(180_000), takeProfit: toPrice(182_000) };
    const about = { ...world.scenario.source(), orderId: 1 as OrderId, ...stops, market: openMarket };
    return { ...world, command: { type: 'AmendStops', ...about } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const cancelOrderRows: readonly RefusalRow<Trading<CancelOrder>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.orderId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  { code: 'order-not-pending', violate: ({ command }) => void (command.orderId = 1 as OrderId) },
];

testRefusals({
  command: 'CancelOrder',
  rules: lists.CancelOrder,
  rows: cancelOrderRows,
  create: (): Trading<CancelOrder> => {
    const world = traded();
    return { ...world, command: { type: 'CancelOrder', ...world.scenario.source(), orderId: 2 as OrderId } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

interface Opened {
  readonly scenario: EngineScenario;
  readonly command: Writable<OpenAccount>;
}

const openAccountRows: readonly RefusalRow<Opened>[] = [
  {
    code: 'account-exists',
    violate: ({ scenario, command }) => void (command.accountId = scenario.accountId),
    excludesNext: 'an account that has ended is forgotten',
  },
  {
    code: 'account-ended',
    violate: ({ scenario, command }) => {
      scenario.run(command);
      scenario.run({ type: 'ExpireDemo', atMs: command.atMs, accountId: command.accountId });
    },
  },
];

testRefusals({
  command: 'OpenAccount',
  rules: lists.OpenAccount,
  rows: openAccountRows,
  create: (): Opened => {
    const scenario = new EngineScenario();
    const about = {
      atMs: scenario.nowMs,
      accountId: 7 as AccountId,
      tenantId,
      realm: 'demo',
      currency: 'USD',
    } as const;
    return { scenario, command: { type: 'OpenAccount', ...about, grant: zeroMoney } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

for (const type of ['ResetDemo', 'ExpireDemo'] as const)
  testRefusals<{ realm: 'demo' | 'real' }>({
    command: type,
    rules: lists[type],
    rows: [{ code: 'only-demo-account', violate: (world) => void (world.realm = 'real') }],
    create: () => ({ realm: 'demo' }),
    run: ({ realm }) => {
      const scenario = new EngineScenario({ realm });
      return scenario.run({ type, ...scenario.source(), grant: zeroMoney });
    },
  });

test('a command for an account that does not exist is refused before all else', () => {
  const scenario = new EngineScenario();
  expect(scenario.place(eurusd, { accountId: 9, instrumentId: 77 })).toBe('account-not-found');
});
