import { expect, test } from 'vitest';
import { expose } from './exposition.ts';
import { RequestMetrics } from './request-metrics.ts';

test('R-RUN-79 metrics are written with their meaning, labels escaped', () => {
  const samples = [{ labels: { reason: 'a "b"\\\n' }, value: 2 }, { value: Number.POSITIVE_INFINITY }];
  expect(expose([{ name: 'candor_test', help: 'One\\two\nlines.', type: 'gauge', samples }])).toBe(
    '# HELP candor_test One\\\\two\\nlines.\n# TYPE candor_test gauge\ncandor_test{reason="a \\"b\\"\\\\\\n"} 2\ncandor_test +Inf\n',
  );
});

test('R-RUN-79 answers are counted by class and in cumulated buckets of time', () => {
  const requests = new RequestMetrics();
  for (const [status, ms] of [
    [200, 0.4],
    [204, 1],
    [404, 30],
    [503, 9_000],
  ] as const)
    requests.count(status, ms);
  const text = expose(requests.source());
  const valueOf = (line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')[1],
    );
  expect(valueOf('candor_http_requests_total{code="2xx"}')).toBe(2);
  expect(valueOf('candor_http_requests_total{code="4xx"}')).toBe(1);
  expect(valueOf('candor_http_requests_total{code="5xx"}')).toBe(1);
  expect(valueOf('candor_http_request_seconds_bucket{le="0.001"}')).toBe(2);
  expect(valueOf('candor_http_request_seconds_bucket{le="0.05"}')).toBe(3);
  expect(valueOf('candor_http_request_seconds_bucket{le="2.5"}')).toBe(3);
  expect(valueOf('candor_http_request_seconds_bucket{le="+Inf"}')).toBe(4);
  expect(valueOf('candor_http_request_seconds_count')).toBe(4);
  expect(valueOf('candor_http_request_seconds_sum')).toBeCloseTo(9.0314);
});
