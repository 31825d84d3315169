import { rmSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { writeTestLog } from '../../../testkit/test-log.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { until } from '../../../testkit/until.ts';
import { AuditResultReader } from './adapters/postgres/audit-result-tables.ts';
import { parseConfig } from './config.ts';
import { openNightly, type RunningNightly } from './open-nightly.ts';

let server: TestServer;
let folder: string;
let running: RunningNightly | null;
let logged: string[];
const threads: Worker[] = [];
const note = (thread: Worker) => void threads.push(thread);

beforeEach(async () => {
  server = await TestServer.start();
  await server.demo();
  await writeTestLog(server);
  folder = scratchFolder('candor-nightly-');
  logged = [];
  threads.length = 0;
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  await running?.stop();
  rmSync(folder, { recursive: true });
  await server.stop();
});

function open(): RunningNightly {
  const log = { error: (_: object, text: string) => void logged.push(text), info: () => undefined };
  const url = server.database.connectionString;
  running = openNightly(
    { config: parseConfig({ DATA_DIR: folder }, '/'), log: log as never },
    { appUrl: url, coreUrl: url },
    0,
  );
  return running;
}

const newest = () => new AuditResultReader(server.app.db).newest(1 as CompanyId, 9);
const goodIn = ({ metrics }: RunningNightly) =>
  metrics()
    .find(({ name }) => name === 'candor_audit_good')
    ?.samples.map(({ value }) => value);

test('R-LOG-13 R-LOG-16 the thread audits at the start, and a later start reports the stored result without another audit', async () => {
  const first = open();
  await until('a result', () => goodIn(first)?.length === 2);
  expect(first.isFailing).toBe(false);
  expect(goodIn(first)).toEqual([1, 1]);
  expect(await newest()).toHaveLength(1);
  expect(threads).toHaveLength(1);
  await first.stop();
  await server.open.pool.query(`update audit_result set state = 'bad' where company_id = 1`);
  const second = open();
  await until('the stored result', () => second.isFailing);
  expect(goodIn(second)).toEqual([0, 1]);
  expect(await newest()).toHaveLength(1);
});

test('R-LOG-16 a table that was changed is an error in the log of the program, and a warning', async () => {
  await server.open.pool.query('update ledger_balance set balance_micros = balance_micros + 1');
  const nightly = open();
  await until('a bad result', () => nightly.isFailing);
  expect(logged).toEqual(['ALERT: the audit of this night is not good']);
  expect((await newest())[0]?.state).toBe('bad');
});
