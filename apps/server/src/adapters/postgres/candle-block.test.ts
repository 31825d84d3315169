import { aggregateCandles } from '@candor/domain/calc/candle';
import type { Candle } from '@candor/domain/values/period';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockMs, blockStart, packBlock, unpackHours, unpackMinutes } from './candle-block.ts';

const startMs = blockStart(Date.parse('2026-11-27T13:00:00Z'));

test('R-MKT-46 a block of six hours has whole hours, and begins at a multiple of six', () => {
  expect(new Date(startMs).toISOString()).toBe('2026-11-27T12:00:00.000Z');
  expect([blockStart(startMs), blockStart(startMs + blockMs - 1)]).toEqual([startMs, startMs]);
});

const price = fc.integer({ min: 1, max: 2 ** 50 });
const minute = fc
  .tuple(price, price, price, price, fc.integer({ min: 1, max: 2 ** 31 - 1 }))
  .map(([open, close, one, other, volume]) => ({
    open,
    close,
    high: Math.max(open, close, one, other),
    low: Math.min(open, close, one, other),
    volume,
  }));
const block = fc
  .uniqueArray(fc.nat(359), { maxLength: 60 })
  .chain((places) =>
    fc
      .array(minute, { minLength: places.length, maxLength: places.length })
      .map((all): Candle[] =>
        places
          .toSorted((a, b) => a - b)
          .map((place, at) => ({ ...(all[at] as Omit<Candle, 'timeMs'>), timeMs: startMs + place * 60_000 })),
      ),
  );

test('R-MKT-46 any minutes, with gaps and prices of any size, come back as they were packed, and their hours', () => {
  fc.assert(
    fc.property(block, (minutes) => {
      const packed = packBlock(startMs, minutes);
      expect(unpackMinutes(startMs, packed.minutes)).toEqual(minutes);
      expect(unpackHours(startMs, packed.hours)).toEqual(aggregateCandles(minutes, '60min'));
    }),
  );
});

test('R-MKT-46 a minute of a quiet market takes eight bytes at most', () => {
  const walk = Array.from({ length: 360 }, (_, at): Candle => {
    const open = 110_000 + ((at * 37) % 60);
    const close = 110_000 + (((at + 1) * 37) % 60);
    const around = { high: Math.max(open, close) + 12, low: Math.min(open, close) - 9 };
    return { timeMs: startMs + at * 60_000, open, close, ...around, volume: 40 + (at % 80) };
  });
  expect(packBlock(startMs, walk).minutes.length / walk.length).toBeLessThanOrEqual(8);
});

test.each([
  ['of another version', Buffer.from([2, 0])],
  ['that end within a number', Buffer.from([1, 0x80])],
  ['without a version', Buffer.alloc(0)],
])('R-MKT-46 bytes %s are refused', (_, bytes) => {
  expect(() => unpackMinutes(startMs, bytes)).toThrow('Invariant');
});
