import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import type { LiveQuote } from '../../../data/quotes.ts';
import { loadLanguage } from '../../../i18n/text.ts';
import { dealStateOf } from '../../../widgets/live-quote.ts';
import { StateNote } from './StateNote.tsx';
import type { TicketHandle } from './use-ticket.ts';

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));

const open = { bid: '1.1', ask: '1.2', marketStatus: 1, isStale: false, isHalted: false } as LiveQuote;

test('R-OPS-52 a halt keeps from opening, unless there is something graver', () => {
  expect(dealStateOf(open)).toBe('open');
  expect(dealStateOf({ ...open, isHalted: true })).toBe('halted');
  expect(dealStateOf({ ...open, isHalted: true, isStale: true })).toBe('stale');
  expect(dealStateOf({ ...open, isHalted: true, marketStatus: 0 })).toBe('closed');
});

test.each([
  ['en', 'Opening is halted.', 'Closing stays possible.'],
  ['hk', '暫停開倉。', '仍可平倉。'],
] as const)('R-OPS-52 the ticket says so in %s, and that closing stays possible', async (language, title, text) => {
  await loadLanguage(language);
  const handle = { context: { state: 'halted' }, facts: { nextOpenMs: null } } as TicketHandle;
  const html = renderToStaticMarkup(<StateNote handle={handle} />);
  expect(html).toContain(title);
  expect(html).toContain(text);
});
