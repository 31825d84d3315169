import { codes } from '@candor/contracts/codes';
import { receiptKeysPath } from '@candor/contracts/http/paths';
import type { Statement } from '@candor/contracts/http/statement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { dayOf, goToMonday, Purse } from '../../../../../../testkit/ledger-month.ts';
import { pdfTexts } from '../../../../../../testkit/pdf-text.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';

const { eurusd } = testSpecs;
const path = '/api/account/statement';
const verifier = new URL('../../../../../../tools/verify-receipt/', import.meta.url);
const closePath = '/v1/api/forex/close';
const dayMs = 24 * 3_600_000;

let server: TestServer;
let auth: { authorization: string; host: string; uid: string; id: number };
let monday: string;
let tuesday: string;

beforeAll(async () => {
  server = await TestServer.start();
  goToMonday(server);
  auth = await server.realUser();
  [monday, tuesday] = [dayOf(server.clock.nowMs()), dayOf(server.clock.nowMs() + dayMs)];
  await script();
});
afterAll(() => server.stop());

/** A deposit, half a lot bought, two fifths of it closed; a night; the rest closed, a withdrawal, a correction. */
async function script(): Promise<void> {
  const purse = await Purse.open(server, auth.id);
  await purse.deposit('1000');
  server.market.give(eurusd, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, marketOrder, headers());
  server.market.give(eurusd, '1.15495', '1.15507');
  await server.call('POST', closePath, { id: data.Id, cont: '0.20' }, headers());
  server.advance(dayMs);
  server.market.give(eurusd, '1.15195', '1.15207');
  await server.call('POST', closePath, { id: data.Id }, headers());
  await purse.withdraw('100');
  await purse.correct('5.25');
}

function headers(lang = 'en') {
  return { authorization: auth.authorization, host: auth.host, lang };
}

async function statement(from: string, to: string): Promise<Statement> {
  const asked = { from, to, zone: 'America/New_York', format: 'json' };
  const answer = await server.call('GET', path, asked, headers());
  if (answer.code !== codes.ok) throw new Error(answer.text);
  return answer.data as Statement;
}

function file(format: 'csv' | 'pdf', lang = 'en') {
  const query = new URLSearchParams({ from: monday, to: tuesday, zone: 'America/New_York', format });
  return server.server.app.inject({ method: 'GET', url: `${path}?${query}`, headers: headers(lang) });
}

test('R-STM-01 opening balance plus every posting is the closing balance', async () => {
  const { opening_balance, closing_balance, postings, postings_total, totals } = await statement(monday, tuesday);
  expect(postings.map(({ memo, amount, balance }) => [memo, amount, balance])).toEqual([
    ['Deposit', '1000.000000', '1000.000000'],
    ['Handling fee', '-3.500000', '996.500000'],
    ['Trading profit', '40.000000', '1036.500000'],
    ['Trading loss', '-30.000000', '1006.500000'],
    ['Swap', '-4.041000', '1002.459000'],
    ['Withdrawal requested', '-100.000000', '902.459000'],
    ['Correction', '5.250000', '907.709000'],
  ]);
  expect([opening_balance, postings_total, closing_balance]).toEqual(['0.000000', '907.709000', '907.709000']);
  expect(totals.map(({ kind, count, amount }) => [kind, count, amount])).toContainEqual(['trade-fee', 1, '-3.500000']);
});

test('R-STM-02 each order’s price movement less its costs is the net result', async () => {
  const { orders, orders_total } = await statement(monday, tuesday);
  const figures = (one: Statement['orders_total']) => [
    one.before_costs,
    one.spread,
    one.gross,
    one.fee,
    one.swap,
    one.net,
  ];
  expect(orders.map(({ lots }) => lots)).toEqual(['0.20', '0.30']);
  expect(orders.map(figures)).toEqual([
    ['42.400000', '-2.400000', '40.000000', '-1.400000', '0.000000', '38.600000'],
    ['-26.400000', '-3.600000', '-30.000000', '-2.100000', '-4.041000', '-36.141000'],
  ]);
  expect(figures(orders_total)).toEqual(['16.000000', '-6.000000', '10.000000', '-3.500000', '-4.041000', '2.459000']);
});

