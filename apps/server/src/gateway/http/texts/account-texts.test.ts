import { type Language, languages } from '@candor/contracts/languages';
import { expect, test } from 'vitest';
import { noticeText } from './account-texts.ts';

const values = { code: 'EUR/USD', order: '8000001', amount: '12.50' };

const fundsKinds = [
  'deposit-credited',
  'deposit-rejected',
  'withdrawal-requested',
  'withdrawal-approved',
  'withdrawal-paid',
  'withdrawal-rejected',
  'withdrawal-taken-back',
  'correction-posted',
] as const;

test.each(Object.keys(languages) as Language[])('R-SOC-10 every notice has all its values in %s', (language) => {
  expect(noticeText('stop-out', language, values)).toMatch(/EUR\/USD.*8000001.*12\.50/);
  for (const kind of ['order-cancelled', 'order-expired'] as const) {
    const text = noticeText(kind, language, values);
    expect(text).toContain('EUR/USD');
    expect(text).toContain('8000001');
  }
  expect(noticeText('negative-balance-covered', language, values)).toContain('12.50');
  for (const kind of fundsKinds) expect(noticeText(kind, language, values)).toContain('12.50');
  expect(new Set(fundsKinds.map((kind) => noticeText(kind, language, values))).size).toBe(fundsKinds.length);
  expect(noticeText('margin-call', language, values)).not.toMatch(/[{}]/);
});

test.each(Object.keys(languages) as Language[])(
  'R-SOC-10 a loss in a notice keeps its minus before the figure in %s',
  (language) => {
    const text = noticeText('order-closed', language, { code: 'EUR/USD', price: '1.15283', amount: '-14.00 USD' });
    const [from, to] = language === 'ar' ? ['\u2066', '\u2069'] : ['', ''];
    for (const figure of ['EUR/USD', '1.15283', '\u221214.00 USD']) expect(text).toContain(`${from}${figure}${to}`);
    expect(text).not.toContain('-14');
  },
);
