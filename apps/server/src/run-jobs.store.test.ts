import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { createLog } from './adapters/log/pino-log.ts';
import { createOutboxFolder, removeOldMessages } from './adapters/outbox-folder/outbox-folder.ts';
import { parseConfig } from './config.ts';
import { openSigner } from './open-adapters.ts';
import type { RemoveUnsent } from './ports/messages.ts';
import { type RunningJobs, runJobs } from './run-jobs.ts';
import type { JobPorts } from './start-jobs.ts';

const { eurusd } = testSpecs;
let server: TestServer;
let running: RunningJobs[];

beforeEach(async () => {
  server = await TestServer.start();
  running = [];
});
afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  await server.stop();
});

/** Runs the jobs as a process of their own does, beside those of the test server. */
async function run(ports: JobPorts = server.ports): Promise<RunningJobs> {
  const config = parseConfig({ DATA_DIR: scratchFolder('candor-jobs-') }, '/');
  await openSigner(config);
  const jobs = await runJobs({
    start: { config, log: createLog('silent') },
    databases: { core: server.core, coreUrl: server.database.connectionString },
    ports,
    options: { documents: { filesOrigin: '', retentionYears: 5 }, buildVersion: 'test' },
    core: server.server.core,
    cores: new Map([[0, server.server.core]]),
    companies: server.server.companies,
    forgetSessions: () => undefined,
  });
  running.push(jobs);
  return jobs;
}

test('R-RUN-36 jobs that run twice write each entry and each receipt once', async () => {
  server.market.give(eurusd, '1.15283', '1.15295');
  const jobs = [await run(), await run()];
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
  expect(jobs.map((one) => one.isFailing('snapshots'))).toEqual([false, false]);
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
