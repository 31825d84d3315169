import * as approvals from '@candor/contracts/console/approvals';
import * as calendar from '@candor/contracts/console/calendar';
import { type ConsoleCall, listCall } from '@candor/contracts/console/call';
import * as clients from '@candor/contracts/console/clients';
import * as content from '@candor/contracts/console/content';
import * as desk from '@candor/contracts/console/desk';
import * as installation from '@candor/contracts/console/installation';
import * as market from '@candor/contracts/console/market';
import * as money from '@candor/contracts/console/money';
import * as people from '@candor/contracts/console/people';
import * as signIns from '@candor/contracts/console/sign-ins';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { csvRowsMax, isTime, sendCsv, toCsvCell } from './send-csv.ts';

const call = listCall(
  { path: '/odd-ones', permission: null, summary: 'Rows' },
  z.object({ id: z.number(), note: z.string() }),
  {},
);

/** Returns a list of `count` rows as CSV, parsed by a reader independent of the writer. */
async function csvOf(rows: readonly { id: number; note: string }[], total = rows.length) {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendCsv(reply, call, async (page, perPage) => ({ data: rows.slice((page - 1) * perPage, page * perPage), total })),
  );
  const answer = await app.inject({ method: 'GET', url: '/' });
  return { status: answer.statusCode, type: answer.headers['content-type'], rows: readCsv(answer.body) };
}

function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && plain === '' && quoted === undefined) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test.each([
  ['=1+1', `'=1+1`],
  ['+1 555 0100', `'+1 555 0100`],
  ['-2+3+cmd|x', `'-2+3+cmd|x`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1', `'＝1`],
  [`'=1`, `''=1`],
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
])('R-OPS-20 %j is not a formula in a spreadsheet', (text, cell) => {
  expect(toCsvCell(text)).toBe(cell);
});

test.each(['-12.50', '-1', '0.00000001', '42', `O'Brien`, 'Ω 漢字 🙂', 'a-b', 'x=1'])(
  'R-OPS-20 %j stays unchanged',
  (text) => {
    expect(toCsvCell(text)).toBe(text);
  },
);

test('R-OPS-20 numbers, booleans and null are written plainly', () => {
  expect([-12.5, true, null, undefined, ['=1']].map(toCsvCell)).toEqual(['-12.5', 'true', '', '', '"[""=1""]"']);
});

test('R-OPS-20 quotes, commas and line breaks round-trip, and an empty list has its header', async () => {
  const note = 'said "no", then\r\nleft; Ω';
  expect((await csvOf([{ id: 1, note }])).rows).toEqual([
    ['id', 'note'],
    ['1', note],
  ]);
  expect((await csvOf([])).rows).toEqual([['id', 'note']]);
});

test('R-OPS-20 a long list is complete, each row once, though rows arrive between the pages', async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => ({ id: at, note: '' }));
  const doubled = [...rows.slice(0, 1_000), ...rows.slice(990)];
  const { rows: read, type } = await csvOf(doubled);
  expect(type).toContain('text/csv');
  expect(read.slice(1).map(([id]) => Number(id))).toEqual(rows.map(({ id }) => id));
});

test('R-OPS-20 more rows than the maximum are refused, not truncated', async () => {
  expect((await csvOf([{ id: 1, note: '' }], csvRowsMax)).status).toBe(200);
  expect((await csvOf([{ id: 1, note: '' }], csvRowsMax + 1)).status).toBe(500);
});

test('R-CON-34 times are ISO 8601 in UTC under columns that name it, also inside a cell; ids and counts are not times', async () => {
  const row = z.object({
    id: z.number(),
    placed_at: z.number(),
    held_until: z.nullable(z.number()),
    approvals: z.array(z.object({ by: z.string(), at: z.number() })),
    count: z.number(),
  });
  const timed = listCall({ path: '/timed', permission: null, summary: 'Rows' }, row, {});
  const app = Fastify();
  const atMs = Date.parse('2026-11-21T23:59:59.007Z');
  const data = [{ id: atMs, placed_at: atMs, held_until: null, approvals: [{ by: 'a', at: atMs }], count: atMs }];
  app.get('/', (_request, reply) => sendCsv(reply, timed, async () => ({ data, total: 1 })));
  expect(readCsv((await app.inject({ method: 'GET', url: '/' })).body)).toEqual([
    ['id', 'placed_at_utc', 'held_until_utc', 'approvals', 'count'],
    [String(atMs), '2026-11-21T23:59:59.007Z', '', '[{"by":"a","at":"2026-11-21T23:59:59.007Z"}]', String(atMs)],
  ]);
});

/** Numbers of the lists that are no times. */
const otherNumbers = new Set(
  (
    'id version account_id order_id funds_id instrument_id company_id operator_id person_id option_id count orders accounts trades ' +
    'open_orders leverage approvals_needed confirmations free_addresses min max usd_price draw_rate fee_type fee_rate lots_min lots_max ' +
    'swap_long swap_short stress_move demo_balance margin_call_percent stop_out_percent stop_out_percent_min trade_fee_type ' +
    'service_link_type verify_type review_status is_demo status type'
  ).split(' '),
);

test('R-CON-34 every number of every list is known to be a time or another number', () => {
  const files = [approvals, calendar, clients, content, desk, installation, market, money, people, signIns];
  const lists = files
    .flatMap((file) => Object.values(file).flatMap((group) => Object.values(group as object) as ConsoleCall[]))
    .filter((one) => typeof one === 'object' && one !== null && one.isList);
  expect(lists.length).toBeGreaterThan(25);
  const numbers = lists.flatMap(({ answer }) => {
    const { shape } = (
      answer as unknown as { shape: { data: { def: { element: { shape: Record<string, unknown> } } } } }
    ).shape.data.def.element;
    return Object.entries(shape).flatMap(([name, schema]) => (holdsNumber(schema) ? [name] : []));
  });
  expect([...new Set(numbers)].filter((name) => isTime(name) === otherNumbers.has(name))).toEqual([]);
});

function holdsNumber(schema: unknown): boolean {
  const { def } = schema as { def: { type: string; innerType?: unknown; in?: unknown; options?: unknown[] } };
  const inner = [def.innerType, def.in, ...(def.options ?? [])].filter((one) => one !== undefined);
  return def.type === 'number' || inner.some(holdsNumber);
}
