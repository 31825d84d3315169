import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import vectors from '../../../../../testkit/receipt-vectors-4.json' with { type: 'json' };
import { loadLanguage } from '../../i18n/text.ts';
import { ReceiptNights } from './ReceiptNights.tsx';
import { ReceiptRules } from './ReceiptRules.tsx';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => vi.unstubAllGlobals());

const receiptOf = (id: string) => JSON.parse(vectors.nights.find((one) => one.id === id)?.text ?? '{}');

/** Text of an element, without isolates and marks. */
const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2066-\u2069\u200e]/g, '')
    .replace(/\s+/g, ' ');

test('R-LOG-29 each night of a receipt is shown with its figures and the version that decided it', () => {
  const text = textOf(<ReceiptNights swaps={receiptOf('1-close').swaps} />);
  expect(text).toMatch(/−13\.47 price steps a lot · 0\.30 lots · nights counted: 3/);
  expect(text).toMatch(/JPY to USD at the mid price of USDJPY 157\.320 \/ 157\.334/);
  expect(text).toContain('Terms of the instrument: Version 3');
  expect(text).toContain('0.13 lots were closed and took their share of the swap');
  expect(text.indexOf('0.17 lots')).toBeLessThan(text.indexOf('0.30 lots'));
  expect(text).not.toContain('Older nights');
});

test('R-LOG-29 of many nights the newest ten are shown at first; that older ones are summed is said with the last', () => {
  const { swaps } = receiptOf('1-close');
  const [night] = swaps.steps;
  const steps = Array.from({ length: 12 }, (_, at) => ({ ...night, roll: night.roll + at * 86_400_000 }));
  const markup = renderToStaticMarkup(<ReceiptNights swaps={{ ...swaps, whole: false, steps }} />);
  expect(markup.match(/<li>/g)).toHaveLength(10);
  expect(markup).toContain('Show all');
  expect(markup).not.toContain('Older nights');
  const few = renderToStaticMarkup(<ReceiptNights swaps={{ ...swaps, whole: false, steps: steps.slice(0, 3) }} />);
  expect(few).toContain('Older nights are in the sum and not listed.');
});

test('R-LOG-29 the versions of the rules are named, with the way to the public log', () => {
  const own = renderToStaticMarkup(<ReceiptRules rules={receiptOf('1-open').rules} />);
  for (const part of ['Version 2', 'Version 3', 'href="/log/"']) expect(own).toContain(part);
  const bare = textOf(<ReceiptRules rules={{ instrument: 1, policy: 4, terms: null, catalogue: 0 }} />);
  expect(bare).toContain('Rules of the company Version 4 Terms of the instrument None of its own');
  expect(bare).toContain('Catalogue of instruments —');
  expect(textOf(<ReceiptRules rules={{ instrument: 1, policy: 4, terms: null }} />)).not.toContain('Catalogue');
  expect(renderToStaticMarkup(<ReceiptRules rules={undefined} />)).toBe('');
});
