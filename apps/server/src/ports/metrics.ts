/** One value of a metric, with its labels. A value that is not known now is left out. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metric of the Prometheus text format: a name with its unit, meaning, and the values now. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
  /** Buckets of a histogram: counts at or below each bound, cumulated; the last bound is infinite. */
  readonly buckets?: { readonly bounds: readonly number[]; readonly counts: readonly number[]; readonly sum: number };
}

/** Reads the metrics of one part of the program; asked at each scrape, and quick. */
export type MetricSource = () => readonly Metric[];

/** Takes the sources of the parts of a program as they start. */
export interface MetricsBoard {
  add(source: MetricSource): void;
}

/** Space of a file system; free is what a program that is not root may use. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Figures of a trading core: what it has stored and holds, and what it decided since the start of the process, by kind. */
export interface CoreFigures {
  readonly committedSeq: number;
  readonly tickOffset: number;
  readonly isStalled: boolean;
  readonly isTimeUnconfirmed: boolean;
  readonly events: ReadonlyMap<string, number>;
  readonly refusals: ReadonlyMap<string, number>;
  readonly accounts: number;
  readonly liveOrders: number;
  readonly alerts: number;
  readonly pricedInstruments: number;
  readonly wideSpreads: number;
  readonly marginChecks: number;
  readonly triggerSteps: number;
}
