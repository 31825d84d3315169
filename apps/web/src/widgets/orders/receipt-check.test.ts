import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../data/order.ts';
import { matchesOrder, shortCode, worstOf } from './receipt-check.ts';

const order = {
  id: 8,
  side: 'buy',
  lots: '0.20',
  entryPrice: '1.15266',
  markPrice: '1.15431',
  profit: '33.000000',
  swap: '0.000000',
  receiptIds: ['7-open', '8-close'],
} as unknown as Order;

const receipt = (fields: object) => {
  const all = { side: 'buy', order: 8, openPrice: null, ...fields } as unknown as SignedReceipt['fields'];
  return { id: all.id, text: JSON.stringify(all), hash: `9f3c${'0'.repeat(56)}e41a` } as SignedReceipt;
};
const close = { id: '8-close', openPrice: '1.15266', price: '1.15431', lots: '0.2', profit: '33.00', swap: '0.000000' };

describe('R-JRN-02 a receipt', () => {
  test('of the opening matches its order by side and price, also that of a closed part', () => {
    expect(matchesOrder(receipt({ id: '7-open', order: 7, lots: '0.50', price: '1.15266' }), order)).toBe(true);
    expect(matchesOrder(receipt({ id: '7-open', price: '1.15267' }), order)).toBe(false);
    expect(matchesOrder(receipt({ id: '7-open', price: '1.15266', side: 'sell' }), order)).toBe(false);
    expect(matchesOrder(receipt({ id: '9-open', price: '1.15266' }), order)).toBe(false);
  });

  test('of a close matches its order in every figure', () => {
    expect(matchesOrder(receipt(close), order)).toBe(true);
    for (const [field, value] of [
      ['price', '1.15430'],
      ['openPrice', '1.15260'],
      ['lots', '0.30'],
      ['profit', '33.000001'],
      ['swap', '-1.00'],
      ['order', 9],
    ])
      expect(matchesOrder(receipt({ ...close, [String(field)]: value }), order), String(field)).toBe(false);
  });

  test('has a short code, and the worst of several verdicts counts', () => {
    expect(shortCode(receipt(close))).toBe('9f3c…e41a');
    expect(worstOf(['verified', 'cannot', 'not-verified'])).toBe('not-verified');
    expect(worstOf(['verified', 'cannot'])).toBe('cannot');
    expect(worstOf(['verified'])).toBe('verified');
  });
});
