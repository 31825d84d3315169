import { listCall } from '@candor/contracts/console/call';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { csvRowsMax, sendCsv, toCsvCell } from './send-csv.ts';

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
