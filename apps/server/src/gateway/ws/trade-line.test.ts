import { formatMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { viewAccount } from '../../trading/views.ts';
import { stampOrders } from '../http/to-order.ts';
import { TradeLines } from './trade-line.ts';

const { eurusd, usdjpy } = testSpecs;
const market = { spec: (id: number) => Object.values(testSpecs).find((spec) => spec.id === id) ?? null };

test('R-SOC-14 kept texts never outlive the order or the price that they are of', () => {
  const scenario = new EngineScenario();
  const lines = new TradeLines(market);
  const read = () => {
    const view = viewAccount(scenario.state, scenario.accountId) ?? expect.fail('the account is open');
    const [text, instruments] = lines.of(view);
    const { TransOrder: orders, OrdersStamp: stamp } = JSON.parse(text ?? '') as Record<string, unknown>;
    expect(stamp).toBe(stampOrders(view));
    const open = view.orders.filter(({ order }) => order.status === 'open');
    expect(orders).toEqual(
      open.map(({ order, mark, profit }) => ({
        Id: order.id,
        UpdatePrice: formatPrice(mark ?? expect.fail('there is a price'), market.spec(order.instrumentId)?.digits ?? 0),
        FactProfits: formatMoney(profit),
      })),
    );
    return { orders: open.length, instruments };
  };
  expect(read()).toEqual({ orders: 0, instruments: [] });
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.quote(usdjpy, '157.000', '157.010');
  scenario.place(eurusd, { lots: '0.10' });
  scenario.place(eurusd, { side: 'sell', lots: '0.10' });
  scenario.place(eurusd, { target: '1.10000' });
  expect(read()).toEqual({ orders: 2, instruments: [eurusd.id, eurusd.id] });
  scenario.quote(eurusd, '1.15100', '1.15110');
  read();
  lines.forgetPrice(eurusd.id);
  scenario.amend(eurusd, 2, { stopLoss: '1.20000' });
  read();
  scenario.close(1);
  expect(read()).toEqual({ orders: 1, instruments: [eurusd.id] });
  scenario.place(usdjpy, { lots: '0.10' });
  expect(read()).toEqual({ orders: 2, instruments: null });
});
