import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import { openDesk, Trader } from '../../../testkit/money-desk.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { tablesCaughtUp, writeTestLog } from '../../../testkit/test-log.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { AuditResultReader, AuditResultTables } from './adapters/postgres/audit-result-tables.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { StatisticsTables } from './adapters/postgres/statistics-tables.ts';
import { auditNight } from './open-night-audit.ts';
import { foldStatistics } from './projections/statistics/fold-statistics.ts';

const { eurusd } = testSpecs;
const company = 1 as CompanyId;
const dayMs = 86_400_000;
const verifier = fileURLToPath(new URL('../../../tools/verify-receipt/verify-statistics.mjs', import.meta.url));

let server: TestServer;
let trader: Trader;
let store: StatisticsTables;
let address: string;
let reads = 0;
/** UTC day of the trades, as the statistics name it. */
let today: string;

beforeAll(async () => {
  server = await TestServer.start();
  await openDesk(server);
  // Trades of one UTC day, whatever the time of the test.
  server.advance(dayMs - (server.clock.nowMs() % dayMs) + 3_600_000);
  trader = await Trader.verified(server);
  await trader.fund('100000');
  for (let at = 0; at < 110; at += 1) {
    server.advance(60_000);
    const bid = 115_283 + ((at * 5) % 7);
    server.market.give(eurusd, `1.${bid - 100_000}`, `1.${bid - 99_988}`);
    const order = { type: 1, cont: '0.01', forex_id: eurusd.id, status: 1, multiple: 100, max_deviation: '0.00100' };
    const { data } = await trader.post('/v1/api/forex/submit', { ...order, price: '1.15298' });
    await trader.post('/v1/api/forex/close', { id: data.Id });
  }
  const huge = {
    type: 1,
    cont: '99.00',
    forex_id: eurusd.id,
    status: 1,
    multiple: 100,
    client_id: crypto.randomUUID(),
  };
  await trader.post('/v1/api/forex/submit', huge);
  await server.demo();
  today = new Date(server.clock.nowMs()).toISOString().slice(0, 10);
  await tablesCaughtUp(server);
  store = new StatisticsTables(server.core.db, 0);
  address = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://localhost:${new URL(address).port}`;
});
afterAll(() => server.stop());

const journal = () => {
  const read = new PostgresJournal(server.core.pool, { shard: 0, epoch: 0 });
  return {
    position: () => read.position(),
    read: (seq: number, limit: number) => {
      reads += limit;
      return read.read(seq, limit);
    },
  };
};
/** Folds everything that can be folded at a time; returns the number of entries asked for. */
async function fold(nowMs = server.clock.nowMs()): Promise<number> {
  reads = 0;
  while (await foldStatistics({ journal: journal(), store }, nowMs));
  return reads;
}
const days = async () =>
  (await server.open.pool.query('select * from statistics_day order by day, company_id, realm')).rows;
const get = (url: string) => server.server.app.inject({ method: 'GET', url, headers: { host: 'localhost' } });
const tomorrow = () => Date.parse(today) + dayMs + 601_000;

describe('R-STA-03 R-STA-02 the fold of the journal into days', () => {
  test('waits for the leaves of the log, holds a day under way back, and completes it ten minutes after its end', async () => {
    await fold();
    expect(await days()).toEqual([]);
    await writeTestLog(server);
    await fold();
    const own = (await days()).filter(({ realm, company_id }) => realm === 'real' && company_id === company);
    const open = own.at(-1);
    expect(open).toMatchObject({ to_seq: null, counts: { fills: 220, refusals: { 'not-enough-margin': 1 } } });
    server.advance(61_000);
    expect((await get('/statistics.json')).json()).toMatchObject({ real: { sample: 0, counts: null }, rows: [] });
    await fold(tomorrow() - 2_000);
    expect((await days()).at(-1)).toMatchObject({ to_seq: null });
    await fold(tomorrow());
    expect((await days()).every(({ to_seq, clusters }) => to_seq !== null && clusters === null)).toBe(true);
  });

  test('reads each entry once: a further step asks for nothing that was folded', async () => {
    expect(await fold(tomorrow())).toBe(0);
    await trader.post('/v1/api/forex/submit', { type: 1, cont: '0.01', forex_id: eurusd.id, status: 1, multiple: 100 });
    const { committedSeq } = server.server.core;
    const { rows } = await server.open.pool.query('select seq from statistics_cursor');
    await writeTestLog(server);
    expect(await fold()).toBeLessThanOrEqual(committedSeq - Number(rows[0].seq));
  });

  test('two writers cannot count an entry twice', async () => {
    const cursor = await store.cursor();
    if (cursor === null) throw new Error('the fold has begun');
    await expect(store.put({ ...cursor, seq: cursor.seq - 1 }, cursor, [], new Map())).rejects.toThrow('one writer');
  });
});

