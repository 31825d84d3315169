import type { Command } from '@candor/domain/engine/command';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import { approvalOf, depositOf, openReal, operator } from '../../../testkit/funds-commands.ts';
import { openTestLog, tablesCaughtUp, writeTestLog } from '../../../testkit/test-log.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { AuditResultReader, AuditResultTables } from './adapters/postgres/audit-result-tables.ts';
import { AuditedRows } from './adapters/postgres/audited-tables.ts';
import { LiabilityTables } from './adapters/postgres/liability-tables.ts';
import { trialCompanyId } from './adapters/postgres/trial-company.ts';
import { auditChains } from './open-audit.ts';
import { auditNight, type NightAuditDeps, nightOf } from './open-night-audit.ts';
import { bundlesMax, bundlesOf } from './projections/audit/audit-log-tree.ts';
import { makeLiabilities } from './services/log/make-liabilities.ts';

const { eurusd } = testSpecs;
const company = 1 as CompanyId;
const payer = 900_001 as AccountId;
const dayMs = 86_400_000;
/** 02:00 UTC of a day, and the days after it. */
const nightMs = (day: number) => Date.UTC(2_026, 0, 10, 2) + day * dayMs;

let server: TestServer;
let results: AuditResultTables;
let pauses = 0;

beforeAll(async () => {
  server = await TestServer.start();
  results = new AuditResultTables(server.core.db);
  server.market.give(eurusd, '1.15283', '1.15295');
  const auth = { authorization: await server.demo() };
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  const place = async () => (await server.call('POST', '/v1/api/forex/submit', order, auth)).data.Id as number;
  const ids = [await place(), await place(), await place()];
  await server.call('POST', '/v1/api/forex/close', { id: ids[0] }, auth);
  const source = { atMs: server.clock.nowMs(), accountId: payer };
  const submit = (command: Command) => server.server.core.submit({ command, clientId: null, bodyHash: null });
  await submit(openReal(source));
  await submit(depositOf(source, { externalId: ' 0xAB01 ' }));
  await submit(approvalOf(source, 1, operator(1)));
  await tablesCaughtUp(server);
  await makeLiabilities(
    {
      store: new LiabilityTables(server.core.db),
      originOf: () => 'log.test/1',
      saltOf: (name) => server.secrets.mac('log-salt', name),
    },
    company,
    nightMs(0),
  );
  await writeTestLog(server, openTestLog(server));
});
afterAll(() => server.stop());
beforeEach(async () => {
  pauses = 0;
  await server.open.pool.query('delete from audit_result');
});

const run = (atMs: number, more: Partial<NightAuditDeps> = {}) =>
  auditNight({
    databases: { app: server.app, core: server.core },
    store: null,
    results,
    clock: { nowMs: () => atMs, monotonicMs: () => 0 },
    pause: async () => void (pauses += 1),
    ...more,
  });
const newest = () => new AuditResultReader(server.app.db).newest(company, 90);

