import { expect, it } from 'vitest';
import { barEndMs } from '../../../data/chart-period.ts';
import { barLeftText } from './bar-time.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

it.each([
  ['1min', '14:41:18', '0:42'],
  ['5min', '14:41:18', '3:42'],
  ['5min', '14:45:00', '5:00'],
  ['30min', '14:59:59.500', '0:01'],
  ['60min', '14:17:30', '42:30'],
  ['60min', '14:00:00', '1:00:00'],
  ['4hour', '14:00:01', '3:59:59'],
  ['1day', '14:41:18', '7:18:42'],
  ['1day', '21:09:50', '50:10'],
] as const)('leaves of a bar of %s at %s: %s (R-SCR-80)', (period, time, left) =>
  expect(barLeftText(period, at(time))).toBe(left),
);

it('ends the bar of a day at 17:00 in New York, in winter and in summer', () => {
  expect(new Date(barEndMs('1day', at('14:00:00'))).toISOString()).toBe('2026-11-20T22:00:00.000Z');
  expect(new Date(barEndMs('1day', Date.parse('2026-07-20T14:00:00Z'))).toISOString()).toBe('2026-07-20T21:00:00.000Z');
});
