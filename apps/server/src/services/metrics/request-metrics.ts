import type { Metric, MetricSource } from '../../ports/metrics.ts';
import { TimeHistogram } from './time-histogram.ts';

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Counts HTTP answers by class of status and by time: integers in arrays of a fixed length. */
export class RequestMetrics {
  readonly #byClass = new Float64Array(classes.length);
  readonly #times = new TimeHistogram(bounds);

  /** Counts an answer; `ms` is its time on this process. */
  count(status: number, ms: number): void {
    const at = Math.min(classes.length - 1, Math.max(0, Math.floor(status / 100) - 1));
    this.#byClass[at] = (this.#byClass[at] ?? 0) + 1;
    this.#times.count(ms);
  }

  readonly source: MetricSource = (): readonly Metric[] => [
    {
      name: 'candor_http_requests_total',
      help: 'HTTP answers since the start, by class of status.',
      type: 'counter',
      samples: classes.map((code, at) => ({ labels: { code }, value: this.#byClass[at] ?? 0 })),
    },
    this.#times.metric('candor_http_request_seconds', 'Time of HTTP answers.'),
  ];
}
