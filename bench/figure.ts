/** What a figure is held against: a ceiling nothing could pass, or another way of doing the same, of the same run. */
export interface Against {
  readonly what: string;
  readonly value: number;
  /** Our value over theirs. */
  readonly ratio: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** The median of the rounds; null when it could not be measured here. */
  readonly value: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly against: readonly Against[];
  /** Why there is no value. */
  readonly skipped: string | null;
}

/** How large a run is: the real one, or one that only proves that everything still runs. */
export type Size = 'full' | 'tiny';

export interface Suite {
  readonly name: string;
  /** Every figure that the suite yields, in order, at a size. */
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

/** The rounds of one measurement; the first one only warms up and is left out. */
export function measureRounds(rounds: number, once: () => number): number[] {
  const values: number[] = [];
  for (let round = 0; round <= rounds; round += 1) values.push(once());
  return values.slice(1);
}

/** Nanoseconds per turn of a synchronous body. */
export function nsPerTurn(turns: number, body: (turn: number) => void): number {
  const began = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) body(turn);
  return Number(process.hrtime.bigint() - began) / turns;
}

/** Lets a timed piece of work run; milliseconds. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
