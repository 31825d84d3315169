import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { useShownOrder } from '../../data/shown-order.ts';
import { loadLanguage } from '../../i18n/text.ts';
import { useToast } from '../../ui/toast.ts';
import { fillText, toastClose, toastFill } from './toast-order.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  useToast.setState({ message: null });
  useShownOrder.setState({ open: null });
});

const facts = { id: 1, spec: testSpecs.eurusd } as unknown as InstrumentFacts;
const bought = { id: 7, side: 'buy', lots: '0.20', entryPrice: '1.15266', status: 'open', stopLoss: null } as Order;
const sold = { ...bought, side: 'sell' } as Order;

test.each([
  [bought, '1.15267', 'Bought 0.20 at 1.15266 · 0.1 pips better than shown'],
  [bought, '1.15256', 'Bought 0.20 at 1.15266 · 1.0 pips worse than shown'],
  [bought, '1.15266', 'Bought 0.20 at 1.15266 · as shown'],
  [sold, '1.15267', 'Sold 0.20 at 1.15266 · 0.1 pips worse than shown'],
  [sold, '1.15260', 'Sold 0.20 at 1.15266 · 0.6 pips better than shown'],
  [sold, null, 'Sold 0.20 at 1.15266'],
])('R-SCR-65 a fill is named with its slippage: %#', (order, shown, text) => {
  expect(fillText(order, facts, shown)).toBe(text);
});

test('R-SCR-65 the button of a fill opens the order, or the stop-loss that it lacks', () => {
  const press = () => useToast.getState().message?.action;
  toastFill(bought, facts, 115_267);
  expect(press()?.label).toBe('Add stop');
  press()?.run();
  expect(useShownOrder.getState().open).toEqual({ order: bought, view: 'stop' });
  const stopped = { ...bought, stopLoss: '1.15000' };
  toastFill(stopped, facts, null);
  expect(press()?.label).toBe('Details');
  press()?.run();
  expect(useShownOrder.getState().open).toEqual({ order: stopped, view: 'detail' });
});

test('R-SCR-65 a close is named with its price and net result; one without its order by the server’s words', () => {
  const closed = { ...bought, status: 'closed', markPrice: '1.15431', profit: '33.000000', fee: '1.40', swap: '0.00' };
  toastClose({ message: 'Success', order: closed as Order }, 'USD');
  expect(useToast.getState().message).toMatchObject({ text: 'Closed at 1.15431', detail: 'Net result +31.60 USD' });
  useToast.getState().message?.action?.run();
  expect(useShownOrder.getState().open).toEqual({ order: closed, view: 'detail' });
  toastClose({ message: 'Success', order: null }, 'USD');
  expect(useToast.getState().message).toMatchObject({ text: 'Success' });
  expect(useToast.getState().message).not.toHaveProperty('action');
});
