import { expect, it } from 'vitest';
import { sideTags } from './line-placing.ts';

it('places a tag at the middle of each line, and joins two that would overlap', () => {
  expect(sideTags(50, 120, 200)).toEqual({ ask: 40, bid: 110 });
  expect(sideTags(100, 106, 200)).toEqual({ ask: 82.75, bid: 103.25 });
});

it.each([
  ['top', 4, 10, { ask: 0, bid: 20 }],
  ['top, with the bid further below', 2, 60, { ask: 0, bid: 50 }],
  ['foot', 190, 196, { ask: 160, bid: 180 }],
])('keeps both tags whole at the %s of the pane', (_edge, ask, bid, tops) =>
  expect(sideTags(ask, bid, 200)).toEqual(tops),
);
