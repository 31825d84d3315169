import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadLanguage } from '../../i18n/text.ts';
import { isLate, usualText } from './withdrawal-state.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => vi.unstubAllGlobals());

it('R-FND-88 the usual time is given with the number of payments; too few payments give none', () => {
  expect(usualText({ p90Ms: 19_200_000, count: 214 })).toBe(
    'Usually paid within 5 hr 20 min. 9 of 10 payouts in the last 90 days were this fast (214 in total).',
  );
  expect(usualText({ p90Ms: null, count: 3 })).toBe('Typical payout time appears after 5 payouts (3 so far).');
});

it('R-FND-88 a withdrawal is late beyond the 90th percentile; without a usual time none is late', () => {
  const clock = { p90Ms: 3_600_000, count: 20 };
  expect(isLate(3_600_001, clock)).toBe(true);
  expect(isLate(3_600_000, clock)).toBe(false);
  expect(isLate(1e12, { p90Ms: null, count: 4 })).toBe(false);
});
