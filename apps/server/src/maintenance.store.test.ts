import type { Command } from '@candor/domain/engine/command';
import type { AccountId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalOf, depositOf, openReal, operator } from '../../../testkit/funds-commands.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { auditChains } from './open-audit.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { createFold } from './trading/journal-fold.ts';
import { remakeSnapshots } from './trading/snapshots/check-snapshots.ts';

let server: TestServer;
/** Account with a credited payment. */
const payer = 900_001 as AccountId;

beforeAll(async () => {
  server = await TestServer.start();
  for (const host of ['localhost', 'm.acme.localhost'])
    for (let count = 0; count < 4; count += 1) await server.operator('support', host);
  for (let count = 0; count < 4; count += 1) await server.demo();
  const source = { atMs: server.clock.nowMs(), accountId: payer };
  const submit = (command: Command) => server.server.core.submit({ command, clientId: null, bodyHash: null });
  await submit(openReal(source));
  await submit(depositOf(source, { externalId: ' 0xAB01 ' }));
  expect(await submit(approvalOf(source, 1, operator(1)))).toMatchObject({ kind: 'done' });
});
afterAll(() => server.stop());

const run = (...args: string[]) => auditChains(server, args);
const heads = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('--head')).flatMap((line) => line.trim().split(' '));

/** Changes a table as its owner, with its guarding triggers disabled. */
async function tamper(table: string, change: string, check: () => Promise<void>): Promise<void> {
  const { pool } = server.open;
  await pool.query(`create table kept as select * from ${table}; alter table ${table} disable trigger user`);
  try {
    await pool.query(change);
    await check();
  } finally {
    await pool.query(`delete from ${table}; insert into ${table} select * from kept; drop table kept`);
    await pool.query(`alter table ${table} enable trigger user`);
  }
}

test('R-OPS-04 R-LED-06 sound chains are counted, and their heads match at the next check', async () => {
  const { lines, isSound } = await run();
  expect(isSound).toBe(true);
  expect(lines).toContain('1: 4 entries, sound');
  expect(lines.some((line) => /^journal: [1-9]\d* entries, sound$/.test(line))).toBe(true);
  expect(lines).toContain('sign-ins-1: 4 entries, sound');
  expect(heads(lines)).toHaveLength(10);
  expect(await run(...heads(lines))).toMatchObject({ lines, isSound });
  await server.operator('support');
  expect((await run(...heads(lines))).isSound).toBe(true);
});

test.each([
  [
    'audit_entry',
    `update audit_entry set reason = 'x' where company_id = 1 and seq = 2`,
    '1: 1 entries, ENTRY 2 WAS CHANGED',
  ],
  ['audit_entry', 'delete from audit_entry where company_id = 1 and seq = 2', '1: 1 entries, ENTRY 2 IS MISSING'],
  [
    'sign_in_entry',
    `update sign_in_entry set network = 'x' where company_id = 1 and seq = 2`,
    'sign-ins-1: 1 entries, ENTRY 2 WAS CHANGED',
  ],
  ['journal', 'update journal set at_ms = at_ms + 1 where seq = 2', 'journal: 1 entries, ENTRY 2 WAS CHANGED'],
  ['journal', 'delete from journal where seq = 2', 'journal: 1 entries, ENTRY 2 IS MISSING'],
  ['journal', 'delete from journal where seq > 1', 'journal: 1 entries, ENTRY 2 IS MISSING'],
])('R-OPS-04 R-LED-06 %s: %s is reported', async (table, change, told) => {
  await tamper(table, change, async () => {
    const { lines, isSound } = await run();
    expect(isSound).toBe(false);
    expect(lines).toContain(told);
  });
  expect((await run()).isSound).toBe(true);
});

test.each([
  ['delete from used_payment', 'IS MISSING'],
  [`update used_payment set key = '1/ab02'`, 'IS MISSING'],
  ['update used_payment set funds_id = funds_id + 1', 'IS MISSING'],
  [
    `insert into used_payment (shard, seq, kind, key, funds_id, account_id) values (0, 2, 'credited', '1/x', 9, 9)`,
    'IS NOT IN THE JOURNAL',
  ],
])('R-FND-93 used payments: %s is reported', async (change, told) => {
  expect((await run()).lines).toContain('used payments: 1, sound');
  await tamper('used_payment', change, async () => {
    const { lines, isSound } = await run();
    expect(isSound).toBe(false);
    expect(lines.filter((line) => line.startsWith('used'))).toEqual([
      expect.stringMatching(new RegExp(`^used payments: 1, THAT OF ENTRY \\d+ ${told}$`)),
    ]);
  });
  await tamper('used_payment', 'update used_payment set seq = 0', async () => {
    // The migration stored payments of archived entries so, because it did not know their entries.
    expect((await run()).isSound).toBe(true);
  });
});

test('R-OPS-04 a cut-off end and a rewritten chain are detected with an earlier head', async () => {
  const kept = heads((await run()).lines);
  await tamper('audit_entry', 'delete from audit_entry where company_id = 1 and seq > 3', async () => {
    expect((await run()).isSound).toBe(true);
    const { lines, isSound } = await run(...kept);
    expect(isSound).toBe(false);
    expect(lines).toContain('1: 3 entries, ENTRY 4 IS MISSING');
  });
  const other = kept.map((text) => text.replace(/^1:(\d+):.*/, `1:$1:${'0'.repeat(64)}`));
  expect((await run(...other)).isSound).toBe(false);
  expect((await run('--head', `77:1:${'0'.repeat(64)}`)).lines).toContain('77: 0 entries, ENTRY 1 IS MISSING');
  await expect(run('--head', 'nonsense')).rejects.toThrow('--head nonsense is malformed');
});

test('R-LED-19 snapshots are compared with the journal, and a changed one is reported', async () => {
  const { pool } = server.core;
  const snapshots = new PostgresSnapshots(pool, 0);
  const deps = {
    journal: new PostgresJournal(pool, { shard: 0, epoch: 0 }),
    snapshots,
    createFold: () => createFold(fallbackPolicy),
  };
  const { seq } = await remakeSnapshots(deps, { engineVersion: 'test', atMs: 1 });
  const ofSnapshots = (lines: readonly string[]) => lines.filter((line) => line.startsWith('snapshot'));
  expect(ofSnapshots((await run()).lines)).toEqual([`snapshot ${seq}: sound`]);
  const { lines, isSound } = await run('--from-zero');
  expect([ofSnapshots(lines), isSound]).toEqual([[`snapshot ${seq}: sound, equal to the journal from entry 1`], true]);
  await server.open.pool.query("update core_snapshot_part set bytes = '' where part = 0");
  const damaged = await run();
  expect(ofSnapshots(damaged.lines)).toEqual([`snapshot ${seq}: CANNOT BE USED: part 0 cannot be decompressed`]);
  expect(damaged.isSound).toBe(false);
  await snapshots.remove(seq);
});
