import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LiabilityProof } from '@candor/contracts/http/liabilities';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, Trader } from '../../../../../testkit/money-desk.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { openTestLog, tablesCaughtUp, testLogKey, writeTestLog } from '../../../../../testkit/test-log.ts';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { LiabilityTables } from '../../adapters/postgres/liability-tables.ts';
import { dayOf, type LiabilityDeps, makeLiabilities } from './make-liabilities.ts';

const company = 1 as CompanyId;
const dayMs = 86_400_000;
/** Another season for each test: what the log has is never removed. */
let atMs = Date.UTC(2_026, 10, 27, 0, 1);
const verifier = fileURLToPath(new URL('../../../../../tools/verify-receipt/verify-liability.mjs', import.meta.url));

let server: TestServer;
let trader: Trader;
let other: Trader;
let deps: LiabilityDeps;
const folder = scratchFolder('candor-liabilities-');

beforeAll(async () => {
  server = await TestServer.start();
  const desk = await openDesk(server, 'localhost');
  trader = await Trader.verified(server);
  await trader.fund('5000.70');
  const method = await trader.bound(desk.payout.id);
  await trader.withdraw(desk, method, '20');
  other = await Trader.verified(server);
  await other.fund('12.5');
  await tablesCaughtUp(server);
  deps = {
    store: new LiabilityTables(server.core.db),
    originOf: (companyId) => `log.test/${companyId}`,
    saltOf: (name) => server.secrets.mac('log-salt', name),
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});
afterEach(() => {
  atMs += 100 * dayMs;
  return server.open.pool.query(
    `alter table liability_total disable trigger user; delete from liability_total; delete from liability_leaf;
     delete from liability_nodes; alter table liability_total enable trigger user`,
  );
});

const proofOf = async (one: Trader) => (await one.get('/api/account/liability_proof')).data as LiabilityProof | null;
const totals = async () => (await server.open.pool.query('select * from liability_total order by day, currency')).rows;

/** Runs the offline verifier; returns its exit code and its text. */
function verify(proof: unknown, ...args: string[]): { code: number; text: string } {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  try {
    return { code: 0, text: execFileSync(process.execPath, [verifier, file, ...args], { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, text: stdout };
  }
}

describe('the daily total owed to clients (R-LOG-20)', () => {
  test('counts balance and locked money of every real account once, and ties to the house’s side of the ledger', async () => {
    const [made, ...more] = await makeLiabilities(deps, company, atMs);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ day: dayOf(atMs), currency: 'USD', accounts: 2, made: { fault: null } });
    const { rows } = await server.open.pool.query(
      `select -sum(balance_micros) as owed from ledger_balance where ledger_key like '1/real/USD/house/%'`,
    );
    expect((await totals())[0]).toMatchObject({ sum_micros: rows[0].owed, height: 4, is_logged: false });
    expect(rows[0].owed).toBe('5013200000');
    expect(await makeLiabilities(deps, company, atMs + dayMs - 120_000)).toEqual([]);
    expect(await makeLiabilities(deps, company, atMs + dayMs)).toHaveLength(1);
  });

  test('is seated in another order each day, with other salts', async () => {
    for (const day of [0, 1, 2]) await makeLiabilities(deps, company, atMs + day * dayMs);
    const { rows } = await server.open.pool.query('select position, salt from liability_leaf order by account_id, day');
    expect(new Set(rows.map(({ position }) => position as number)).size).toBeGreaterThan(2);
    expect(new Set(rows.map(({ salt }) => (salt as Buffer).toString('hex'))).size).toBe(6);
  });

  test('is a public leaf of the log, once, and its tree is kept for 30 days', async () => {
    const writer = openTestLog(server);
    await writeTestLog(server, writer);
    await makeLiabilities(deps, company, atMs);
    await writeTestLog(server, writer);
    await writeTestLog(server, writer);
    const [total] = await totals();
    const { rows } = await server.open.pool.query(`select entry from log_entry where get_byte(entry, 0) = 5`);
    expect(rows.map(({ entry }) => (entry as Buffer).subarray(1).toString())).toEqual([total.text]);
    expect(JSON.parse(total.text as string)).toMatchObject({ sum: '5013.200000', root: total.root.toString('hex') });
    expect(total.text).not.toContain('log.test');
    await makeLiabilities(deps, company, atMs + 29 * dayMs);
    expect((await server.open.pool.query('select distinct day from liability_leaf')).rows).toHaveLength(2);
    await makeLiabilities(deps, company, atMs + 30 * dayMs);
    expect((await server.open.pool.query('select distinct day from liability_nodes')).rows).toHaveLength(2);
    expect(await totals()).toHaveLength(3);
    await expect(server.core.pool.query('delete from liability_total')).rejects.toThrow('permission denied');
    await expect(server.open.pool.query(`update liability_total set sum_micros = 1`)).rejects.toThrow('never change');
  });

  test.each([
    [
      'negative',
      `update ledger_balance set balance_micros = -1 where ledger_key = (select min(ledger_key) from ledger_balance where ledger_key like '1/real/USD/locked/%')`,
    ],
    [
      'not-tied',
      `update ledger_balance set balance_micros = balance_micros + 1 where ledger_key like '1/real/USD/house/deposits'`,
    ],
  ])('R-LOG-21 a ledger that is %s gets no total, and its fault is public', async (fault, change) => {
    const { pool } = server.open;
    const { rows } = await pool.query('select shard, ledger_key, balance_micros from ledger_balance');
    await pool.query(change);
    try {
      expect((await makeLiabilities(deps, company, atMs))[0]?.made).toEqual({ fault });
    } finally {
      for (const { ledger_key, balance_micros } of rows)
        await pool.query('update ledger_balance set balance_micros = $2 where ledger_key = $1', [
          ledger_key,
          balance_micros,
        ]);
    }
    expect(await proofOf(trader)).toBeNull();
    server.advance(6_000);
    const page = await server.server.app.inject({ method: 'GET', url: '/status.json', headers: { host: 'localhost' } });
    expect(page.json()).toMatchObject({ liabilities: [{ currency: 'USD', sum: null, root: null, fault }] });
  });
});

test('R-LOG-21 a trader whose balance is below zero counts as 0 and in the claims; all others keep their proof', async () => {
  const shifts = [
    ['house/deposits', 15_500_000],
    [`cash/${other.id}`, -15_500_000],
  ] as const;
  const shift = async (sign: 1 | -1) => {
    for (const [key, micros] of shifts)
      await server.open.pool.query(
        'update ledger_balance set balance_micros = balance_micros + $1 where ledger_key = $2',
        [sign * micros, `1/real/USD/${key}`],
      );
  };
  await shift(1);
  try {
    const [total] = await makeLiabilities(deps, company, atMs);
    expect(total?.made).toMatchObject({ fault: null, sum: 5_000_700_000n, claims: 3_000_000n });
    await writeTestLog(server);
    expect(await proofOf(other)).toMatchObject({ amount: '0.000000' });
    const proof = await proofOf(trader);
    expect(JSON.parse(proof?.text ?? '')).toMatchObject({ sum: '5000.700000', claims: '3.000000' });
    const { code, text } = verify(proof, '--log-key', testLogKey(1));
    expect([code, text.includes('Clients below zero owe 3.000000')]).toEqual([0, true]);
    server.advance(6_000);
    const page = await server.server.app.inject({ method: 'GET', url: '/status.json', headers: { host: 'localhost' } });
    expect(page.json()).toMatchObject({ liabilities: [{ sum: '5000.700000', claims: '3.000000', fault: null }] });
  } finally {
    await shift(-1);
  }
});

describe('a trader’s own place in it (R-LOG-22)', () => {
  test('leads to the total and to the log, by the offline verifier; nobody else gets it', async () => {
    expect(await proofOf(trader)).toBeNull();
    const writer = openTestLog(server);
    await makeLiabilities(deps, company, atMs);
    const early = await proofOf(trader);
    expect(early).toMatchObject({ amount: '5000.700000', log_proof: null });
    expect(verify(early, '--log-key', testLogKey(1))).toMatchObject({ code: 3 });
    await writeTestLog(server, writer);
    const proof = await proofOf(trader);
    const { code, text } = verify(proof, '--log-key', testLogKey(1));
    expect(text).toContain('VERIFIED. Every check holds.');
    expect(text).toContain('It does not show that the company holds this money.');
    expect(code).toBe(0);
    const theirs = await proofOf(other);
    expect(theirs?.amount).toBe('12.500000');
    expect(theirs?.salt).not.toBe(proof?.salt);
    expect(
      (await server.call('GET', '/api/account/liability_proof', {}, { authorization: await server.demo() })).data,
    ).toBeNull();
    expect((await server.call('GET', '/api/account/liability_proof')).code).not.toBe(0);
  });

  test('any changed field fails', async () => {
    const writer = openTestLog(server);
    await makeLiabilities(deps, company, atMs);
    await writeTestLog(server, writer);
    const proof = (await proofOf(trader)) as LiabilityProof;
    const [first, ...rest] = proof.path as [LiabilityProof['path'][number], ...LiabilityProof['path']];
    const log = proof.log_proof ?? '';
    const changes: Partial<Record<keyof LiabilityProof, unknown>>[] = [
      { version: 'candor-liabilities-2' },
      { log: 'log.test/2' },
      { day: dayOf(atMs + dayMs) },
      { currency: 'EUR' },
      { account: '0'.repeat(32) },
      { amount: '5000.700001' },
      { amount: '-1' },
      { amount: '0.0000001' },
      { salt: '0'.repeat(64) },
      { salt: 'x' },
      { position: proof.position === 0 ? 1 : 0 },
      { position: -1 },
      { path: rest },
      { path: [{ ...first, sum: '-1.000000' }, ...rest] },
      { path: [{ ...first, sum: '0.000001' }, ...rest] },
      { path: [{ ...first, hash: '0'.repeat(64) }, ...rest] },
      { text: proof.text.replace('5013.2', '5012.2') },
      { text: proof.text.replace('"height":4', '"height":5') },
      { text: proof.text.replace('"claims":"0.0', '"claims":"-1.0') },
      { text: '{' },
      { log_proof: log.replace(/index \d+/, 'index 0') },
      { log_proof: log.replace(/^— .*$/m, '') },
      { log_proof: 'c2sp.org/tlog-proof@v1' },
    ];
    for (const change of changes) {
      const { code, text } = verify({ ...proof, ...change }, '--log-key', testLogKey(1));
      expect([code, /NOT VERIFIED/.test(text)], JSON.stringify(change)).toEqual([1, true]);
    }
    expect(verify(proof, '--log-key', testLogKey(2)).code).toBe(1);
    expect(verify(proof).code).toBe(3);
    expect(verify(proof).text).toContain('was not checked: name its key with --log-key');
  });
});

test('R-LOG-23 the page of the log shows the total, what it proves and what not', async () => {
  await makeLiabilities(deps, company, atMs);
  await writeTestLog(server);
  server.advance(6_000);
  const page = await server.server.app.inject({ method: 'GET', url: '/log/?lang=en', headers: { host: 'localhost' } });
  expect(page.body).toContain('5013.200000');
  expect(page.body).toContain('It does not prove: that the company holds this money');
});
