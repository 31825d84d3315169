import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { AccountId, CompanyId } from '../../values/ids.ts';
import { jurisdictions } from '../../values/jurisdiction.ts';
import { toMoney } from '../../values/money.ts';
import { evolve } from '../evolve.ts';
import { type AccountState, createState, type EngineState } from '../state.ts';
import type { TradingPolicy } from './trading-rules.ts';

const { eurusd, gbpusd, index } = testSpecs;
const company = 1 as CompanyId;
const european: TradingPolicy = {
  ...testPolicy,
  ordersMax: 1,
  marginCallPercent: 120,
  stopOutPercent: 90,
  leverageCaps: jurisdictions.eu.leverageCaps,
};

function setPolicy({ state }: EngineScenario, tenantId: CompanyId, policy: TradingPolicy): void {
  setRule(state, { rule: 'policy', tenantId, policy });
}

function quoted(balance = '50000.00'): EngineScenario {
  const scenario = new EngineScenario({ balance });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(gbpusd, '1.30678', '1.30694');
  scenario.quote(index, '6123.4', '6124.0');
  return scenario;
}

/** Bands are derived from quotes and policy, so that they are not compared. */
const factsOf = (state: EngineState) =>
  [...state.accounts.values()].map((account): Omit<AccountState, 'bands'> & { bands: null } => ({
    ...account,
    bands: null,
  }));

describe('rules by company (R-ORD-28)', () => {
  test('each account has the rules of its own company', () => {
    const scenario = quoted();
    setPolicy(scenario, 2 as CompanyId, european);
    const other = { atMs: 1, accountId: 9 as AccountId, tenantId: 2 as CompanyId };
    const grant = toMoney(50_000_000_000n);
    scenario.run({ type: 'OpenAccount', ...other, realm: 'demo', currency: 'USD', grant });
    expect(scenario.place(eurusd, { leverage: 100 })).toMatchObject([{ type: 'OrderOpened' }]);
    expect(scenario.place(eurusd, { leverage: 100, accountId: 9 })).toBe('leverage-not-allowed');
    expect(scenario.place(eurusd, { leverage: 25, accountId: 9 })).toBe('leverage-not-offered');
    expect(scenario.place(eurusd, { leverage: 30, accountId: 9 })).toMatchObject([
      { type: 'OrderOpened', order: { leverage: 30, margin: 1_921_583_334n } },
    ]);
    expect(scenario.place(eurusd, { leverage: 30, accountId: 9 })).toBe('too-many-orders');
    expect(scenario.place(eurusd, { leverage: 30 })).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test('a fixed margin below the jurisdiction’s required margin is refused', () => {
    const scenario = quoted();
    setPolicy(scenario, company, european);
    // 500 dollars a lot on 61,240 of notional is 122 to 1.
    expect(scenario.place(index, { lots: '1.00', leverage: 100 })).toBe('leverage-not-allowed');
    expect(scenario.place(index, { lots: '1.00', leverage: 10 })).toBe('leverage-not-allowed');
    const dear = { ...european, leverageCaps: { 'index-major': 100, 'index-minor': 100 } };
    setPolicy(scenario, company, dear);
    expect(scenario.place(index, { lots: '1.00', leverage: 100 })).toBe('leverage-not-allowed');
    setPolicy(scenario, company, testPolicy);
    expect(scenario.place(index, { lots: '1.00', leverage: 100 })).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test('a change applies to new orders only: open and pending ones keep leverage and margin', () => {
    const scenario = quoted();
    scenario.place(eurusd, { leverage: 200 });
    scenario.place(eurusd, { leverage: 200, target: '1.15000' });
    const before = scenario.order(1);
    setPolicy(scenario, company, { ...testPolicy, leverageCaps: jurisdictions.eu.leverageCaps });
    expect(scenario.place(eurusd, { leverage: 200 })).toBe('leverage-not-allowed');
    expect(scenario.order(1)).toEqual(before);
    scenario.quote(eurusd, '1.14980', '1.14992');
    expect(scenario.order(2)).toMatchObject({ status: 'open', leverage: 200, margin: 287_480_000n });
    expect(scenario.close(1)).toMatchObject([{ type: 'OrderClosed' }]);
  });

  test('replay does not depend on rules: the same events give the same accounts under any', () => {
    const scenario = quoted('1000.00');
    scenario.place(eurusd, { lots: '1.00', leverage: 200 });
    scenario.place(gbpusd, { lots: '0.10', leverage: 200, target: '1.30000' });
    scenario.quote(eurusd, '1.14870', '1.14882');
    scenario.quote(eurusd, '1.14590', '1.14602');
    scenario.quote(gbpusd, '1.29980', '1.29996');
    expect(scenario.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['MarginCalled', 'OrderClosed']));
    const replayed = createState(Object.values(testSpecs), { ...european, feeType: 'of-notional' }, 1);
    setRule(replayed, { rule: 'policy', tenantId: company, policy: european });
    for (const event of scenario.events) evolve(replayed, event);
    expect(factsOf(replayed)).toEqual(factsOf(scenario.state));
    expect(replayed.balances).toEqual(scenario.state.balances);
    expect(replayed.lastOrderId).toBe(scenario.state.lastOrderId);
  });
});