/** Changes tables as their owner, with their guarding triggers disabled, and puts them back. */
async function tamper(changes: Readonly<Record<string, string>>, check: () => Promise<void>): Promise<void> {
  const { pool } = server.open;
  const tables = Object.keys(changes);
  for (const table of tables)
    await pool.query(`create table kept_${table} as select * from ${table}; alter table ${table} disable trigger user`);
  try {
    for (const change of Object.values(changes)) await pool.query(change);
    await check();
  } finally {
    for (const table of tables) {
      const { rows } = await pool.query(
        `select string_agg(attname, ', ') as columns from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const { columns } = rows[0] as { columns: string };
      await pool.query(
        `delete from ${table}; insert into ${table} (${columns}) select ${columns} from kept_${table}; drop table kept_${table}`,
      );
      await pool.query(`alter table ${table} enable trigger user`);
    }
  }
}

describe('the audit of each night (R-LOG-13)', () => {
  test('compares everything with the journal and stores a good result for each company', async () => {
    const night = await run(nightMs(0));
    expect(night).toMatchObject({ reasons: [] });
    expect(night?.results.map(({ companyId, state }) => [companyId, state])).toEqual([
      [company, 'good'],
      [trialCompanyId, 'good'],
    ]);
    const [latest] = await newest();
    expect(latest).toMatchObject({ state: 'good', beganAtMs: nightMs(0), sinceMs: nightMs(0) });
    const counts = new Map(latest?.parts.map(({ name, count }) => [name, count]));
    for (const name of ['journal', 'balances', 'tables', 'receipts', 'log', 'liabilities', 'payments'] as const)
      expect(counts.get(name), name).toBeGreaterThan(0);
    expect(pauses).toBeGreaterThan(0);
  });

  test.each([
    [
      'posting',
      'update posting set amount_micros = amount_micros + 1 where ledger_key like $$1/real/%/cash/%$$',
      'balances',
    ],
    ['posting', 'update posting set balance_micros = balance_micros + 1 where line = 0', 'balances'],
    ['posting', 'delete from posting where ledger_key like $$1/real/%/cash/%$$', 'balances'],
    ['ledger_balance', 'update ledger_balance set balance_micros = balance_micros + 1', 'balances'],
    [
      'ledger_balance',
      `insert into ledger_balance (shard, ledger_key, balance_micros) values (0, '1/real/USD/cash/9', 1)`,
      'balances',
    ],
    ['trade_order', `update trade_order set record = replace(record, '"lots"', '"lots" ')`, 'tables'],
    ['trade_order', 'delete from trade_order where ended_at_ms is not null', 'tables'],
    ['trade_order', 'delete from trade_order where ended_at_ms is null', 'tables'],
    ['funds_request', 'update funds_request set amount_micros = amount_micros + 1', 'tables'],
    ['funds_request', 'delete from funds_request', 'tables'],
    ['receipt', `update receipt set text = replace(text, '"lots":"0.50"', '"lots":"0.60"')`, 'receipts'],
    ['receipt', 'update receipt set signature = repeat($$0$$, 128)', 'receipts'],
    ['receipt', 'delete from receipt where number = 1', 'receipts'],
    ['receipt_chain', 'update receipt_chain set number = number + 1 where number > 0', 'receipts'],
    ['log_place', 'delete from log_place', 'log'],
    ['log_place', 'update log_place set salt = decode(repeat($$00$$, 32), $$hex$$)', 'log'],
    ['log_entry', 'update log_entry set entry = entry || $$x$$::bytea where company_id = 1 and at = 0', 'log'],
    ['liability_total', 'update liability_total set sum_micros = sum_micros + 1', 'liabilities'],
    ['liability_total', 'update liability_total set seq = 2', 'liabilities'],
    [
      'liability_total',
      `update liability_total set text = replace(text, '"claims":"0.', '"claims":"1.')`,
      'liabilities',
    ],
    ['used_payment', 'delete from used_payment', 'payments'],
    ['journal', 'update journal set at_ms = at_ms + 1 where seq = 2', 'journal'],
  ])('%s: %s makes the night bad', async (table, change, part) => {
    await tamper({ [table]: change }, async () => {
      const night = await run(nightMs(0));
      expect(night?.reasons).not.toEqual([]);
      const [latest] = await newest();
      expect(latest?.state).toBe('bad');
      expect(latest?.parts.filter(({ isGood }) => !isGood).map(({ name }) => name)).toContain(part);
    });
    await server.open.pool.query('delete from audit_result');
    expect((await run(nightMs(0)))?.reasons).toEqual([]);
  });

  test('another tile of the log makes the night bad', async () => {
    const { rows } = await server.open.pool.query('select hashes from log_tile where company_id = 1 and level = 0');
    const hashes = Buffer.from(rows[0].hashes as Buffer);
    hashes[0] = (hashes[0] ?? 0) ^ 1;
    const change = `update log_tile set hashes = '\\x${hashes.toString('hex')}' where level = 0 and company_id = 1`;
    await tamper({ log_tile: change }, async () => {
      await run(nightMs(0));
      expect((await newest())[0]?.parts).toContainEqual(expect.objectContaining({ name: 'log', isGood: false }));
    });
  });

  test('rows of a demo that was erased may be missing', async () => {
    const { pool } = server.open;
    const { rows } = await pool.query(`select account_id from receipt_chain where realm = 'demo' and number > 0`);
    const id = rows[0].account_id as number;
    const erased = {
      receipt: `delete from receipt where account_id = ${id}`,
      posting: `delete from posting where (seq, line / 2) in (select seq, line / 2 from posting where ledger_key like '%/cash/${id}')`,
      trade_order: `delete from trade_order where account_id = ${id}`,
      ledger_balance: `delete from ledger_balance where ledger_key like '%/cash/${id}'`,
    };
    // Its account is still there.
    await tamper(erased, async () => expect((await run(nightMs(0)))?.results[0]?.state).toBe('bad'));
    const chain = `delete from receipt_chain where account_id = ${id}`;
    await tamper({ ...erased, receipt_chain: chain }, async () => {
      const night = await run(nightMs(1));
      // Open orders are never erased.
      expect(night?.reasons.filter((line) => line.startsWith('  '))).toEqual([
        expect.stringMatching(/^ {2}order \d+ is missing$/),
        expect.stringMatching(/^ {2}order \d+ is missing$/),
      ]);
    });
  });
});

describe('when it runs and how it ends (R-LOG-15)', () => {
  test('is once a night, from 02:00 UTC', async () => {
    expect(nightOf(nightMs(0))).toBe(nightOf(nightMs(0) + dayMs - 1));
    expect(nightOf(nightMs(0) - 1)).toBe(nightOf(nightMs(0)) - 1);
    expect(await run(nightMs(0) - 1)).not.toBeNull();
    expect(await run(nightMs(0) - 1)).toBeNull();
    expect(await run(nightMs(0))).not.toBeNull();
    expect(await run(nightMs(0) + dayMs - 1)).toBeNull();
  });

  test('an audit that takes too long, or fails, is unfinished and never good', async () => {
    let ms = 0;
    const night = await run(nightMs(0), {
      clock: { nowMs: () => nightMs(0), monotonicMs: () => (ms += 4 * 3_600_000) },
    });
    expect(night?.reasons[0]).toContain('NightOverError');
    expect((await newest())[0]).toMatchObject({ state: 'unfinished', parts: [] });
    await run(nightMs(1), { pause: () => Promise.reject(new Error('the database is away')) });
    expect((await newest())[0]).toMatchObject({ state: 'unfinished', sinceMs: nightMs(0), beganAtMs: nightMs(1) });
  });

  test('R-LOG-40 the time also bounds the walk of each chain, before anything is folded again', async () => {
    const folded = vi.spyOn(AuditedRows.prototype, 'capture');
    const checks: string[] = [];
    await server.open.pool.query(
      `insert into core_snapshot select 0, seq, hash, 5, 'test', 0, '\\x00', 1 from journal where seq = 2`,
    );
    // Time is over at the first pause of the walk, then at the second, and so on.
    for (let allowed = 0; checks.at(-1) !== 'ended' && allowed < 100; allowed += 1) {
      let left = allowed;
      const rest = async () => {
        if (left-- === 0) throw new Error('over');
      };
      const ended = await auditChains(server, ['--archive', '--from-zero'], null, rest).then(
        () => 'ended',
        ({ stack = '' }: Error) => /(checkChain|auditJournal|compareOnward)/.exec(stack)?.[1] ?? stack,
      );
      checks.push(ended);
    }
    expect(new Set(checks)).toEqual(new Set(['checkChain', 'auditJournal', 'compareOnward', 'ended']));
    let ms = 0;
    await run(nightMs(0), { clock: { nowMs: () => nightMs(0), monotonicMs: () => (ms += 7 * 3_600_000) } });
    expect((await newest())[0]).toMatchObject({ state: 'unfinished', parts: [] });
    expect(folded).not.toHaveBeenCalled();
    folded.mockRestore();
    await server.open.pool.query('delete from core_snapshot');
  });

  test('the state is stated since the first night of its run', async () => {
    for (const day of [0, 1]) await run(nightMs(day));
    expect((await newest())[0]).toMatchObject({ state: 'good', sinceMs: nightMs(0) });
    await tamper({ used_payment: 'delete from used_payment' }, async () => void (await run(nightMs(2))));
    await run(nightMs(3));
    expect((await newest()).map(({ state, sinceMs }) => [state, (sinceMs - nightMs(0)) / dayMs])).toEqual([
      ['good', 3],
      ['bad', 2],
      ['good', 0],
      ['good', 0],
    ]);
  });
});

test('R-LOG-13 of a log of any length a bounded part is hashed: the newest always, every older one in turn', () => {
  expect(bundlesOf(7, 3)).toEqual([0, 1, 2]);
  expect(bundlesOf(0, bundlesMax)).toHaveLength(bundlesMax);
  const long = 50_000;
  const seen = new Set<number>();
  for (let night = 0; night < 4; night += 1) {
    const read = bundlesOf(night, long);
    expect(read).toHaveLength(bundlesMax);
    expect(read.slice(-bundlesMax / 2)).toEqual(Array.from({ length: bundlesMax / 2 }, (_, at) => 40_000 + at));
    for (const one of read) seen.add(one);
  }
  expect(seen.size).toBe(long);
});

describe('the public status (R-LOG-14)', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.server.app.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });

  test('is the result with its time, as a page and as JSON, in the reader’s language', async () => {
    await run(nightMs(0));
    server.advance(6_000);
    const json = await get('/status.json');
    expect(json.json()).toMatchObject({
      version: 'candor-status-1',
      audit: { state: 'good', since: new Date(nightMs(0)).toISOString() },
      nights: [{ state: 'good' }],
    });
    const page = await get('/status?lang=de');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('Alles stimmt überein');
    expect(page.body).toContain('1 von 1 Prüfungen');
    // A part without anything compared does not claim to agree.
    const { parts } = (json.json() as { audit: { parts: { compared: number }[] } }).audit;
    const empty = parts.filter(({ compared }) => compared === 0).length;
    expect(empty).toBeGreaterThan(0);
    expect(page.body.split('Noch nichts zu vergleichen').length - 1).toBe(empty);
    expect(page.body.split('>stimmt<').length - 1).toBe(parts.length - empty);
    expect(page.body).not.toMatch(/<script|\{\w+\}/);
    expect((await get('/status', { 'accept-language': 'ar' })).body).toContain('<html lang="ar" dir="rtl">');
  });
});