describe('R-STA-05 pages and files for everybody', () => {
  test('the page and the same as JSON, in the reader’s language, with demos apart', async () => {
    server.advance(61_000);
    const json = (await get('/statistics.json')).json();
    expect(json).toMatchObject({
      version: 'candor-statistics-1',
      real: { sample: 221, slippage: { count: 110 } },
      demo: { counts: null },
      losing: { sample: 1, accounts: null, losing: null },
      rows: [{ day: today, fills: 220 }],
    });
    const page = await get('/statistics?lang=en');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('of 221 decided');
    expect(page.body).toContain('Refused: 1');
    // R-STA-08: too few accounts for a share.
    expect(page.body).toContain('Too few to show: 1 of at least 100.');
    expect(page.body).not.toMatch(/<script|\{\w+\}|undefined|NaN/);
    expect((await get('/statistics?lang=ar')).body).toContain('dir="rtl"');
    for (const path of ['/status', '/log/']) expect((await get(path)).body).toContain('href="/statistics');
  });

  test('rows without name, account, size, price or instrument, by entry of the log', async () => {
    const file = await get(`/statistics/${today}.jsonl`);
    const rows = file.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown[]);
    expect(rows).toHaveLength(220);
    expect(rows[0]).toEqual([expect.any(Number), 'real', 'market-open', 26, expect.any(Number), 1]);
    expect(new Set(rows.map(([leaf]) => leaf)).size).toBe(220);
    expect((await get('/statistics/2020-01-01.jsonl')).statusCode).toBe(404);
    expect((await get('/statistics/..%2fstatus')).statusCode).toBe(404);
  });
});

/** Runs the offline verifier against the server. */
function verify(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [verifier, address, ...args], (error, text) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text }),
    );
  });
}

describe('R-STA-09 the offline verifier, which shares no code with the platform', () => {
  test('finds every figure of the rows, each receipt of the log, and the trader’s own receipt', async () => {
    const { rows } = await server.open.pool.query('select order_id from receipt order by real_at_ms limit 1');
    const receipt = await trader.get('/v1/api/forex/receipts', { id: rows[0].order_id });
    const file = join(scratchFolder('candor-statistics-'), 'receipt.json');
    writeFileSync(file, JSON.stringify(receipt.data));
    const { code, text } = await verify('--log', '--receipt', file);
    expect(text).toContain('✓ real: 220 rows counted.');
    expect(text).toMatch(/Entries \d+ to \d+ of the log compared/);
    expect(text).toMatch(/Receipt \d+-open is counted as it is/);
    expect([code, text.includes('VERIFIED. Every figure')]).toEqual([0, true]);
  });

  test.each([
    ['a row that is left out', `lines = substring(lines from position(E'\\n' in lines) + 1)`, 'rows for'],
    ['a slippage that is made better', `lines = replace(lines, ',26,', ',29,')`, 'slippage does not follow'],
    ['a row of an entry that is no receipt', `lines = regexp_replace(lines, '\\[\\d+', '[0')`, 'is no receipt'],
  ])('names %s', async (_, change, told) => {
    const { pool } = server.open;
    await pool.query('create table kept_rows as select * from statistics_fill');
    await pool.query(`update statistics_fill set ${change}`);
    const { code, text } = await verify('--log');
    await pool.query(
      'delete from statistics_fill; insert into statistics_fill select * from kept_rows; drop table kept_rows',
    );
    expect([code, text]).toEqual([1, expect.stringContaining(told)]);
  });
});

describe('R-STA-07 the nightly audit', () => {
  const audit = async () => {
    await server.open.pool.query('delete from audit_result');
    await auditNight({
      databases: { app: server.app, core: server.core },
      store: null,
      results: new AuditResultTables(server.core.db),
      clock: server.clock,
      pause: () => Promise.resolve(),
    });
    const [latest] = await new AuditResultReader(server.app.db).newest(company, 1);
    return latest?.parts.find(({ name }) => name === 'statistics');
  };

  test('R-STA-06 counts the days and the losing accounts again, and they agree', async () => {
    expect(await audit()).toEqual({ name: 'statistics', isGood: true, count: 4 });
  });

  test.each([
    ['statistics_day', `counts = jsonb_set(counts, '{stopOuts}', '1') where realm = 'real' and company_id = 1`],
    [
      'statistics_day',
      `counts = jsonb_set(counts, '{slippage}', '{"3": 110}') where realm = 'real' and company_id = 1`,
    ],
    ['statistics_day', `losing = 0, accounts = 0 where realm = 'real' and company_id = 1`],
    ['statistics_fill', `lines = replace(lines, ',26,', ',29,')`],
  ])('finds a change of %s: %s', async (table, change) => {
    const { pool } = server.open;
    await pool.query(`create table kept_rows as select * from ${table}; update ${table} set ${change}`);
    const part = await audit();
    await pool.query(`delete from ${table}; insert into ${table} select * from kept_rows; drop table kept_rows`);
    expect(part?.isGood).toBe(false);
  });
});
