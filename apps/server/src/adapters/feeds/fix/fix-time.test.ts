import { expect, test } from 'vitest';
import { formatStamp, isNewDay, readEntryTime, readStamp } from './fix-time.ts';

const at = (text: string) => Date.parse(text);

test('R-MKT-36 times are read to the millisecond, and refused if they are none', () => {
  expect(readStamp('20261127-10:00:00.123')).toBe(at('2026-11-27T10:00:00.123Z'));
  expect(readStamp('20261127-10:00:00')).toBe(at('2026-11-27T10:00:00Z'));
  expect(readStamp('20261127-10:00:00.123999999')).toBe(at('2026-11-27T10:00:00.123Z'));
  for (const bad of [undefined, '', '20261127', '20261341-10:00:00', '20261127-25:00:00', '2026-11-27T10:00:00Z'])
    expect(readStamp(bad)).toBeNull();
  expect(formatStamp(at('2026-01-02T03:04:05.006Z'))).toBe('20260102-03:04:05.006');
});

test('R-MKT-36 a time without a date is the nearest one, also at midnight', () => {
  const sentMs = at('2026-11-27T00:00:01Z');
  expect(readEntryTime(undefined, '23:59:59.900', sentMs)).toBe(at('2026-11-26T23:59:59.900Z'));
  expect(readEntryTime(undefined, '00:00:00.500', sentMs)).toBe(at('2026-11-27T00:00:00.500Z'));
  expect(readEntryTime(undefined, '00:00:01', at('2026-11-26T23:59:59Z'))).toBe(sentMs);
  expect(readEntryTime('20261126', '23:00:00', sentMs)).toBe(at('2026-11-26T23:00:00Z'));
  expect(readEntryTime(undefined, undefined, sentMs)).toBeNull();
  expect(readEntryTime(undefined, 'noon', sentMs)).toBeNull();
});

test('R-MKT-34 a session day begins at a time of its zone, in summer and in winter', () => {
  const newYork = { minute: 17 * 60, zone: 'America/New_York' };
  const isNew = (from: string, to: string) => isNewDay(at(from), at(to), newYork);
  expect(isNew('2026-11-27T21:00:00Z', '2026-11-27T21:59:59Z')).toBe(false);
  expect(isNew('2026-11-27T21:59:59Z', '2026-11-27T22:00:00Z')).toBe(true);
  expect(isNew('2026-07-01T20:59:59Z', '2026-07-01T21:00:00Z')).toBe(true);
  expect(isNew('2026-11-27T22:00:00Z', '2026-11-28T21:00:00Z')).toBe(false);
  expect(isNew('2026-11-27T23:00:00Z', '2026-11-20T00:00:00Z')).toBe(false);
  expect(isNewDay(at('2026-11-27T23:59:59Z'), at('2026-11-28T00:00:00Z'), { minute: 0, zone: 'UTC' })).toBe(true);
});
