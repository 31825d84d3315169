/** Counts of whole numbers, by value. Plain records, so that they can be stored as JSON and added up. */
export type Histogram = Record<string, number>;

/** Counts a value once more, or a number of times. */
export function addTo(histogram: Histogram, value: number | string, count = 1): void {
  histogram[value] = (histogram[value] ?? 0) + count;
}

export function mergeInto(histogram: Histogram, more: Readonly<Histogram>): void {
  for (const [value, count] of Object.entries(more)) addTo(histogram, value, count);
}

export function countOf(histogram: Readonly<Histogram>): number {
  return Object.values(histogram).reduce((sum, count) => sum + count, 0);
}

/** Values from the smallest on, with their counts. */
function sorted(histogram: Readonly<Histogram>): [number, number][] {
  return Object.entries(histogram)
    .map(([value, count]): [number, number] => [Number(value), count])
    .toSorted(([a], [b]) => a - b);
}

/** Returns the value at a rank from 1; null beyond the number of values. */
export function valueAt(histogram: Readonly<Histogram>, rank: number): number | null {
  let seen = 0;
  for (const [value, count] of sorted(histogram)) {
    seen += count;
    if (rank >= 1 && seen >= rank) return value;
  }
  return null;
}

/** Percentile by nearest rank: the smallest value that at least this share of all values does not exceed; null without values. */
export function percentile(histogram: Readonly<Histogram>, share: number): number | null {
  const count = countOf(histogram);
  return count === 0 ? null : valueAt(histogram, Math.max(1, Math.ceil(count * share)));
}

/** Rounds to three significant digits, so that a histogram has at most 900 values for each power of ten. */
export function coarse(value: number): number {
  return value < 1_000 ? Math.max(0, Math.round(value)) : Number(value.toPrecision(3));
}
