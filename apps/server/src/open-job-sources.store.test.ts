import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { createLog } from './adapters/log/pino-log.ts';
import { createOutboxFolder, removeOldMessages } from './adapters/outbox-folder/outbox-folder.ts';
import { parseConfig } from './config.ts';
import { errorLog } from './create-server.ts';
import { openSigner } from './open-adapters.ts';
import { openJobSources } from './open-job-sources.ts';
import { openSnapshots } from './open-snapshots.ts';
import type { RemoveUnsent } from './ports/messages.ts';
import { type Foldings, type JobPorts, type Jobs, startFoldings, startJobs } from './start-jobs.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let running: { stop(): Promise<void> }[];
let jobs: Jobs[];

beforeEach(async () => {
  server = await TestServer.start();
  running = [];
  jobs = [];
});
afterEach(async () => {
  for (const one of running.toReversed()) await one.stop();
  await server.stop();
});

/** Runs the jobs as a process of their own does, beside those of the test server. */
async function run(ports: JobPorts = server.ports, watchers = ''): Promise<Foldings> {
  const config = parseConfig({ DATA_DIR: scratchFolder('candor-jobs-'), WATCHERS: watchers }, '/');
  await openSigner(config);
  const start = { config, log: createLog('silent') };
  const { connectionString: url } = server.database;
  const databases = { core: server.core, appUrl: url, coreUrl: url, installation: 'test' };
  const snapshots = (shard: number) => openSnapshots(start, databases, shard);
  const sources = openJobSources(start, { databases, isShared: true, snapshots, buildVersion: 'test', build: null });
  const { core, companies } = server.server;
  const cores = new Map([[0, core]]);
  const foldings = await startFoldings(sources, cores);
  running.push(foldings);
  const links = {
    foldings,
    sources,
    core,
    cores,
    companies,
    specOf: () => null,
    forgetSessions: () => undefined,
    onError: errorLog(false),
  };
  const started = await startJobs(ports, { documents: { filesOrigin: '', retentionYears: 5 } }, links);
  jobs.push(started);
  running.push(started);
  return foldings;
}

test('R-RUN-36 jobs that run twice write each entry and each receipt once', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const foldings = [await run(), await run()];
  const authorization = await server.demo();
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  for (let at = 0; at < 10; at += 1) {
    const { data } = await server.call('POST', '/v1/api/forex/submit', order, { authorization });
    await server.call('POST', '/v1/api/forex/close', { id: data.Id }, { authorization });
  }
  const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, { authorization });
  expect(data.total).toBe(10);
  const { rows } = await server.open.pool.query('select number from receipt order by number');
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(foldings.map((one) => one.isFailing('snapshots'))).toEqual([false, false]);
});

test('R-FND-68 jobs take the events of the providers that the settings name, and none for an unknown company', async () => {
  const file = join(scratchFolder('candor-watchers-'), 'watchers.json');
  const write = (company: number) =>
    writeFileSync(file, JSON.stringify([{ name: 'payer', kind: 'webhook', company, secret: 's'.repeat(32) }]));
  write(99);
  await expect(run(server.ports, file)).rejects.toThrow('[0].company is not the number of a company');
  write(1);
  await run(server.ports, file);
  const call = { companyId: 1 as CompanyId, provider: 'payer', timestamp: '', signature: '', body: Buffer.from('{}') };
  const hooks = jobs.map(({ takeHook }) => takeHook);
  expect(hooks).toHaveLength(1);
  expect(await hooks[0]?.(call)).not.toEqual({ kind: 'stored' });
  expect(server.server.takeHook).toBeNull();
});

/** Folder with an unsent message of 31 days ago and one of now. */
async function outbox() {
  const folder = scratchFolder('candor-outbox-');
  const { sms } = createOutboxFolder(folder, 'no-reply@candor.example');
  const message = { to: '+33612345678', subject: '', text: 'code' };
  const nowMs = server.clock.nowMs();
  await sms.send({ ...message, id: 'old', createdAtMs: nowMs - 31 * 86_400_000 });
  await sms.send({ ...message, id: 'new', createdAtMs: nowMs });
  const removeUnsent: RemoveUnsent = (beforeMs, limit) => removeOldMessages(folder, beforeMs, limit);
  return { removeUnsent, count: () => readdirSync(folder).length };
}

test('R-RUN-40 the process of the jobs removes old unsent messages from its folder', async () => {
  const { removeUnsent, count } = await outbox();
  await run({ ...server.ports, removeUnsent });
  await expect.poll(count).toBe(1);
});

test('R-RUN-40 so does a program of one process', async () => {
  const { removeUnsent, count } = await outbox();
  server.removeUnsent = removeUnsent;
  await server.restart();
  await expect.poll(count).toBe(1);
});
