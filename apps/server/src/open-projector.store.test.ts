import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Receipt } from '@candor/domain/receipt/receipt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultyJournal } from '../../../testkit/faulty-journal.ts';
import { leadingJournal } from '../../../testkit/leading-journal.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/postgres.ts';
import { receiptFailures } from '../../../testkit/receipt-history.ts';
import { testSigner } from '../../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TradingWalk } from '../../../testkit/trading-walk.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { type OpenDatabase, openDatabase } from './adapters/postgres/database.ts';
import { migrateConnection } from './adapters/postgres/migrations/migrate.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { jobsShard, PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { ReceiptChainTable, ReceiptTables } from './adapters/postgres/receipt-tables.ts';
import { openProjector, openRemoteTables } from './open-projector.ts';
import type { LeaseOwner } from './ports/journal.ts';
import type { DecidedEntry } from './ports/trading-port.ts';
import { startProjector } from './projections/projector.ts';
import { rebuildProjections } from './projections/rebuild.ts';
import type { ThreadProjector } from './projections/thread-projector.ts';
import { decodeDecision, encode } from './trading/codec.ts';

let database: TestDatabase;
let core: OpenDatabase;
let owner: OpenDatabase;
let folder: string;
let keyPath: string;
let log: string[];
let projectors: ThreadProjector[];
const threads: Worker[] = [];
const note = (thread: Worker) => void threads.push(thread);

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 6, 'candor_core');
  owner = openDatabase(database.connectionString, () => undefined, 2);
  folder = scratchFolder('candor-projector-');
  keyPath = join(folder, 'receipts.pem');
  await openReceiptSigner(keyPath);
  log = [];
  projectors = [];
  threads.length = 0;
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  for (const projector of projectors) await projector.stop();
  await Promise.all([core.close(), owner.close()]);
  await database.drop();
  rmSync(folder, { recursive: true });
});

function open(): ThreadProjector {
  const onError = (about: { readonly err: Error }) => void log.push(about.err.message);
  const projector = openProjector({
    shard: 0,
    databases: { coreUrl: database.connectionString },
    receiptKeyPath: keyPath,
    isShared: true,
    log: { error: onError as never },
  });
  projectors.push(projector);
  return projector;
}

/** Stores a random history; returns the sequence of its last entry. */
async function storeHistory(steps: number): Promise<number> {
  return (await storeEntries(steps)).length;
}

/** Stores a random history; returns its entries as the trading core has them. */
async function storeEntries(steps: number): Promise<DecidedEntry[]> {
  const walk = new TradingWalk(11);
  const { journal } = await walk.join(new FaultyJournal());
  await walk.run(steps);
  const stored = await leadingJournal(core.pool);
  const { epoch } = await stored.lead();
  await stored.commit(epoch, 0, 0, journal.entries);
  return journal.entries.map(({ seq, hash, payload }) => ({ seq, hash, payload, decision: decodeDecision(payload) }));
}

const foldDeps = (signer = testSigner()) => ({
  journal: new PostgresJournal(core.pool, { shard: 0, epoch: 0 }),
  store: new ProjectionTables(core.db, { encode }, 0),
  receipts: new ReceiptChainTable(core.db),
  signer,
});

/** Requires tables that a single run over the journal gives too, and receipts with right signatures and whole chains. */
async function requireSoundTables(): Promise<void> {
  const { rows } = await owner.pool.query<Record<'id' | 'text' | 'hash' | 'signature' | 'key_id', string>>(
    'select id, text, hash, signature, key_id from receipt order by account_id, number',
  );
  expect(rows.length).toBeGreaterThan(20);
  const keys = (await new ReceiptTables(core.db).keys()).map(({ keyId, publicKey }) => {
    return { key_id: keyId, algorithm: 'Ed25519' as const, public_key: publicKey };
  });
  const all = rows.map((row) => ({ ...row, fields: JSON.parse(row.text) as Receipt }));
  for (const account of new Set(all.map(({ fields }) => fields.account))) {
    const signed = all.filter(({ fields }) => fields.account === account);
    expect(signed.map(({ fields }) => fields.number)).toEqual(signed.map((_, at) => at + 1));
    expect(receiptFailures(signed, { keys })).toEqual([]);
  }
  expect(await rebuildProjections(foldDeps())).toMatchObject({ isEqual: true });
}

/** Delays each batch, so that a test can act in the middle of one. */
async function slowDown(seconds: number): Promise<void> {
  await owner.pool.query(`
    create or replace function slow_down() returns trigger language plpgsql as
      'begin perform pg_sleep(${seconds}); return null; end';
    create or replace trigger slow after insert on posting execute function slow_down()`);
}

/** Number of connections in the middle of a batch. */
async function writersNow(): Promise<number> {
  const { rows } = await owner.pool.query(
    `select from pg_stat_activity where query like '%insert into posting%' and state = 'active' and pid <> pg_backend_pid()`,
  );
  return rows.length;
}