test('R-STM-01 a period begins with the closing balance of the one before', async () => {
  const [first, second] = [await statement(monday, monday), await statement(tuesday, tuesday)];
  expect([first.closing_balance, second.opening_balance]).toEqual(['1036.500000', '1036.500000']);
  expect([first.orders.length, second.orders.length, second.postings.length]).toEqual([1, 1, 4]);
  expect(second.orders_total.net).toBe('-36.141000');
});

test('R-STM-03 a statement that does not reconcile is refused', async () => {
  const { pool } = server.open;
  const tear = async (statements: readonly [string, string]) => {
    const [change, back] = statements;
    await pool.query(change);
    const answer = await server.call('GET', path, { from: monday, to: tuesday, format: 'json' }, headers());
    await pool.query(back);
    return [answer.status, answer.code, answer.data];
  };
  const cash = `ledger_key = '1/real/USD/cash/${auth.id}'`;
  const refused = [500, codes.internal, null];
  const shift = (table: string, column: string, where: string) =>
    [1, -1].map((sign) => `update ${table} set ${column} = ${column} + ${sign} where ${where}`) as [string, string];
  expect(await tear(shift('posting', 'balance_micros', `${cash} and kind = 'swap'`))).toEqual(refused);
  expect(await tear(shift('posting', 'amount_micros', `${cash} and kind = 'trade-fee'`))).toEqual(refused);
  const records = (from: string, to: string) =>
    `update trade_order set record = replace(record, '${from}', '${to}') where account_id = ${auth.id}`;
  for (const [from, to] of [
    ['"profit":"40000000n"', '"profit":"40000001n"'],
    ['"fee":"1400000n"', '"fee":"1400001n"'],
    ['"swap":"-4041000n"', '"swap":"-4041001n"'],
  ] as const)
    expect(await tear([records(from, to), records(to, from)])).toEqual(refused);
  expect((await statement(monday, tuesday)).closing_balance).toBe('907.709000');
});

test('R-STM-04 a period is whole calendar days, at most a year', async () => {
  const code = async (from: string, to: string) =>
    (await server.call('GET', path, { from, to, format: 'json' }, headers())).code;
  expect(await code('2026-02-30', '2026-03-01')).toBe(codes.periodInvalid);
  expect(await code(tuesday, monday)).toBe(codes.periodInvalid);
  expect(await code('2024-01-01', '2024-12-31')).toBe(codes.ok);
  expect(await code('2023-01-01', '2024-01-02')).toBe(codes.periodInvalid);
  expect(await code('2999-01-01', '2999-01-02')).toBe(codes.periodInvalid);
  expect(await code('yesterday', monday)).toBe(codes.invalidField);
});

test('R-STM-05 the CSV is in the caller’s language and sent as a file', async () => {
  const { headers: sent, body } = await file('csv', 'hk');
  expect(sent['content-type']).toBe('text/csv; charset=utf-8');
  expect(sent['content-disposition']).toBe(`attachment; filename="statement-${monday}-${tuesday}.csv"`);
  const lines = body.split('\r\n');
  expect(lines).toContain('期末餘額,907.709000');
  expect(lines.filter((line) => line.startsWith('手續費,'))).toEqual(['手續費,1,-3.500000']);
  expect(lines.find((line) => line.startsWith('合計,,,,,,,,'))).toBe(
    '合計,,,,,,,,16.000000,-6.000000,10.000000,-3.500000,-4.041000,2.459000',
  );
});

