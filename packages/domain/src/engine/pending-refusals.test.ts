import { expect, test } from 'vitest';
import { setRule, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { refusalLists as lists } from '../../../../testkit/refusal-lists.ts';
import { type RefusalRow, testRefusals } from '../../../../testkit/refusal-table.ts';
import { offer, openMarket, quoted, tenantId } from '../../../../testkit/refusal-worlds.ts';
import type { InstrumentId, OrderId } from '../values/ids.ts';
import { toLots } from '../values/lots.ts';
import { toPrice } from '../values/price.ts';
import type { AmendOrder, LinkOrders } from './command.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Pending<Of> = ReturnType<typeof pending> & { readonly command: Writable<Of> };

const { eurusd, gbpusd } = testSpecs;

/** Scenario with orders 1 and 2 pending in the dollar pair, and order 3 open in it. */
function pending() {
  const world = quoted();
  world.scenario.place(eurusd, { target: '1.15000' });
  world.scenario.place(eurusd, { target: '1.16000' });
  world.scenario.place(eurusd, { lots: '0.10' });
  return world;
}

const amendOrderRows: readonly RefusalRow<Pending<AmendOrder>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.orderId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  {
    code: 'order-not-pending',
    violate: ({ command }) => void (command.orderId = 3 as OrderId),
    excludesNext: 'an open order is not placed again',
  },
  {
    code: 'time-unconfirmed',
    violate: ({ command, scenario }) => {
      scenario.state.isTimeUnconfirmed = true;
      command.expiresAtMs = scenario.nowMs + 60_000;
    },
  },
  {
    code: 'leverage-not-allowed',
    violate: ({ scenario }) => {
      const limits = scenario.state.rules.limitsOf(scenario.accountId);
      setRule(scenario.state, { rule: 'limits', accountId: scenario.accountId, limits: { ...limits, leverageMax: 5 } });
    },
  },
  { code: 'lots-out-of-range', violate: ({ command }) => void (command.lots = toLots(20_000)) },
  { code: 'no-price', violate: ({ command }) => void (command.market = { ...openMarket, kind: 'no-price' }) },
  { code: 'market-closed', violate: ({ closed }) => void closed.add(eurusd.id) },
  { code: 'price-stale', violate: ({ command }) => void (command.market = { ...openMarket, ageMs: 5_001 }) },
  { code: 'target-price-at-market', violate: ({ command }) => void (command.targetPrice = toPrice(115_295)) },
  {
    code: 'expiry-in-past',
    violate: ({ command }) => void (command.expiresAtMs = 1),
    excludesNext: 'an expiry is one instant',
  },
  {
    code: 'expiry-too-far',
    violate: ({ command, scenario }) => void (command.expiresAtMs = scenario.nowMs + 366 * 86_400_000 + 1),
  },
  { code: 'stop-loss-wrong-side', violate: ({ command }) => void (command.stopLoss = toPrice(116_000)) },
  { code: 'take-profit-wrong-side', violate: ({ command }) => void (command.takeProfit = toPrice(114_000)) },
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
    violate: ({ scenario: { state } }) => {
      const changed = { ...eurusd, marginMode: 'fixed-per-lot', marginPerLotMicros: 1n } as const;
      (state.specs as Map<InstrumentId, typeof changed>).set(eurusd.id, changed);
      setRule(state, {
        rule: 'policy',
        tenantId,
        policy: { ...testPolicy, leverageCaps: { 'forex-major': 100 } },
      });
    },
  },
  {
    code: 'stop-loss-wrong-side',
    violate: ({ command, scenario }) => {
      scenario.amend(eurusd, 1, { trailing: 100_000 });
      command.targetPrice = toPrice(90_000);
    },
  },
];

testRefusals({
  command: 'AmendOrder',
  rules: lists.AmendOrder,
  rows: amendOrderRows,
  create: (): Pending<AmendOrder> => {
    const world = pending();
    const about = { ...world.scenario.source(), orderId: 1 as OrderId, targetPrice: toPrice(115_100) };
    return { ...world, command: { type: 'AmendOrder', ...about, market: openMarket } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const linkOrdersRows: readonly RefusalRow<Pending<LinkOrders>>[] = [
  {
    code: 'order-not-found',
    violate: ({ command }) => void (command.otherId = 9 as OrderId),
    excludesNext: 'an order that is not found has no status',
  },
  {
    code: 'order-not-pending',
    violate: ({ command }) => void (command.otherId = 3 as OrderId),
    excludesNext: 'an open order is in no pair',
  },
  {
    code: 'order-linked',
    violate: ({ command }) => void (command.otherId = command.orderId),
    excludesNext: 'a link is made or removed',
  },
  { code: 'order-not-linked', violate: ({ command }) => void (command.otherId = null) },
];

testRefusals({
  command: 'LinkOrders',
  rules: lists.LinkOrders,
  rows: linkOrdersRows,
  create: (): Pending<LinkOrders> => {
    const world = pending();
    const ids = { orderId: 1 as OrderId, otherId: 2 as OrderId };
    return { ...world, command: { type: 'LinkOrders', ...world.scenario.source(), ...ids } };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

test('R-ORD-38 a closure by the company holds the fill of a pending order, and not its change', () => {
  const { scenario } = pending();
  offer({ scenario, spec: eurusd }, { closures: [{ fromMs: 0, toMs: 2_000_000 }] });
  const command = { type: 'AmendOrder', ...scenario.source(), orderId: 1 as OrderId, market: openMarket } as const;
  expect(scenario.run({ ...command, targetPrice: toPrice(114_900) })).toBeInstanceOf(Array);
  expect(scenario.order(1)?.targetPrice).toBe(114_900);
});
