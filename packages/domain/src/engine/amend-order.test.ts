import { describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { openMarket } from '../../../../testkit/refusal-worlds.ts';
import type { CompanyId, OrderId } from '../values/ids.ts';
import { toLots } from '../values/lots.ts';
import { toPrice } from '../values/price.ts';
import type { AmendOrder } from './command.ts';

const { eurusd } = testSpecs;

/** Account with a buy limit order (1) at 1.15000 under a market of 1.15283/1.15295. */
function pending(): EngineScenario {
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { target: '1.15000', stopLoss: '1.14000', takeProfit: '1.16000', expiresAtMs: 9_000_000 });
  return scenario;
}

function amend(scenario: EngineScenario, changes: Partial<AmendOrder>) {
  return scenario.run({
    type: 'AmendOrder',
    ...scenario.source(),
    orderId: 1 as OrderId,
    market: openMarket,
    ...changes,
  });
}

describe('R-ORD-38 a pending order is changed under its id', () => {
  test('a field left out stays', () => {
    const scenario = pending();
    const before = scenario.order(1);
    const targetPrice = toPrice(115_100);
    expect(amend(scenario, { targetPrice })).toMatchObject([{ type: 'OrderAmended', mark: 115_295, transfers: [] }]);
    expect(scenario.order(1)).toEqual({ ...before, targetPrice });
    amend(scenario, { lots: toLots(20), stopLoss: null, expiresAtMs: null });
    expect(scenario.order(1)).toEqual({ ...before, targetPrice, lots: 20, stopLoss: null, expiresAtMs: null });
  });

  test('it fills at its new target, not at the old one', () => {
    const scenario = pending();
    amend(scenario, { targetPrice: toPrice(115_200) });
    expect(scenario.quote(eurusd, '1.15188', '1.15200')).toMatchObject([{ type: 'OrderOpened', order: { id: 1 } }]);
    const other = pending();
    amend(other, { targetPrice: toPrice(114_900) });
    expect(other.quote(eurusd, '1.14988', '1.15000')).toEqual([]);
  });

  test('a target beyond the market makes a stop order of a limit order', () => {
    const scenario = pending();
    amend(scenario, { targetPrice: toPrice(115_400), takeProfit: toPrice(116_500) });
    expect(scenario.order(1)).toMatchObject({ kind: 'stop' });
    expect(scenario.quote(eurusd, '1.15388', '1.15399')).toEqual([]);
    expect(scenario.quote(eurusd, '1.15389', '1.15400')).toMatchObject([{ type: 'OrderOpened' }]);
  });

  test('an order whose fill a halt holds back stays what it is when its target stays', () => {
    const scenario = pending();
    const halt = { tenantId: 1 as CompanyId, instrumentId: null, fromMs: 0, toMs: null };
    setRule(scenario.state, { rule: 'halt', haltId: 1, halt });
    scenario.quote(eurusd, '1.14988', '1.15000');
    expect(amend(scenario, { expiresAtMs: null })).toBeInstanceOf(Array);
    expect(scenario.order(1)).toMatchObject({ kind: 'limit', expiresAtMs: null });
  });

  test('a stop that trails goes on trailing, and ends with its stop-loss', () => {
    const scenario = pending();
    scenario.amend(eurusd, 1, { stopLoss: '1.14000', trailing: 200 });
    amend(scenario, { targetPrice: toPrice(115_100) });
    expect(scenario.order(1)).toMatchObject({ stopLoss: 114_000, trailing: 200 });
    scenario.quote(eurusd, '1.15088', '1.15100');
    scenario.quote(eurusd, '1.15188', '1.15200');
    expect(scenario.order(1)).toMatchObject({ status: 'open', stopLoss: 114_988 });
    const other = pending();
    other.amend(eurusd, 1, { stopLoss: '1.14000', trailing: 200 });
    amend(other, { stopLoss: null });
    expect(other.order(1)).not.toHaveProperty('trailing');
  });

  test('its new expiry ends it, and its old one does not', () => {
    const scenario = pending();
    amend(scenario, { expiresAtMs: 9_500_000 });
    scenario.nowMs = 9_100_000;
    expect(scenario.quote(eurusd, '1.15283', '1.15295')).toEqual([]);
    scenario.nowMs = 9_500_000;
    expect(scenario.quote(eurusd, '1.15283', '1.15295')).toMatchObject([{ type: 'OrderExpired' }]);
  });
});