test('R-STM-06 the PDF has the same content, in English if its font lacks the language’s letters', async () => {
  for (const [lang, title] of [
    ['en', 'Account statement'],
    ['ru', 'Выписка по счёту'],
    ['vn', 'Sao kê tài khoản'],
    ['hk', 'Account statement'],
  ] as const) {
    const { headers: sent, rawPayload } = await file('pdf', lang);
    expect(sent['content-type']).toBe('application/pdf');
    const page = pdfTexts(rawPayload).join('\n');
    expect(page).toContain(title);
    for (const figure of ['907.709000', '-36.141000', '16.000000', '-100.000000']) expect(page).toContain(figure);
    expect(page.includes('This PDF is in English')).toBe(lang === 'hk');
    expect(page).not.toContain('?');
  }
});

test('R-STM-07 a demo’s statement is marked as demo', async () => {
  const authorization = await server.demo();
  const [from, to] = [dayOf(server.clock.nowMs(), 'UTC'), dayOf(server.clock.nowMs(), 'UTC')];
  const url = `${path}?${new URLSearchParams({ from, to })}`;
  const ask = (format: string) =>
    server.server.app.inject({ method: 'GET', url: `${url}&format=${format}`, headers: { authorization, lang: 'en' } });
  expect((await ask('json')).json().data).toMatchObject({ is_demo: true, closing_balance: '50000.000000', orders: [] });
  expect((await ask('csv')).body).toContain('Demo account: practice money only');
  expect(pdfTexts((await ask('pdf')).rawPayload).join('\n')).toContain('Demo account: practice money only');
  expect((await server.call('GET', path, { from, to, format: 'json' })).code).toBe(codes.sessionExpired);
});

test('R-STM-04 R-SEC-33 a user’s requests beyond four concurrent files are refused, other users’ are not', async () => {
  const other = await server.demo();
  const [from, to] = [dayOf(server.clock.nowMs(), 'UTC'), dayOf(server.clock.nowMs(), 'UTC')];
  const url = `${path}?${new URLSearchParams({ from, to, format: 'pdf' })}`;
  const release = server.work.hold();
  const statuses: number[] = [];
  const files = Array.from({ length: 6 }, async () => statuses.push((await file('pdf')).statusCode));
  await expect.poll(() => statuses).toEqual([503, 503]);
  const asked = { method: 'GET', url, headers: { authorization: other } } as const;
  const stranger = server.server.app.inject(asked).then(({ statusCode }) => statusCode);
  release();
  await Promise.all(files);
  expect(statuses).toEqual([503, 503, 200, 200, 200, 200]);
  expect(await stranger).toBe(200);
  expect((await file('pdf')).statusCode).toBe(200);
});

test('R-VER-08 the signed statement holds the JSON of the same days, signed by a published key, and verifies with its receipts', async () => {
  const query = new URLSearchParams({ from: monday, to: tuesday, zone: 'America/New_York', format: 'signed' });
  const reply = await server.server.app.inject({ method: 'GET', url: `${path}?${query}`, headers: headers() });
  expect(reply.headers['content-type']).toBe('application/vnd.candor.statement+json');
  const signed = JSON.parse(reply.body) as { text: string; version: string };
  const { made_at: madeAt, ...plain } = await statement(monday, tuesday);
  expect(JSON.parse(signed.text)).toEqual({ ...plain, made_at: expect.any(Number) as number });
  expect(madeAt).toBeGreaterThan(0);
  const keys = await server.server.app.inject({ url: receiptKeysPath, headers: { host: auth.host } });
  const receipts = await Promise.all(
    [...new Set(plain.postings.map(({ order_id: id }) => id))]
      .filter((id) => id !== null)
      .map(async (id) => (await server.call('GET', '/v1/api/forex/receipts', { id }, headers())).data as object[]),
  );
  const { statementChecks } = (await import(new URL('statement-checks.mjs', verifier).href)) as {
    statementChecks: (...given: unknown[]) => { ok: boolean | null; text: string }[];
  };
  const { keys: published } = JSON.parse(keys.body) as { keys: unknown };
  const all = statementChecks(signed, published, Object.values(receipts).flat());
  expect(all.filter(({ ok }) => ok !== true)).toEqual([]);
  expect(all.map(({ text }) => text)).toContain('3 of 3 lines of fills are those of their receipts.');
});
