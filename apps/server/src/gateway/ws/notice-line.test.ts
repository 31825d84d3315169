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

test('R-ORD-41 a notice of a higher stop-out level names level and time', () => {
  const base = { id: '1-0', atMs: 1, order: null, amount: null };
  const noticed = {
    ...base,
    kind: 'stop-out-noticed',
    stopOut: { percent: 60, fromMs: Date.UTC(2026, 10, 27, 17, 5) },
  };
  const ended = { ...base, kind: 'stop-out-notice-ended', stopOut: { percent: 60, fromMs: null } };
  const textOf = (notice: object) => toNoticeLine(notice as Notice, null, 'USD', 'en').Msg;
  expect(textOf(noticed)).toBe(
    'From Nov 27, 2026, 17:05 UTC the stop-out level of your open positions is 60%. Until then the present level stays.',
  );
  expect(textOf(ended)).toBe('The stop-out level of your account is now 60%.');
});
