import { type Language, languages } from '@candor/contracts/languages';
import { expect, test } from 'vitest';
import { noticeText } from './notices.ts';

const values = { code: 'EUR/USD', order: '8000001', amount: '12.50' };

test.each(Object.keys(languages) as Language[])('R-SOC-10 every notice is told whole in %s', (language) => {
  expect(noticeText('stop-out', language, values)).toMatch(/EUR\/USD.*8000001.*12\.50/);
  for (const kind of ['order-cancelled', 'order-expired'] as const) {
    const text = noticeText(kind, language, values);
    expect(text).toContain('EUR/USD');
    expect(text).toContain('8000001');
  }
  expect(noticeText('negative-balance-covered', language, values)).toContain('12.50');
  expect(noticeText('margin-call', language, values)).not.toMatch(/[{}]/);
});
