import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, setTerms, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { AccountId, CompanyId, InstrumentId } from '../../values/ids.ts';
import { catalogueTerms, closedUntil, type InstrumentTerms, nextClosure } from '../../values/instrument-terms.ts';
import { toMoney } from '../../values/money.ts';
import { toPrice } from '../../values/price.ts';
import { evolve } from '../evolve.ts';
import { applyQuote } from '../on-quote.ts';
import { rollOver } from '../roll-over.ts';
import { createState } from '../state.ts';
import type { TradingHalt } from './trading-rules.ts';

const { eurusd, gbpusd } = testSpecs;
const own = 1 as CompanyId;
const other = 2 as CompanyId;
const standing: TradingHalt = { tenantId: own, instrumentId: null, fromMs: 0, toMs: null };

function quoted(): EngineScenario {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(gbpusd, '1.30678', '1.30694');
  const grant = toMoney(50_000_000_000n);
  const account = { atMs: 1, accountId: 9 as AccountId, tenantId: other, realm: 'demo', currency: 'USD' } as const;
  scenario.run({ type: 'OpenAccount', ...account, grant });
  return scenario;
}

function offer(scenario: EngineScenario, terms: Partial<InstrumentTerms>): void {
  setTerms(scenario.state, own, eurusd.id, { ...catalogueTerms(eurusd), ...terms });
}

