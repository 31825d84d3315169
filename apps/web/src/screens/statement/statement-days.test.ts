import { expect, test } from 'vitest';
import { daysOf } from './statement-days.ts';

test('R-STM-09 R-MKT-50 months are those of the chosen zone’s clock', () => {
  const newYork = 'America/New_York';
  const stillOctober = Date.UTC(2026, 10, 1, 3);
  expect(daysOf('this-month', stillOctober, newYork)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(daysOf('last-month', stillOctober, newYork)).toEqual({ from: '2026-09-01', to: '2026-09-30' });
  expect(daysOf('last-month', Date.UTC(2027, 0, 15), newYork)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOf('this-month', stillOctober, 'UTC')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
});
