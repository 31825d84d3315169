import { expect, test } from 'vitest';
import { daysOf } from './statement-days.ts';

test('R-STM-09 months are those of New York’s clock', () => {
  const stillOctober = Date.UTC(2026, 10, 1, 3);
  expect(daysOf('this-month', stillOctober)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(daysOf('last-month', stillOctober)).toEqual({ from: '2026-09-01', to: '2026-09-30' });
  expect(daysOf('last-month', Date.UTC(2027, 0, 15))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
