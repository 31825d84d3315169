import type { Notice } from '@candor/domain/engine/notice';
import { parseMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { toNoticeLine } from './notice-line.ts';

test('R-SOC-10 a notice names the currency of its amount', () => {
  const notice = { id: '1-0', kind: 'deposit-credited', atMs: 1, order: null, amount: parseMoney('1000') } as Notice;
  const line = toNoticeLine(notice, null, 'USD', 'en');
  expect(line.Msg).toBe('Your deposit of 1000.00 USD has been credited.');
  expect(line.Amount).toBe('1000.000000');
});
