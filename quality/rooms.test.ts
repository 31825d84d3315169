import { describe, expect, test } from 'vitest';
import { outdatedPictures } from './draw-rooms.ts';
import { type Arrow, arrowsOf, pictures, withoutImplied } from './rooms.ts';

test('the pictures of ARCHITECTURE.md show the imports of the code; npm run rooms renews them', () => {
  if (process.env['UPDATE_ROOMS']) outdatedPictures(true);
  expect(outdatedPictures(false)).toEqual([]);
});

test.each(pictures)('$path has rooms, and every arrow joins two of them', (picture) => {
  const { rooms, arrows } = arrowsOf(picture);
  expect(rooms.size).toBeGreaterThan(5);
  expect(arrows.flat().filter((name) => !rooms.has(name))).toEqual([]);
});

describe('implied arrows', () => {
  const rooms = ['a', 'b', 'c'];

  test('an arrow that a longer way implies is left out', () => {
    const arrows: Arrow[] = [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ];
    expect(withoutImplied(rooms, arrows)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });

  test('rooms that import each other keep both arrows, and no room outside the circle becomes unreachable', () => {
    const arrows: Arrow[] = [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'c'],
      ['b', 'c'],
    ];
    expect(withoutImplied(rooms, arrows)).toEqual(arrows);
  });
});
