import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberRanges } from './number-ranges.ts';

test('holds exactly the added numbers, in the fewest ranges', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 })), (numbers) => {
      const ranges = new NumberRanges();
      for (const number of numbers) ranges.add(number);
      const set = new Set(numbers);
      const all = Array.from({ length: 62 }, (_, number) => number);
      expect(all.filter((number) => ranges.has(number))).toEqual(all.filter((number) => set.has(number)));
      expect(ranges.rangeCount).toBe([...set].filter((number) => !set.has(number - 1)).length);
    }),
  );
});
