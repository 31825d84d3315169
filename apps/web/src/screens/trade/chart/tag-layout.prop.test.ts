import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { layOutTags, tagGap, tagsThatFit } from './tag-layout.ts';

const tag = fc.record({
  y: fc.double({ min: -50, max: 450, noNaN: true }),
  height: fc.constantFrom(18, 20, 34),
  weight: fc.constantFrom(1, 10, 1_000),
  rank: fc.nat(5),
});

test('R-SCR-81 tags never cover one another, keep the order of their prices, and stay inside the pane they fit', () =>
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 30 }), fc.integer({ min: 80, max: 420 }), (all, paneHeight) => {
      const fits = tagsThatFit(all, paneHeight);
      const tags = all.filter((_, index) => fits[index]);
      const tops = layOutTags(tags, paneHeight);
      const boxes = tags
        .map(({ y, height }, index) => ({ y, top: tops[index] ?? Number.NaN, height }))
        .sort((a, b) => a.top - b.top);
      for (const [index, box] of boxes.entries()) {
        const next = boxes[index + 1];
        if (next !== undefined) {
          expect(next.top - box.top - box.height).toBeGreaterThanOrEqual(tagGap);
          expect(next.y).toBeGreaterThanOrEqual(box.y);
        }
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.top + box.height).toBeLessThanOrEqual(paneHeight);
      }
    }),
  ));

test('R-SCR-81 a tag that no other one needs room from is at its price, to half a pixel', () =>
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 8 }), tag, (others, one) => {
      const y = 200;
      const far = others.filter((other) => Math.abs(other.y - y) > 150 && others.length < 3);
      const [top = Number.NaN] = layOutTags([{ ...one, y }, ...far], 400);
      expect(Math.abs(top + one.height / 2 - y)).toBeLessThanOrEqual(0.25);
    }),
  ));

it('keeps the bid in its place and moves the others two pixels apart', () => {
  const [ask, bid, entry] = layOutTags(
    [
      { y: 90, height: 20, weight: 1 },
      { y: 100, height: 34, weight: 1_000 },
      { y: 110, height: 18, weight: 1 },
    ],
    300,
  );
  expect(bid).toBe(83);
  expect(ask).toBe(83 - tagGap - 20);
  expect(entry).toBe(83 + 34 + tagGap);
});

it('keeps the tags of the lowest ranks in a pane that is too low for all', () => {
  const of = (rank: number) => ({ y: 10, height: 20, weight: 1, rank });
  expect(tagsThatFit([of(2), of(0), of(1)], 43)).toEqual([false, true, true]);
});
