import { setRule, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { refusalLists as lists } from '../../../../testkit/refusal-lists.ts';
import { type RefusalRow, testRefusals } from '../../../../testkit/refusal-table.ts';
import { limit, offer, openMarket, quoted, tenantId } from '../../../../testkit/refusal-worlds.ts';
import type { InstrumentId, OrderId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { toLots } from '../values/lots.ts';
import { zeroMoney } from '../values/money.ts';
import { toPrice } from '../values/price.ts';
import type { BreakEven, ReverseOrder } from './command.ts';
import type { OrderRecord } from './order.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const { eurusd, gbpusd } = testSpecs;

type Held<Of> = ReturnType<typeof held> & { readonly command: Writable<Of> };

/** Scenario with order 1 open in the dollar pair, in profit, and order 2 pending in it. */
function held() {
  const world = quoted();
  world.scenario.place(eurusd);
  world.scenario.place(eurusd, { target: '1.10000' });
  world.scenario.quote(eurusd, '1.15383', '1.15395');
  return world;
}

/** Changes the instrument in the catalogue. */
function change({ scenario }: Pick<Held<unknown>, 'scenario'>, spec: Partial<InstrumentSpec>): void {
  (scenario.state.specs as Map<InstrumentId, InstrumentSpec>).set(eurusd.id, { ...eurusd, ...spec });
}

/** Keeps the account in a currency that no pair converts to. */
function keepInFrancs({ scenario }: Pick<Held<unknown>, 'scenario'>): void {
  const account = scenario.state.accounts.get(scenario.accountId);
  if (account !== undefined) scenario.state.accounts.set(account.id, { ...account, currency: 'CHF' });
}

function changeOrder({ scenario }: Pick<Held<unknown>, 'scenario'>, more: Partial<OrderRecord>): void {
  const order = scenario.order(1);
  const account = scenario.state.accounts.get(scenario.accountId);
  if (order !== undefined) account?.orders.set(order.id, { ...order, ...more });
}

const reverseOrderRows: readonly RefusalRow<Held<ReverseOrder>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.orderId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  {
    code: 'order-not-open',
    violate: ({ command }) => void (command.orderId = 2 as OrderId),
    excludesNext: 'a pending order opens nothing',
  },
  { code: 'instrument-not-offered', violate: (world) => offer({ ...world, spec: eurusd }, { isOffered: false }) },
  { code: 'opening-blocked', violate: (world) => limit(world, { isOpeningBlocked: true }) },
  { code: 'no-leverage', violate: (world) => change(world, { leverages: [] }) },
  { code: 'leverage-not-allowed', violate: (world) => limit(world, { leverageMax: 5 }) },
  { code: 'leverage-not-offered', violate: (world) => changeOrder(world, { leverage: 7 }) },
  { code: 'lots-out-of-range', violate: (world) => changeOrder(world, { lots: toLots(20_000) }) },
  { code: 'no-price', violate: ({ command }) => void (command.market = { ...openMarket, kind: 'no-price' }) },
  { code: 'market-closed', violate: ({ closed }) => void closed.add(eurusd.id) },
  {
    code: 'market-closed',
    violate: (world) => offer({ ...world, spec: eurusd }, { closures: [{ fromMs: 0, toMs: 2_000_000 }] }),
  },
  { code: 'time-unconfirmed', violate: ({ scenario }) => void (scenario.state.isTimeUnconfirmed = true) },
  {
    code: 'trading-halted',
    violate: ({ scenario }) => {
      const halt = { tenantId, instrumentId: null, fromMs: 0, toMs: null };
      setRule(scenario.state, { rule: 'halt', haltId: 1, halt });
    },
  },
  { code: 'spread-wide', violate: ({ scenario }) => void scenario.state.wideSpreads.add(eurusd.id) },
  { code: 'price-stale', violate: ({ command }) => void (command.market = { ...openMarket, ageMs: 5_001 }) },
  { code: 'conversion-stale', violate: ({ command }) => void (command.conversion = { ...openMarket, ageMs: 5_001 }) },
  { code: 'quote-outdated', violate: ({ command }) => void (command.quoteSeq = 99) },
  {
    code: 'deviation-exceeded',
    violate: ({ command }) => void (command.expected = { price: toPrice(115_390), deviationMax: 4 }),
  },
  { code: 'too-many-orders', violate: (world) => limit(world, { ordersMax: 1 }) },
  { code: 'no-conversion', violate: keepInFrancs },
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
      change(world, { marginMode: 'fixed-per-lot', marginPerLotMicros: 1n });
      const policy = { ...testPolicy, leverageCaps: { 'forex-major': 100 } };
      setRule(world.scenario.state, { rule: 'policy', tenantId, policy });
    },
  },
  { code: 'not-enough-margin', violate: (world) => changeOrder(world, { lots: toLots(9_000), margin: zeroMoney }) },
];

testRefusals({
  command: 'ReverseOrder',
  rules: lists.ReverseOrder,
  rows: reverseOrderRows,
  create: (): Held<ReverseOrder> => {
    const world = held();
    const about = { ...world.scenario.source(), orderId: 1 as OrderId, expected: null, quoteSeq: null };
    return { ...world, command: { type: 'ReverseOrder', ...about, market: openMarket } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const breakEvenRows: readonly RefusalRow<Held<BreakEven>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.orderId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  {
    code: 'order-not-open',
    violate: ({ command }) => void (command.orderId = 2 as OrderId),
    excludesNext: 'a pending order has no costs',
  },
  { code: 'no-price', violate: ({ command }) => void (command.market = { ...openMarket, kind: 'no-price' }) },
  { code: 'market-closed', violate: ({ closed }) => void closed.add(eurusd.id) },
  { code: 'price-stale', violate: ({ command }) => void (command.market = { ...openMarket, ageMs: 5_001 }) },
  { code: 'conversion-stale', violate: ({ command }) => void (command.conversion = { ...openMarket, ageMs: 5_001 }) },
  {
    code: 'no-conversion',
    violate: keepInFrancs,
    excludesNext: 'without a rate there is no break-even price',
  },
  { code: 'stop-at-break-even', violate: (world) => changeOrder(world, { stopLoss: toPrice(115_380) }) },
  { code: 'break-even-not-reached', violate: ({ scenario }) => void scenario.quote(eurusd, '1.15302', '1.15314') },
];

testRefusals({
  command: 'BreakEven',
  rules: lists.BreakEven,
  rows: breakEvenRows,
  create: (): Held<BreakEven> => {
    const world = held();
    return {
      ...world,
      command: { type: 'BreakEven', ...world.scenario.source(), orderId: 1 as OrderId, market: openMarket },
    };
  },
  run: ({ scenario, command }) => scenario.run(command),
});
