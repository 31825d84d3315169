import { expect, test } from 'vitest';
import { DrawingHistory, undoMax } from './drawing-history.ts';

const drawing = (id: string, value = 1.1) => ({ id, tool: 'segment', points: [{ timestamp: 1, value }] }) as const;

test('R-CHT-05 changes are taken back one by one, by instrument; what changed nothing is no step', () => {
  const history = new DrawingHistory();
  history.changed(1, [], [drawing('a')]);
  history.changed(1, [drawing('a')], [drawing('a')]);
  history.changed(1, [drawing('a')], [drawing('a', 1.2)]);
  history.changed(2, [], [drawing('b')]);
  expect(history.takeBack(1)).toEqual([drawing('a')]);
  expect(history.takeBack(1)).toEqual([]);
  expect(history.takeBack(1)).toBeNull();
  expect(history.takeBack(2)).toEqual([]);
});

test('R-CHT-05 steps are bounded', () => {
  const history = new DrawingHistory();
  for (let step = 0; step < 2 * undoMax; step += 1) history.changed(1, [drawing('a', step)], [drawing('a', step + 1)]);
  let taken = 0;
  while (history.takeBack(1) !== null) taken += 1;
  expect(taken).toBe(undoMax);
});
