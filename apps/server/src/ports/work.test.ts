import { expect, test } from 'vitest';
import { forEachInSlices, mapInSlices, sliceRows } from './work.ts';

test('R-SEC-33 a long list is processed in order, and other work runs after each slice', async () => {
  const rows = Array.from({ length: 3 * sliceRows + 1 }, (_, at) => at);
  const inTurn: number[] = [];
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  await forEachInSlices(rows, () => {
    inTurn[turns] = (inTurn[turns] ?? 0) + 1;
  });
  isDone = true;
  expect(inTurn.filter(Boolean)).toEqual([sliceRows, sliceRows, sliceRows, 1]);
  expect(await mapInSlices(rows, (row) => row * 2)).toEqual(rows.map((row) => row * 2));
});
