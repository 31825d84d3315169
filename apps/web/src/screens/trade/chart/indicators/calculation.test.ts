import { describe, expect, test } from 'vitest';
import { type IndicatorKind, indicatorFacts } from '../../../../session/indicators.ts';
import type { Bar } from './calculation.ts';
import { calculationOf } from './calculations.ts';

const kinds = Object.keys(indicatorFacts) as IndicatorKind[];
const specOf = (kind: IndicatorKind) => ({
  kind,
  values: indicatorFacts[kind].parameters.map(({ initial }) => initial),
  source: 'close' as const,
});

/** Bar of a path that turns often, the same for the same number. */
function barAt(index: number, shift = 0): Bar {
  const close = 100 + 10 * Math.sin(index * 0.7) + 3 * Math.sin(index * 2.3) + shift;
  const open = 100 + 10 * Math.sin((index - 1) * 0.7);
  return {
    timestamp: Date.UTC(2026, 10, 16) + index * 900_000,
    open,
    high: Math.max(open, close) + 1,
    low: Math.min(open, close) - 1,
    close,
    volume: 1 + (index % 5),
  };
}
const path = (length: number) => Array.from({ length }, (_, index) => barAt(index));

/** Counts the bars that are read. */
function counting(bars: Bar[]): { readonly bars: Bar[]; readonly reads: () => number } {
  let reads = 0;
  const watched = new Proxy(bars, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { bars: watched, reads: () => reads };
}

describe('R-SCR-77 a tick calculates the last bar alone', () => {
  test.each(kinds)('%s reads as many bars for a tick and for a new bar at N as at 2 N', (kind) => {
    const readsAt = (length: number) => {
      const calculate = calculationOf(specOf(kind));
      const list = path(length);
      const { bars, reads } = counting(list);
      calculate(bars);
      const before = reads();
      list[length - 1] = barAt(length - 1, 2);
      calculate(bars);
      const tick = reads() - before;
      list.push(barAt(length));
      calculate(bars);
      return { tick, added: reads() - before - tick };
    };
    const [small, large] = [readsAt(400), readsAt(800)];
    expect(large).toEqual(small);
    expect(small.tick).toBeGreaterThan(0);
    // The longest default period has 34 bars, and each of them is read a few times at most.
    expect(small.tick).toBeLessThan(120);
  });

  test.each(kinds)('%s after ticks, new bars and older pages equals one calculated at once', (kind) => {
    const calculate = calculationOf(specOf(kind));
    let list = path(140).slice(40, 60);
    calculate(list);
    for (let index = 60; index < 140; index += 1) {
      list.push(barAt(index, 5));
      calculate(list);
      list[list.length - 1] = barAt(index, -4);
      calculate(list);
      list[list.length - 1] = barAt(index);
      calculate(list);
    }
    expect(calculate(list)).toEqual(calculationOf(specOf(kind))(list));
    list = path(40).concat(list);
    expect(calculate(list)).toEqual(calculationOf(specOf(kind))(path(140)));
    expect(calculate([])).toEqual([]);
    expect(calculate(list.slice(0, 1))).toHaveLength(1);
    expect(calculate(list)).toEqual(calculationOf(specOf(kind))(path(140)));
  });

  test('bars of another instrument with the same number are all calculated', () => {
    const calculate = calculationOf(specOf('MA'));
    calculate(path(60));
    const other = Array.from({ length: 60 }, (_, index) => barAt(index, 7));
    expect(calculate(other)).toEqual(calculationOf(specOf('MA'))(other));
  });
});
