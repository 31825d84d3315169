import type { Metric } from '../../ports/metrics.ts';

/** Counts times in buckets of fixed bounds: a few additions each, and an array of a fixed length. */
export class TimeHistogram {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sumSeconds = 0;

  /** Takes the upper bounds of the buckets in seconds, ascending; one without an end follows. */
  constructor(bounds: readonly number[]) {
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY];
    this.#counts = new Float64Array(this.#bounds.length);
  }

  count(ms: number): void {
    const time = ms / 1_000;
    let bucket = 0;
    while (time > (this.#bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumSeconds += time;
  }

  metric(name: string, help: string): Metric {
    let total = 0;
    const counts = [...this.#counts].map((count) => {
      total += count;
      return total;
    });
    return {
      name,
      help,
      type: 'histogram',
      samples: [],
      buckets: { bounds: this.#bounds, counts, sum: this.#sumSeconds },
    };
  }
}
