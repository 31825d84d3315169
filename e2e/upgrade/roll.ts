import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, PostgresPair } from '../../testkit/postgres-pair.ts';
import { call, type Product, repositoryRoot, startProduct, unlimited } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';
import { type Lasting, readLasting, untilFolded } from './earlier-version.ts';
import { readWaysBack } from './ways-back.ts';

/*
 * Changes the version of a running installation and back, under orders:
 * `node --import tsx e2e/upgrade/roll.ts <folder of a built earlier version>`. Needs PostgreSQL on this machine.
 */

const ordersEach = 20;
const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('Name the folder of the earlier version, built.');
if (findPostgres() === null) throw new Error('PostgreSQL was not found (apt-get install postgresql).');
const folder = scratchFolder('candor-roll-');
const pair = await PostgresPair.start(join(folder, 'database'));
const { primary } = pair;
const url = `postgresql://${primary.connection.user}@127.0.0.1:${primary.port}/${primary.connection.database}`;
const env = { ...unlimited, DATABASE_URL: url };
const confirmed: number[] = [];
let token = '';

try {
  const old = await start('old', root);
  const demo = await call<{ token: string }>(old.callUrl, '/api/user/createAccountDemoForU', { demo_id: randomUUID() });
  ({ token } = demo.data);
  await trade(old);
  const before = await record();
  const oldest = await newestMigration();
  const next = await start('new', repositoryRoot, 'waits as a standby');
  const forward = await handOver(old, next);
  await trade(next);
  keep(before, await record());

  const middle = await record();
  const ahead = (await migrations()).filter(({ name }) => name > oldest);
  refuseRestores(ahead.map(({ name }) => name));
  await next.stop();
  await primary.query(`delete from kysely_migration where name > '${oldest}'`);
  const back = await start('old', root);
  await trade(back);
  keep(middle, await record());
  await back.stop();

  for (const { name, timestamp } of ahead)
    await primary.query(`insert into kysely_migration (name, timestamp) values ('${name}', '${timestamp}')`);
  const again = await start('new', repositoryRoot);
  await trade(again);
  keep(middle, await record());
  await untilFolded((text) => primary.query(text));
  await again.stop();
  const known = new Set(
    (await primary.query<{ id: string }>('select id from trade_order')).map(({ id }) => Number(id)),
  );
  const lost = confirmed.filter((id) => !known.has(id)).length;
  console.log(`forward by a hand-over: an order confirmed after ${forward} ms`);
  console.log(`back and forward again past ${ahead.map(({ name }) => name).join(', ') || 'no migration'}`);
  console.log(`${confirmed.length} orders confirmed, ${lost} lost`);
  process.exitCode = lost === 0 ? 0 : 1;
} finally {
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a version in a folder of its own, with the keys of the installation. */
async function start(name: 'old' | 'new', from: string, awaits?: string): Promise<Product> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  if (name === 'new') cpSync(join(folder, 'old', 'keys'), join(dataDir, 'keys'), { recursive: true });
  return startProduct({ root: from, dataDir, env, ...(awaits === undefined ? {} : { awaits }) });
}

async function place({ callUrl }: Product): Promise<boolean> {
  const order = { status: 1, type: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: randomUUID() };
  const { code, data } = await call<{ Id: number } | null>(callUrl, '/v1/api/forex/submit', order, token);
  if (code !== 1 || data === null) return false;
  confirmed.push(data.Id);
  return true;
}

async function trade(product: Product): Promise<void> {
  for (let order = 0; order < ordersEach; order += 1) await until('an order is confirmed', () => place(product));
}

/** Ends the old leader; returns the milliseconds until the next one confirms an order. */
async function handOver(old: Product, next: Product): Promise<number> {
  const from = performance.now();
  const ended = old.stop();
  await until('the new version confirms an order', () => place(next).catch(() => false));
  const took = Math.round(performance.now() - from);
  await ended;
  return took;
}

function record(): Promise<Lasting> {
  return readLasting((text) => primary.query(text));
}

function migrations(): Promise<{ name: string; timestamp: string }[]> {
  return primary.query('select name, timestamp from kysely_migration order by name');
}

async function newestMigration(): Promise<string> {
  return (await migrations()).at(-1)?.name ?? '';
}

function keep(before: Lasting, now: Lasting): void {
  deepEqual(now.journal.slice(0, before.journal.length), before.journal);
}

function refuseRestores(names: readonly string[]): void {
  const ways = new Map(readWaysBack().map(({ migration, way }) => [migration, way]));
  const restored = names.filter((name) => ways.get(name) !== 'beside');
  if (restored.length > 0) throw new Error(`The way back past ${restored.join(', ')} is a restore: nothing to try.`);
}
