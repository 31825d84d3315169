import type { Language } from '@candor/contracts/languages';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadLanguage, plural } from './text.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: {} }));
afterAll(() => void vi.unstubAllGlobals());

test.each<[Language, string, string]>([
  ['en', '1', '1 lot'],
  ['en', '1.00', '1.00 lots'],
  ['ru', '1', '1 лот'],
  ['ru', '0.50', '0.50 лота'],
  ['ru', '5', '5 лотов'],
  ['fr', '1.50', '1.50 lot'],
  ['fr', '2.00', '2.00 lots'],
  ['spa', '1.00', '1.00 lote'],
  ['ar', '5.00', '5.00 لوتات'],
  ['jp', '0.01', '0.01 ロット'],
])('R-LANG-02 %s writes %s lots as "%s": decimals count for the plural form', async (language, lots, text) => {
  await loadLanguage(language);
  expect(plural('trade.lotsOf', lots)).toBe(text);
});

test('R-LANG-02 a minus sign does not change the plural form, and a missing figure keeps its unit', async () => {
  await loadLanguage('ru');
  expect(plural('trade.pips', '−2.5')).toBe('−2.5 пипса');
  expect(plural('trade.pips', '—')).toBe('— пипсов');
});
