import type { Notice } from '@candor/domain/engine/notice';
import { parseMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
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

test('R-ORD-41 R-ORD-45 a notice of worse terms names the old and the new figure and what avoids them', () => {
  const base = { id: '1-0', atMs: 1, order: null, amount: null };
  const fromMs = Date.UTC(2026, 10, 27, 17, 5);
  const spec = { ...testSpecs.eurusd };
  const textOf = (notice: object, language: 'en' | 'ar' = 'en') =>
    toNoticeLine(notice as Notice, spec, 'USD', language).Msg;
  const swap = { instrumentId: spec.id, side: 'buy', beforeE2: -1_347, afterE2: -4_000 };
  const noticed = { ...base, kind: 'swap-noticed', swap: { ...swap, fromMs } };
  expect(textOf(noticed)).toBe(
    'EUR/USD (buy): from Nov 27, 2026, 17:05 UTC the swap of your open positions is −40.00 points a night; until then −13.47. It is not charged on a position that you close before.',
  );
  expect(toNoticeLine(noticed as Notice, spec, 'USD', 'en').ForexId).toBe(spec.id);
  expect(textOf({ ...noticed, swap: { ...swap, fromMs: null } })).toBe(
    'EUR/USD (buy): the swap is now −40.00 points a night, before −13.47. It applies to your position, which was opened after the change.',
  );
  expect(textOf(noticed, 'ar')).toContain('\u2066−40.00\u2069');
  const raised = { ...base, kind: 'stop-out-noticed', stopOut: { percent: 60, beforePercent: 50, fromMs } };
  expect(textOf(raised)).toBe(
    'From Nov 27, 2026, 17:05 UTC the stop-out level of your open positions is 60%; until then it stays 50%. Closing positions or adding funds keeps you above it.',
  );
});
