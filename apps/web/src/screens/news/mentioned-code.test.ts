import { expect, test } from 'vitest';
import { mentionedCode } from './mentioned-code.ts';

const codes = ['EUR/USD', 'USD/JPY', 'US500', 'XAU/USD'];

test.each([
  ['Dollar lifts USD/JPY while EUR/USD waits', 'USD/JPY'],
  ['<p>EUR/USD</p>', 'EUR/USD'],
  ['XEUR/USDT and US5000', null],
  ['XEUR/USD, then EUR/USD.', 'EUR/USD'],
  ['歐元兌美元（EUR/USD）', 'EUR/USD'],
  ['eur/usd', null],
  ['', null],
])('R-NEWS-02 %j mentions %s', (text, code) => expect(mentionedCode(text, codes)).toBe(code));
