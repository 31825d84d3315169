import { expect, test } from 'vitest';
import { tagsWith, tagsWithout } from './note-tags.ts';

test('R-JRN-07 a tag is added once, whatever its case and spaces, and cut to its length', () => {
  expect(tagsWith(['London'], '  Plan   followed ')).toEqual(['London', 'Plan followed']);
  expect(tagsWith(['London'], 'london')).toEqual(['London']);
  expect(tagsWith([], '   ')).toEqual([]);
  expect(tagsWith([], 'x'.repeat(30))).toEqual(['x'.repeat(24)]);
  expect(tagsWithout(['London', 'Breakout'], 'London')).toEqual(['Breakout']);
});