describe('R-OPS-40 terms of a company', () => {
  test('apply to the company’s own orders only', () => {
    const scenario = quoted();
    offer(scenario, { leverages: [50], lotsMin: 10, lotsMax: 200, feeRateE8: 1_200_000_000n });
    expect(scenario.place(eurusd, { leverage: 100 })).toBe('leverage-not-offered');
    expect(scenario.place(eurusd, { leverage: 50, lots: '0.09' })).toBe('lots-out-of-range');
    expect(scenario.place(eurusd, { leverage: 50, lots: '2.01' })).toBe('lots-out-of-range');
    expect(scenario.place(eurusd, { leverage: 50 })).toMatchObject([
      { type: 'OrderOpened', order: { fee: 6_000_000n }, fill: { feeRateE8: 1_200_000_000n } },
    ]);
    expect(scenario.place(gbpusd)).toMatchObject([{ order: { fee: 3_500_000n } }]);
    expect(scenario.place(eurusd, { leverage: 100, lots: '0.01', accountId: 9 })).toMatchObject([
      { type: 'OrderOpened', order: { fee: 70_000n }, fill: { feeRateE8: 700_000_000n } },
    ]);
  });

  test('cannot loosen the jurisdiction: leverage stays within the cap of the profile', () => {
    const scenario = quoted();
    setRule(scenario.state, {
      rule: 'policy',
      tenantId: own,
      policy: { ...testPolicy, leverageCaps: { 'forex-major': 30 } },
    });
    offer(scenario, { leverages: [50, 100] });
    expect(scenario.place(eurusd, { leverage: 50 })).toBe('leverage-not-allowed');
    expect(scenario.place(eurusd, { leverage: 30 })).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test('apply to orders opened from now on: open ones keep margin and fee, and can be closed in part', () => {
    const scenario = quoted();
    scenario.place(eurusd, { lots: '0.10' });
    const before = scenario.order(1);
    offer(scenario, { isOffered: false, leverages: [20], lotsMin: 100, feeRateE8: 0n });
    expect(scenario.order(1)).toEqual(before);
    expect(scenario.close(1, '0.01')).toMatchObject([{ type: 'OrderReduced' }]);
    expect(scenario.close(1)).toMatchObject([{ type: 'OrderClosed' }]);
  });

  test('a pending order pays the fee in force at its fill', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000' });
    offer(scenario, { feeRateE8: 100_000_000n });
    expect(scenario.quote(eurusd, '1.14980', '1.14992')).toMatchObject([
      { type: 'OrderOpened', order: { fee: 500_000n }, fill: { feeRateE8: 100_000_000n } },
    ]);
  });

  test('the swap of a night is charged at the rate then in force', () => {
    const scenario = quoted();
    const nightMs = 30 * 3_600_000;
    for (const accountId of [1, 9]) scenario.place(eurusd, { lots: '1.00', accountId });
    offer(scenario, { swapLongE2: -200 });
    const { events } = rollOver(scenario.state, nightMs, nightMs, scenario.canClose);
    const swaps = events.flatMap((event) => (event.type === 'SwapCharged' ? [event.order.swap] : []));
    expect(swaps).toEqual([-2_000_000n, -13_470_000n]);
  });

  test('are not used by replay', () => {
    const scenario = quoted();
    offer(scenario, { feeRateE8: 100_000_000n });
    scenario.place(eurusd);
    scenario.close(1, '0.10');
    const replayed = createState(Object.values(testSpecs), testPolicy, 1);
    offer({ state: replayed } as EngineScenario, { isOffered: false, feeRateE8: 900_000_000n });
    setRule(replayed, { rule: 'halt', haltId: 1, halt: standing });
    for (const event of scenario.events) evolve(replayed, event);
    expect(replayed.balances).toEqual(scenario.state.balances);
    expect(replayed.accounts.get(1 as AccountId)?.orders).toEqual(scenario.state.accounts.get(1 as AccountId)?.orders);
  });
});

describe('R-OPS-41 an instrument not offered, or closed by the company', () => {
  test('is refused by name, each reason in turn', () => {
    const scenario = quoted();
    offer(scenario, { isOffered: false });
    expect(scenario.place(eurusd)).toBe('instrument-not-offered');
    expect(scenario.place(eurusd, { accountId: 9 })).toMatchObject([{ type: 'OrderOpened' }]);
    offer(scenario, { closures: [{ fromMs: 0, toMs: 2_000_000 }] });
    expect(scenario.place(eurusd)).toBe('market-closed');
    expect(scenario.place(eurusd, { market: { kind: 'no-price', ageMs: 0 } })).toBe('no-price');
    expect(scenario.place(gbpusd)).toMatchObject([{ type: 'OrderOpened' }]);
    offer(scenario, {
      closures: [
        { fromMs: 0, toMs: 1_000 },
        { fromMs: 3_000_000, toMs: 4_000_000 },
      ],
    });
    expect(scenario.place(eurusd)).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test.each([
    ['a closure', { closures: [{ fromMs: 0, toMs: 2_000_000 }] }],
    ['not being offered', { isOffered: false }],
  ])('pending orders wait during %s, and can be cancelled', (_what, terms) => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000' });
    scenario.place(eurusd, { target: '1.14000' });
    offer(scenario, terms);
    expect(scenario.quote(eurusd, '1.14980', '1.14992')).toEqual([]);
    expect(scenario.order(1)).toMatchObject({ status: 'pending' });
    expect(scenario.cancel(2)).toMatchObject([{ type: 'OrderCancelled' }]);
    offer(scenario, {});
    expect(scenario.quote(eurusd, '1.14960', '1.14972')).toMatchObject([
      { type: 'OrderOpened', order: { id: 1, openPrice: 114_972 } },
    ]);
  });

  test('overlapping closures count as one', () => {
    const closures = [
      { fromMs: 50, toMs: 60 },
      { fromMs: 10, toMs: 20 },
      { fromMs: 15, toMs: 30 },
    ];
    expect([9, 10, 19, 29, 30, 59].map((at) => closedUntil({ closures }, at))).toEqual([null, 30, 30, 30, null, 60]);
    expect([9, 10, 30, 50].map((at) => nextClosure({ closures }, at))).toEqual([10, 15, 50, null]);
  });
});

describe('R-OPS-50 a halt', () => {
  test.each<[string, TradingHalt, string | null, string | null]>([
    ['of one instrument', { ...standing, instrumentId: eurusd.id }, 'trading-halted', null],
    ['of another instrument', { ...standing, instrumentId: gbpusd.id }, null, null],
    ['of the company', standing, 'trading-halted', null],
    ['of another company', { ...standing, tenantId: other }, null, 'trading-halted'],
    ['of the installation', { ...standing, tenantId: null }, 'trading-halted', 'trading-halted'],
    [
      'of an instrument everywhere',
      { ...standing, tenantId: null, instrumentId: eurusd.id },
      'trading-halted',
      'trading-halted',
    ],
  ])('%s refuses the orders it covers', (_what, halt, mine, theirs) => {
    const scenario = quoted();
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt: halt });
    const outcome = (accountId: number, target?: string) => {
      const placed = scenario.place(eurusd, { accountId, ...(target === undefined ? {} : { target }) });
      return typeof placed === 'string' ? placed : null;
    };
    expect([outcome(1), outcome(1, '1.15000'), outcome(9)]).toEqual([mine, mine, theirs]);
  });

  test('does not affect closing, cancelling, stops, targets and stop-out', () => {
    const scenario = quoted();
    scenario.place(eurusd, { stopLoss: '1.15000' });
    scenario.place(eurusd, { takeProfit: '1.15500' });
    scenario.place(eurusd);
    scenario.place(eurusd, { target: '1.10000' });
    scenario.place(gbpusd, { lots: '30.00', accountId: 9 });
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt: { ...standing, tenantId: null } });
    expect(scenario.amend(eurusd, 3, { stopLoss: '1.14000' })).toMatchObject([{ type: 'StopsAmended' }]);
    expect(scenario.cancel(4)).toMatchObject([{ type: 'OrderCancelled' }]);
    expect(scenario.quote(eurusd, '1.15510', '1.15522')).toMatchObject([{ order: { closeReason: 'take-profit' } }]);
    expect(scenario.quote(eurusd, '1.14990', '1.15002')).toMatchObject([{ order: { closeReason: 'stop-loss' } }]);
    expect(scenario.close(3, '0.10')).toMatchObject([{ type: 'OrderReduced' }]);
    expect(scenario.close(3)).toMatchObject([{ type: 'OrderClosed' }]);
    const fallen = scenario.quote(gbpusd, '1.29200', '1.29216');
    expect(fallen).toMatchObject([{ type: 'OrderClosed', order: { closeReason: 'stop-out' } }]);
  });

  test('holds back pending orders; the first quote afterwards fills those still reached, at its executable price', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000' });
    scenario.place(eurusd, { target: '1.15400' });
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt: standing });
    expect(scenario.quote(eurusd, '1.14900', '1.14912')).toEqual([]);
    expect(scenario.quote(eurusd, '1.15420', '1.15432')).toEqual([]);
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt: { ...standing, toMs: 1 } });
    // The price has left the limit's target again: it stays pending, as any limit does.
    expect(scenario.quote(eurusd, '1.15450', '1.15462')).toMatchObject([
      { type: 'OrderOpened', order: { id: 2, kind: 'stop', openPrice: 115_462 } },
    ]);
    expect(scenario.order(1)).toMatchObject({ status: 'pending' });
    expect(scenario.quote(eurusd, '1.14980', '1.14992')).toMatchObject([{ order: { id: 1, openPrice: 114_992 } }]);
  });

  test('that has ended still applies to a late quote from within it', () => {
    const scenario = quoted();
    scenario.place(eurusd, { target: '1.15000' });
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt: { ...standing, fromMs: 2_000_000, toMs: 3_000_000 } });
    const late = (timeMs: number, seq: number) => {
      const prices = { bid: toPrice(114_980), ask: toPrice(114_992) };
      const quote = { instrumentId: eurusd.id as InstrumentId, seq, ...prices, timeMs, source: 'test' };
      return applyQuote(scenario.state, quote, 3_000_500, scenario.canClose, timeMs);
    };
    expect(late(2_999_999, 101)).toEqual([]);
    expect(late(3_000_000, 102)).toMatchObject([{ type: 'OrderOpened', order: { id: 1 } }]);
  });
});