test('R-LED-25 the thread folds the stored journal and signs, and continues over crashes', async () => {
  const last = await storeHistory(2_500);
  expect(last).toBeGreaterThan(1_000);
  await slowDown(0.2);
  const projector = open();
  projector.wake(last);
  for (const crash of [1, 2]) {
    await expect.poll(() => threads.length).toBe(crash);
    await expect.poll(writersNow).toBe(1);
    await threads.at(-1)?.terminate();
    expect(projector.isFailing).toBe(true);
  }
  expect(log).toEqual(['The thread ended', 'The thread ended']);
  await slowDown(0);
  await projector.caughtUp(last);
  expect(projector.isFailing).toBe(false);
  expect(projector.seq).toBe(last);
  expect(threads).toHaveLength(3);
  await projector.stop();
  await requireSoundTables();
});

test('R-LED-25 entries handed to the thread are folded as stored, also if it dies with some of them', async () => {
  const entries = await storeEntries(1_200);
  const [last, half] = [entries.length, Math.floor(entries.length / 2)];
  await slowDown(0.2);
  const projector = open();
  projector.wake(half, entries.slice(0, half));
  const folded = projector.caughtUp(half);
  await expect.poll(writersNow).toBe(1);
  projector.wake(last, entries.slice(half));
  await threads.at(-1)?.terminate();
  await slowDown(0);
  await folded;
  await projector.caughtUp(last);
  expect(log).toEqual(['The thread ended']);
  await projector.stop();
  await requireSoundTables();
});

test('R-LED-25 two projectors at once write each entry once', async () => {
  const last = await storeHistory(1_500);
  await slowDown(0.02);
  const errors: string[] = [];
  const onError = (error: Error) => void errors.push(error.message);
  const start = () => startProjector({ ...foldDeps(), clock: systemClock, onError });
  const pair = await Promise.all([start(), start()]);
  for (let seq = 1; seq <= last; seq += 97) {
    for (const projector of pair) projector.wake(seq);
    await owner.pool.query('select 1');
  }
  await Promise.all(pair.map((projector) => projector.caughtUp(last)));
  await Promise.all(pair.map((projector) => projector.stop()));
  expect(errors.filter((message) => message.includes('does not follow its checkpoint')).length).toBeGreaterThan(0);
  await requireSoundTables();
});

test('R-RUN-04 refused writes are reported and tried again until they succeed', async () => {
  const last = await storeHistory(400);
  await owner.pool.query('revoke insert on posting from candor_core');
  const projector = open();
  projector.wake(last);
  await expect.poll(() => projector.isFailing).toBe(true);
  expect(log[0]).toMatch(/permission denied/);
  await owner.pool.query('grant insert on posting to candor_core');
  await projector.caughtUp(last);
  expect(projector.isFailing).toBe(false);
});

test('a stop folds every entry that the thread was notified of', async () => {
  const last = await storeHistory(400);
  const projector = open();
  await expect.poll(() => threads.length).toBe(1);
  await projector.caughtUp(0);
  projector.wake(last);
  await projector.caughtUp(1);
  await projector.stop();
  expect(await new ProjectionTables(core.db, { encode }, 0).checkpoint()).toBe(last);
});

test('R-LED-26 a reader of another process waits for the tables, and hurries the projector by a notification', async () => {
  const last = await storeHistory(400);
  const { tables, stop } = openRemoteTables({ core }, 0, { latestSeq: async () => last });
  try {
    const wait = tables.caughtUp(last);
    const projector = open();
    await wait;
    expect(await new ProjectionTables(core.db, { encode }, 0).checkpoint()).toBe(last);
    await expect.poll(() => projector.seq).toBe(last);
    // The connection that listens is cut: the checkpoint alone answers, and a new connection is opened.
    await owner.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`);
    await tables.caughtUp(last);
    const listening = `select from pg_stat_activity where query = 'listen candor_tables_written_0'`;
    await expect.poll(async () => (await owner.pool.query(listening)).rows.length).toBe(1);
    expect(tables.isFailing).toBe(false);
  } finally {
    stop();
  }
});

test('R-RUN-36 the lease of the jobs is apart from that of trading', async () => {
  const [trading, jobs] = [new PostgresLease(core.pool, 0), new PostgresLease(core.pool, jobsShard)];
  const owners = ['a', 'b'].map((id) => ({ id, address: id, process: null })) as [LeaseOwner, LeaseOwner];
  const log = { id: 'log', nextOffset: 7 };
  const first = await trading.take(owners[0], log, null);
  const second = await jobs.take(owners[1], { id: 'jobs', nextOffset: 0 }, null);
  expect([first.kind, second.kind]).toEqual(['taken', 'taken']);
  expect(await jobs.take(owners[0], log, null)).toMatchObject({ kind: 'held', by: { id: 'b' } });
  const epoch = second.kind === 'taken' ? second.epoch : 0;
  await jobs.release(epoch);
  expect(await jobs.renew(epoch)).toBe(true);
  expect(await trading.take(owners[1], log, null)).toMatchObject({ kind: 'held', by: { id: 'a' } });
  await core.pool.query('select journal_needed_after(0)');
});
