import type { FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { RefusalError } from './envelope.ts';
import { FailureLog } from './failure-log.ts';

function recording() {
  const lines: { level: string; line: Record<string, unknown> }[] = [];
  const write = (level: string) => (line: Record<string, unknown>) => lines.push({ level, line });
  return { lines, log: { warn: write('warn'), error: write('error') } as unknown as FastifyBaseLogger };
}

test('R-SEC-32 refusals under load write one line per window, without a stack, and count the others', () => {
  let nowMs = 0;
  const failures = new FailureLog(() => nowMs);
  const { lines, log } = recording();
  const busy = new RefusalError('busy', { httpStatus: 503 });
  for (let call = 0; call < 1_000; call += 1) failures.write(log, busy, busy, '/v1/api/forex/submit?token=x');
  expect(lines).toEqual([{ level: 'warn', line: { code: 1901, url: '/v1/api/forex/submit', omitted: 0 } }]);
  nowMs += 10_000;
  failures.write(log, busy, busy, '/');
  expect(lines[1]).toEqual({ level: 'warn', line: { code: 1901, url: '/', omitted: 999 } });
});

test('R-SEC-32 an unnamed failure keeps its stack, a bounded number of times; a business refusal writes nothing', () => {
  const failures = new FailureLog(() => 0);
  const { lines, log } = recording();
  const error = new Error('broken');
  for (let call = 0; call < 100; call += 1) failures.write(log, new RefusalError('internal'), error, '/');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toEqual({ level: 'error', line: { code: 1903, url: '/', omitted: 0, err: error } });
  failures.write(log, new RefusalError('orderNotFound'), error, '/');
  expect(lines).toHaveLength(20);
});
