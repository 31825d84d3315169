import { expect, test } from 'vitest';
import { useSettings } from '../session/settings-store.ts';
import { clockText, dateText, dayClockText, zoneName } from './time-text.ts';

test('R-MKT-50 R-CON-07 the clock is the device’s by default, and the exchange’s or UTC by choice, in summer and winter', () => {
  const zone = useSettings.getInitialState().chartZone;
  expect(zoneName(zone)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(zoneName('new-york')).toBe('America/New_York');
  expect(clockText(Date.parse('2026-01-15T15:00:00Z'), 'new-york', 'en')).toBe('10:00');
  expect(clockText(Date.parse('2026-07-15T15:00:00Z'), 'new-york', 'en')).toBe('11:00');
  expect(clockText(Date.parse('2026-07-15T15:00:00Z'), 'utc', 'ar')).toBe('15:00');
});

test('R-ACC-09 an Arabic date keeps the order of its words and digits beside other digits', () => {
  const time = Date.parse('2025-11-20T09:17:52Z');
  expect(dayClockText(time, 'utc', 'ar-u-nu-latn')).toBe('\u206720 نوفمبر 09:17:52\u2069');
  expect(dateText(time, 'utc', 'ar-u-nu-latn')).toMatch(/^\u2067.*\u2069$/);
  expect(dayClockText(time, 'utc', 'en')).toBe('20 Nov 09:17:52');
});
