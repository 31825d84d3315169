import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type HedgeEntry, type SwitchAct, SwitchPulledError, SwitchRefusedError } from '../../ports/hedging.ts';
import { FencedError } from '../../ports/journal.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { HedgeTables, hedgerShard } from './hedge-tables.ts';
import { migrateConnection } from './migrations/migrate.ts';
import { PostgresLease } from './postgres-lease.ts';

let database: TestDatabase;
let core: OpenDatabase;
let lease: PostgresLease;
let tables: HedgeTables;

beforeEach(async () => {
  database = await createTestDatabase(migrateConnection);
  core = openDatabase(database.connectionString, () => undefined, 4, 'candor_core');
  lease = new PostgresLease(core.pool, hedgerShard);
  tables = new HedgeTables(core.pool, await take('one'));
});
afterEach(async () => {
  await core.close();
  await database.drop();
});

async function take(id: string): Promise<number> {
  const owner = { id, address: id, process: null };
  const taken = await lease.take(owner, { id, nextOffset: 0 }, id === 'one' ? null : 'one');
  if (taken.kind !== 'taken') throw new Error('the lease is free');
  return taken.epoch;
}

const entry = (seq: number, isState = false): HedgeEntry => ({
  ...{ seq, atMs: 1_000 + seq, isState, payload: `[${seq}]`, hash: Buffer.alloc(32, seq) },
});
const turn = (act: SwitchAct, by: string) => tables.switch.turn({ act, by, reason: 'a test', atMs: 5 });

test('R-HDG-07 entries are stored in order by the holder of the lease alone, and read back as they were', async () => {
  expect(await tables.lead()).toEqual({ lastSeq: 0, lastHash: Buffer.alloc(32) });
  expect(await tables.newestState()).toBe(0);
  await tables.commit(0, [entry(1), entry(2, true)], false);
  await tables.commit(2, [entry(3)], true);
  expect(await tables.lead()).toEqual({ lastSeq: 3, lastHash: Buffer.alloc(32, 3) });
  expect(await tables.read(1, 10)).toEqual([entry(2, true), entry(3)]);
  expect(await tables.newestState()).toBe(2);
  expect([await tables.newestState(1_003), await tables.newestState(1_002)]).toEqual([2, 0]);
  await expect(tables.commit(2, [entry(3)], false)).rejects.toThrow(FencedError);
  const next = new HedgeTables(core.pool, await take('two'));
  await expect(tables.commit(3, [entry(4)], true)).rejects.toThrow(FencedError);
  await expect(tables.lead()).rejects.toThrow(FencedError);
  await next.commit(3, [entry(4)], true);
  expect(await next.read(3, 10)).toEqual([entry(4)]);
  await expect(core.pool.query('update hedge_journal set payload = null')).rejects.toThrow('permission denied');
});

test('R-HDG-14 one person pulls the switch, two release it, and no order is stored meanwhile', async () => {
  expect(await tables.switch.state()).toBeNull();
  await expect(turn('released', 'anna')).rejects.toThrow(SwitchRefusedError);
  await turn('pulled', 'anna');
  await turn('pulled', 'ben');
  expect(await tables.switch.state()).toEqual({ act: 'pulled', by: 'anna', reason: 'a test', atMs: 5 });
  await expect(tables.commit(0, [entry(1)], true)).rejects.toThrow(SwitchPulledError);
  await tables.commit(0, [entry(1)], false);
  await expect(turn('released', 'ben')).rejects.toThrow('nobody has asked for the release yet');
  await turn('release-asked', 'anna');
  await expect(tables.commit(1, [entry(2)], true)).rejects.toThrow(SwitchPulledError);
  await expect(turn('released', 'ANNA')).rejects.toThrow('another person must release the kill switch');
  await turn('released', 'ben');
  await tables.commit(1, [entry(2)], true);
  await expect(core.pool.query('delete from hedge_switch')).rejects.toThrow('permission denied');
});

test('R-HDG-14 a pull waits for the order that is being stored, and no later one is', async () => {
  const holder = await core.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock_shared(4660046)');
  let isPulled = false;
  const pull = turn('pulled', 'anna').then(() => (isPulled = true));
  await core.pool.query('select 1');
  expect(isPulled).toBe(false);
  await holder.query('commit');
  holder.release();
  await pull;
  await expect(tables.commit(0, [entry(1)], true)).rejects.toThrow(SwitchPulledError);
});
