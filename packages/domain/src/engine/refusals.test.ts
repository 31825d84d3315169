import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineScenario, setRule, setTerms, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { describeRefusals, refusalLists as lists } from '../../../../testkit/refusal-lists.ts';
import { type RefusalRow, testRefusals } from '../../../../testkit/refusal-table.ts';
import type { AccountId, CompanyId, InstrumentId, OrderId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { catalogueTerms, type InstrumentTerms } from '../values/instrument-terms.ts';
import { toLots } from '../values/lots.ts';
import { zeroMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import type { AmendStops, CancelOrder, CloseOrder, OpenAccount } from './command.ts';
import type { AccountLimits } from './rules/trading-rules.ts';

test('R-ORD-18 docs/REFUSALS.md is the page of the lists of the engine; `npm run api-docs` writes it', () => {
  const page = readFileSync(new URL('../../../../docs/REFUSALS.md', import.meta.url), 'utf8');
  expect(page).toBe(describeRefusals());
});

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const { eurusd, gbpusd, usdjpy, eurjpy, index, unlevered } = testSpecs;
const tenantId = 1 as CompanyId;
const openMarket = { kind: 'open', ageMs: 0 } as const;

/** Scenario with every market quoted but that of usdjpy; instruments of `closed` are outside of their session. */
function quoted() {
  const closed = new Set<InstrumentId>();
  const scenario = new EngineScenario({ sessions: { isWithin: (id) => !closed.has(id) } });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.000', '181.020');
  scenario.quote(index, '6642.1', '6642.5');
  scenario.quote(unlevered, '0.65000', '0.65010');
  return { scenario, closed };
}

interface Opening extends ReturnType<typeof quoted> {
  spec: InstrumentSpec;
  readonly input: Writable<NonNullable<Parameters<EngineScenario['place']>[1]>>;
}

function offer({ scenario, spec }: Opening, terms: Partial<InstrumentTerms>): void {
  setTerms(scenario.state, tenantId, spec.id, { ...catalogueTerms(spec), ...terms });
}

function limit({ scenario: { state, accountId } }: Opening, limits: Partial<AccountLimits>): void {
  setRule(state, { rule: 'limits', accountId, limits: { ...state.rules.limitsOf(accountId), ...limits } });
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
