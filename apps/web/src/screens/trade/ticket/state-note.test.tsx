import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LiveQuote } from '../../../data/quotes.ts';
import { loadLanguage } from '../../../i18n/text.ts';
import type { DealState } from '../../../widgets/live-quote.ts';
import { dealStateOf } from '../../../widgets/live-quote.ts';
import { StateNote } from './StateNote.tsx';
import type { TicketHandle } from './use-ticket.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: {} }));
afterAll(() => void vi.unstubAllGlobals());

const open = { bid: '1.1', ask: '1.2', marketStatus: 1, isStale: false, isHalted: false, isWide: false } as LiveQuote;

function noteIn(state: DealState): string {
  const handle = { context: { state }, facts: { nextOpenMs: null } } as TicketHandle;
  return renderToStaticMarkup(<StateNote handle={handle} />);
}

test('R-OPS-52 a halt is named as the reason, unless there is a graver one', () => {
  expect(dealStateOf(open)).toBe('open');
  expect(dealStateOf({ ...open, isHalted: true })).toBe('halted');
  expect(dealStateOf({ ...open, isHalted: true, isStale: true })).toBe('stale');
  expect(dealStateOf({ ...open, isHalted: true, marketStatus: 0 })).toBe('closed');
});

test('R-MKT-17 a wide spread prevents opening, and the ticket names it as the reason', async () => {
  expect(dealStateOf({ ...open, isHalted: true, isWide: true })).toBe('wide');
  expect(dealStateOf({ ...open, isHalted: true, isWide: true, isStale: true })).toBe('stale');
  await loadLanguage('en');
  expect(noteIn('wide')).toContain('The spread is too wide to open.');
  expect(noteIn('wide')).toContain('You can still close positions.');
});

test('R-MKT-07 a stale price and a missing one have different texts, and both prevent trading', () => {
  expect(dealStateOf({ ...open, isStale: true })).toBe('stale');
  expect(dealStateOf({ ...open, bid: null, marketStatus: 2 })).toBe('no-price');
  expect(dealStateOf({ ...open, bid: null })).toBe('no-price');
});

test.each([
  ['stale', 'Waiting for a price.', 'Orders resume with the next quote.'],
  ['no-price', 'No price.', 'The price feed does not quote this instrument.'],
] as const)('R-MKT-07 the ticket says why nothing can be dealt: %s', async (state, title, text) => {
  await loadLanguage('en');
  const html = noteIn(state);
  expect(html).toContain(title);
  expect(html).toContain(text);
});

test.each([
  ['en', 'Opening is halted.', 'You can still close positions.'],
  ['hk', '暫停開倉。', '仍可平倉。'],
] as const)('R-OPS-52 the ticket says so in %s, and that closing stays possible', async (language, title, text) => {
  await loadLanguage(language);
  const html = noteIn('halted');
  expect(html).toContain(title);
  expect(html).toContain(text);
});
