/** Reference of a figure in the same run: an upper bound, or another way to do the same. */
export interface Against {
  readonly what: string;
  readonly value: number;
  /** Measured value divided by the reference. */
  readonly ratio: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Median of the rounds; null if it could not be measured here. */
  readonly value: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly against: readonly Against[];
  /** Reason for a missing value. */
  readonly skipped: string | null;
}

/** Size of a run: the real one, or a small one that proves only that everything runs. */
export type Size = 'full' | 'tiny';

export interface Suite {
  readonly name: string;
  /** Measures every figure of the suite, in order, at a size. */
  figureNames(size: Size): readonly string[];
  run(size: Size, say: (text: string) => void): Promise<readonly Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('A median needs a value');
  return middle;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function toFigure(
  name: string,
  unit: string,
  rounds: readonly number[],
  against: Readonly<Record<string, number>> = {},
): Figure {
  const value = median(rounds);
  return {
    name,
    unit,
    value,
    least: Math.min(...rounds),
    most: Math.max(...rounds),
    against: Object.entries(against).map(([what, theirs]) => ({ what, value: theirs, ratio: value / theirs })),
    skipped: null,
  };
}

export function toSkipped(name: string, unit: string, reason: string): Figure {
  return { name, unit, value: null, least: null, most: null, against: [], skipped: reason };
}

/** Runs the rounds of one measurement; the first warms up and is left out. */
export function measureRounds(rounds: number, once: () => number): number[] {
  const values: number[] = [];
  for (let round = 0; round <= rounds; round += 1) values.push(once());
  return values.slice(1);
}

/** Measures nanoseconds per turn of a synchronous body. */
export function nsPerTurn(turns: number, body: (turn: number) => void): number {
  const began = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) body(turn);
  return Number(process.hrtime.bigint() - began) / turns;
}

/** Measures a piece of work in milliseconds. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
