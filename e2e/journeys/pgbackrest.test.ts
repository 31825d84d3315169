import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPostgres, identity, PostgresNode } from '../../testkit/postgres-pair.ts';
import { call, freePort, type Product, repositoryRoot, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';

// Drill of docs/runbook/backup.md with the files of ops/pgbackrest: an external PostgreSQL, restored to a moment.

const program = '/usr/bin/pgbackrest';
const programs = findPostgres();
const missing = programs === null ? 'PostgreSQL' : existsSync(program) ? null : 'pgBackRest';
if (missing !== null)
  console.warn(`The drill is skipped: ${missing} is not installed (apt-get install postgresql pgbackrest).`);

const folder = scratchFolder('candor-drill-');
const started: { stop(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of started.toReversed()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const owner = identity();
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const run = (file: string, args: readonly string[]) =>
  execFileSync(file, [...args], { ...owner, cwd: '/', env: environment, stdio: 'pipe', encoding: 'utf8' });
const opsFile = (name: string) => readFileSync(join(repositoryRoot, 'ops', 'pgbackrest', name), 'utf8');

/** Folder of the user that runs PostgreSQL. */
function ownFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid ?? owner.uid);
  return path;
}

/** Writes the configuration of the runbook with the places of this test; returns the program's arguments. */
function configure(cluster: string, port: number): readonly string[] {
  const text = opsFile('pgbackrest.conf')
    .replace('/mnt/backup/pgbackrest', ownFolder('repo'))
    .replace('/var/lib/postgresql/15/main', cluster)
    .replace('change-this', randomUUID() + randomUUID());
  const here = [`log-path=${ownFolder('log')}`, `lock-path=${ownFolder('lock')}`, `spool-path=${ownFolder('spool')}`];
  const server = [`pg1-port=${port}`, `pg1-socket-path=${cluster}`, 'pg1-user=candor', 'pg1-database=postgres'];
  const file = join(folder, 'pgbackrest.conf');
  writeFileSync(file, `${text.replace('[global]', `[global]\n${here.join('\n')}`)}${server.join('\n')}\n`);
  chmodSync(file, 0o644);
  return [`--config=${file}`, '--stanza=candor'];
}

/** Settings of the runbook for PostgreSQL, with the configuration of this test. */
function archiving(args: readonly string[]): Record<string, string> {
  const pairs = [...opsFile('postgresql.conf').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)].map(
    ([, name = '', value = '']) => [name, value.replace('--stanza=candor', args.join(' '))] as const,
  );
  return Object.fromEntries(pairs);
}

const order = () => ({ status: 1, type: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: randomUUID() });

async function trade({ callUrl }: Product, token: string): Promise<number> {
  const { code, msg, data } = await call<{ Id: number }>(callUrl, '/v1/api/forex/submit', order(), token);
  expect(code, msg).toBe(1);
  return data.Id;
}

test.skipIf(missing !== null)('R-RUN-88 a PostgreSQL of your own is restored to a moment by pgBackRest', async () => {
  chmodSync(folder, 0o711);
  const cluster = ownFolder('primary');
  run(join(programs ?? '', 'initdb'), ['-D', cluster, '-U', 'candor', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  const port = await freePort();
  const args = configure(cluster, port);
  const primary = new PostgresNode(programs ?? '', cluster, port);
  started.push(primary);
  await primary.start(archiving(args));
  await primary.query('create database candor', 'postgres');
  run(program, [...args, 'stanza-create']);
  run(program, [...args, 'check']);

  const dataDir = join(folder, 'data');
  const urlOf = (at: number) => `postgresql://candor@127.0.0.1:${at}/candor`;
  const product = await startProduct({ dataDir, env: { DATABASE_URL: urlOf(port) } });
  started.push(product);
  const demo = await call<{ token: string }>(product.callUrl, '/api/user/createAccountDemoForU', {
    demo_id: randomUUID(),
  });
  const before = [await trade(product, demo.data.token)];
  run(program, [...args, '--type=full', 'backup']);
  before.push(await trade(product, demo.data.token));
  const ordersOf = (node: PostgresNode) => async () =>
    (await node.query<{ id: string }>('select id from trade_order')).map(({ id }) => Number(id));
  await until('the tables have both', async () => (await ordersOf(primary)()).length === 2);
  // pgBackRest keeps the end of a backup in whole seconds, and restores to a later one only.
  const [info] = JSON.parse(run(program, [...args, '--output=json', 'info'])) as [
    { backup: { timestamp: { stop: number } }[] },
  ];
  const stopped = info.backup.at(-1)?.timestamp.stop ?? 0;
  const clock = await until('the second of the backup is over', async () => {
    const [row] = await primary.query<{ now: string; is: boolean }>(
      `select clock_timestamp()::text as now, clock_timestamp() >= to_timestamp(${stopped + 1}) as is`,
    );
    return row?.is === true ? row : null;
  });
  const [head] = await primary.query<{ seq: string; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from journal order by seq desc limit 1`,
  );
  const after = await trade(product, demo.data.token);
  await until('the tables have it', async () => (await ordersOf(primary)()).includes(after));
  // Archives what is written now, as archive_timeout does after a minute.
  const [last] = await primary.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name', 'postgres');
  await until('the WAL is archived', async () => {
    const [row] = await primary.query<{ is: boolean }>(
      `select last_archived_wal >= '${last?.name}' as is from pg_stat_archiver`,
    );
    return row?.is === true;
  });
  await product.stop();
  await primary.stop('SIGKILL');

  const began = performance.now();
  const second = ownFolder('second');
  const target = ['--type=time', `--target=${clock.now}`, '--target-action=promote', `--pg1-path=${second}`];
  run(program, [...args, ...target, 'restore']);
  const restored = new PostgresNode(programs ?? '', second, await freePort());
  started.push(restored);
  await restored.start({ archive_mode: 'off' });
  await until('the restore has ended', async () => {
    const [row] = await restored.query<{ is: boolean }>('select pg_is_in_recovery() as is', 'postgres');
    return row?.is === false;
  });
  console.info(`Restored by pgBackRest in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  const restoredAt = restored.connection.port;
  await restored.query(opsFile('after-restore.sql'));
  expect((await ordersOf(restored)()).toSorted((a, b) => a - b)).toEqual(before);
  const [tokens] = await restored.query<{ count: number }>('select count(*)::integer as count from user_token');
  expect(tokens?.count).toBe(0);

  const settings = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: urlOf(restoredAt) };
  const main = join(repositoryRoot, 'apps', 'server', 'dist', 'main.js');
  const heads = ['--head', `journal:${head?.seq}:${head?.hash}`];
  const report = execFileSync(process.execPath, [main, '--audit', ...heads], { env: settings, encoding: 'utf8' });
  expect(report).toMatch(/^journal: \d+ entries, sound/m);
  const again = await startProduct({ dataDir, env: { DATABASE_URL: urlOf(restoredAt) } });
  started.push(again);
  const fresh = await call<{ token: string }>(again.callUrl, '/api/user/createAccountDemoForU', {
    demo_id: randomUUID(),
  });
  expect(await trade(again, fresh.data.token)).toBeGreaterThan(0);
});
