import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { LoopDelay } from '../../../ports/work.ts';
import { registerHealthRoutes } from './health.ts';

async function readyz(loop?: LoopDelay, isProjectionFailing = () => false, isDatabaseRefusing = () => false) {
  const app = Fastify();
  const readiness = { reasons: () => [], warnings: () => [] };
  registerHealthRoutes(app, {
    buildVersion: '1',
    readiness,
    steps: null,
    loop,
    isProjectionFailing,
    isDatabaseRefusing,
  });
  return (await app.inject({ url: '/readyz' })).json();
}

test('R-SEC-34 monitoring reads the trading thread’s delays of the last window', async () => {
  const latest = { p50Ms: 0.2, p99Ms: 4, maxMs: 12.5 };
  expect(await readyz({ windowMs: 10_000, latest })).toEqual({
    status: 'ready',
    reasons: [],
    warnings: [],
    trading_thread: { window_ms: 10_000, delay: { p50_ms: 0.2, p99_ms: 4, max_ms: 12.5 } },
  });
});

test('R-SEC-34 before the end of the first window the delays are null', async () => {
  expect(await readyz({ windowMs: 10_000, latest: null })).toMatchObject({ trading_thread: { delay: null } });
  expect(await readyz()).toEqual({ status: 'ready', reasons: [], warnings: [] });
});

test('R-RUN-04 projections that cannot be written, and refused database connections, are warnings', async () => {
  expect(await readyz(undefined, undefined, () => true)).toMatchObject({ warnings: ['database-connections'] });
  expect(await readyz(undefined, () => true)).toMatchObject({ status: 'ready', warnings: ['projections'] });
});
