import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { expect, onTestFinished, test } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../testkit/with-test-server.ts';
import { parseConfig } from './config.ts';
import { addServerMetrics, openMetrics } from './open-metrics.ts';
import type { Journal } from './ports/journal.ts';
import type { Metric, MetricSource } from './ports/metrics.ts';
import { auditMetrics } from './services/metrics/audit-metrics.ts';
import { followDisk } from './services/metrics/disk-metrics.ts';
import { expose } from './services/metrics/exposition.ts';
import { hedgeMetrics } from './services/metrics/hedge-metrics.ts';
import { liveFeedMetrics, processMetrics, sourceMetrics } from './services/metrics/metric-sources.ts';
import { timedJournal } from './services/metrics/timed-journal.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const promtool = (args: readonly string[], input?: string) =>
  spawnSync('promtool', args, { cwd: join(root, 'ops', 'prometheus'), input, encoding: 'utf8' });

let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

/** Metrics of the running server, as a scrape reads them. */
function measured(): () => readonly Metric[] {
  const disk = followDisk(
    async () => ({ freeBytes: 1e9, totalBytes: 1e10 }),
    () => undefined,
  );
  onTestFinished(disk.stop);
  const feed = { isConnected: true, counts: () => new Map([['no-json', 1]]) };
  const commits = timedJournal({} as Journal, () => 0);
  const audits = auditMetrics(() => [{ companyId: 1 as CompanyId, state: 'bad', endedAtMs: 0 }], {
    nowMs: () => 5_000,
  });
  const several = sourceMetrics(() => [{ source: 'lp', isConnected: true, ageMs: 10, active: 2, silent: 0, aside: 0 }]);
  const sources: MetricSource[] = [processMetrics('all'), disk.source, commits.source, audits];
  const state = { working: new Map(), breaks: new Map(), followed: new Map([[0, 5]]) };
  const hedger = { phase: 'ready', isPulled: false, limited: new Set<string>(), seq: 3, state } as const;
  sources.push(
    liveFeedMetrics(feed),
    several,
    hedgeMetrics(() => hedger),
  );
  addServerMetrics(
    { add: (source) => void sources.push(source) },
    {
      server: server.server,
      market: server.market,
      loop: { latest: { p50Ms: 1, p99Ms: 2, maxMs: 3 }, windowMs: 10_000 },
      snapshots: { isFailing: false, newest: { seq: 5, atMs: 0 }, damagedCount: 0 },
      sockets: () => ({ sockets: 1, loggedIn: 1, subscriptions: 2, refused: 0, cutOff: 0 }),
    },
  );
  return () => sources.flatMap((source) => source());
}

const valueIn = (metrics: readonly Metric[], name: string, label?: string) =>
  metrics
    .find((one) => one.name === name)
    ?.samples.find(({ labels }) => label === undefined || Object.values(labels ?? {}).includes(label))?.value;

test('R-RUN-79 orders, refusals, entries and prices are counted', async () => {
  const read = measured();
  server.market.give(testSpecs.eurusd, '1.15283', '1.15295');
  await server.call('POST', submitPath, marketOrder, auth);
  const refused = { ...marketOrder, cont: '90', client_id: randomUUID() };
  expect(await server.call('POST', submitPath, refused, auth)).toMatchObject({ code: codes.notEnoughMargin });
  const metrics = read();
  expect(valueIn(metrics, 'candor_events_total', 'OrderOpened')).toBe(1);
  expect(valueIn(metrics, 'candor_refusals_total', 'not-enough-margin')).toBe(1);
  expect(valueIn(metrics, 'candor_live_orders')).toBe(1);
  expect(valueIn(metrics, 'candor_journal_entries_total')).toBe(server.server.core.committedSeq);
  expect(valueIn(metrics, 'candor_priced_instruments')).toBe(1);
  expect(valueIn(metrics, 'candor_feed_age_seconds', testSpecs.eurusd.code)).toBeLessThan(60);
  expect(valueIn(metrics, 'candor_http_requests_total', '2xx')).toBeGreaterThan(1);
  expect(valueIn(metrics, 'candor_audit_good', '1')).toBe(0);
  expect(valueIn(metrics, 'candor_audit_age_seconds', '1')).toBe(5);
  expect(valueIn(metrics, 'candor_ready')).toBe(0);
  expect(valueIn(metrics, 'candor_unready_reason', 'starting')).toBe(1);
  expect(valueIn(metrics, 'candor_market_open', testSpecs.eurusd.code)).toBe(1);
});

test('R-RUN-79 docs/metrics.md lists exactly the metrics that are served, each once', () => {
  const names = measured()().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const rows = readFileSync(join(root, 'docs', 'metrics.md'), 'utf8').matchAll(/^\| `([a-z_]+)` +\|/gm);
  const listed = [...rows].map(([, name]) => name ?? '');
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});

test('R-RUN-80 every alert names metrics that are served', () => {
  const names = new Set(measured()().map(({ name }) => name));
  const rules = readFileSync(join(root, 'ops', 'prometheus', 'alerts.yml'), 'utf8');
  const named = [...rules.matchAll(/\bcandor_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test.runIf(hasPromtool)('R-RUN-80 promtool accepts the metrics, and the alerts fire as their tests say', () => {
  expect(promtool(['check', 'metrics'], expose(measured()())).stdout).not.toContain('error');
  expect(promtool(['check', 'rules', 'alerts.yml']).status).toBe(0);
  expect(promtool(['test', 'rules', 'alerts_test.yml']).stdout).toContain('SUCCESS');
});

/** Returns a port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

test('R-RUN-79 /metrics is served at a port of its own if one is set, and nothing else beside it', async () => {
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const stop of stops) await stop();
  });
  const log = server.server.app.log;
  const off = await openMetrics({ config: parseConfig({}, root), log, stops });
  expect([off.port, stops.length]).toEqual([null, 0]);
  const config = parseConfig({ METRICS_PORT: String(await freePort()) }, root);
  const { port, metrics } = await openMetrics({ config, log, stops });
  metrics.add(() => [{ name: 'candor_added', help: 'A part.', type: 'gauge', samples: [{ value: 7 }] }]);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await answer.text()).toMatch(/candor_role_info\{role="all"\} 1\n[^]*candor_added 7\n/);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await expect(openMetrics({ config, log, stops })).rejects.toThrow(/^Port \d+ of METRICS_PORT is already in use/);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  const beside = await server.server.app.inject({ url: '/metrics', headers: { host: 'm.localhost' } });
  expect(beside.statusCode).toBe(404);
});
