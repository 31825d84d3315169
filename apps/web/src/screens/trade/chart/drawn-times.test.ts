import { describe, expect, it } from 'vitest';
import { drawnTimes } from './drawn-times.ts';

const measures = {
  textOf: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
  widthOf: () => 80,
  width: 400,
};
const at = (...xs: number[]) => xs.map((x) => ({ timeMs: x, x }));

describe('labels of the times of a drawing (R-CHT-12)', () => {
  it('are one for each point while they have room', () =>
    expect(drawnTimes(at(300, 100), measures)).toEqual([
      { x: 100, text: '100' },
      { x: 300, text: '300' },
    ]));

  it('are one from first to last where they would cover one another, in any order of the points', () =>
    expect(drawnTimes(at(150, 100), measures)).toEqual([{ x: 125, text: '100–150' }]));

  it('take in a label that the shared one would cover', () =>
    expect(drawnTimes(at(100, 182, 186), measures)).toEqual([{ x: 143, text: '100–186' }]));

  it('are whole at the edges of the axis, and absent for points beyond it', () =>
    expect(drawnTimes(at(-50, 10, 395, 450), measures)).toEqual([
      { x: 40, text: '10' },
      { x: 360, text: '395' },
    ]));

  it('name one time once', () =>
    expect(
      drawnTimes(
        [
          { timeMs: 7, x: 50 },
          { timeMs: 7, x: 50 },
        ],
        measures,
      ),
    ).toEqual([{ x: 50, text: '7' }]));
});
