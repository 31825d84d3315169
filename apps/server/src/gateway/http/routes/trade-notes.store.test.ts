import { codes } from '@candor/contracts/codes';
import type { TradeNote } from '@candor/contracts/http/trade-notes';
import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';

const { eurusd, gbpusd } = testSpecs;
const path = '/v1/api/forex/trade_note';
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

type Who = { authorization: string };
const read = (id: number, who: Who = auth) => server.call('GET', path, { id }, who);
const save = (fields: object, who: Who = auth) => server.call('POST', path, { tags: [], note: '', ...fields }, who);

async function deal(spec = eurusd, who: Who = auth): Promise<number> {
  server.market.give(spec, '1.15283', '1.15295');
  const { data } = await server.call('POST', submitPath, { ...marketOrder, forex_id: spec.id }, who);
  await server.call('POST', '/v1/api/forex/close', { id: data.Id }, who);
  return data.Id as number;
}

describe('R-JRN-07 note and tags of a trade', () => {
  test('are its owner’s alone, replaced as a whole, and gone when both are empty', async () => {
    const id = await deal();
    const none: TradeNote = { note: '', tags: [], version: 0, known_tags: [] };
    expect((await read(id)).data).toEqual(none);
    const note = 'Waited for the retest.\nMoved the stop.';
    const tags = ['Breakout', 'Plan followed'];
    const written = { note, tags, version: 1, known_tags: tags };
    expect((await save({ id, note, tags, version: 0 })).data).toEqual(written);
    expect((await read(id)).data).toEqual(written);

    const other = { authorization: await server.demo() };
    const theirs = await deal(eurusd, other);
    expect((await read(theirs, other)).data).toEqual(none);
    for (const who of [await read(id, other), await save({ id, note: 'x', version: 1 }, other)])
      expect(who.code).toBe(codes.orderNotFound);

    expect((await save({ id, version: 1 })).data).toEqual(none);
    const { rows } = await server.open.pool.query('select count(*)::int as count from trade_note where note <> $1', [
      '',
    ]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('written again after it was removed, takes no edit of the removed one', async () => {
    const id = await deal();
    const first = (await save({ id, note: 'phone', version: 0 })).data as TradeNote;
    await save({ id, version: first.version });
    // Notes of other orders are removed in between: the highest version counts.
    const other = await deal(gbpusd);
    const { data } = await save({ id: other, note: 'x', version: 0 });
    expect((await save({ id: other, version: data.version })).data.version).toBe(0);
    const desk = (await save({ id, note: 'desk', version: 0 })).data as TradeNote;
    expect(desk.version).toBeGreaterThan(first.version);
    const stale = await save({ id, note: 'phone, edited', version: first.version });
    expect(stale).toMatchObject({ code: codes.versionChanged, data: { note: 'desk', version: desk.version } });
    const { rows } = await server.open.pool.query(
      `select count(*)::int as count from trade_note where note = '' and user_id = (
         select user_id from trade_note where order_id = $1)`,
      [id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('offer the latest tags of the account first', async () => {
    const [first, second] = [await deal(), await deal(gbpusd)];
    await save({ id: first, tags: ['London', 'Plan followed'], version: 0 });
    await save({ id: second, tags: ['Breakout', 'London'], version: 0 });
    expect((await read(first)).data.known_tags).toEqual(['Breakout', 'London', 'Plan followed']);
  });

  test('of two devices that write at once, the slower gets what the faster wrote', async () => {
    const id = await deal();
    const answers = await Promise.all(['A', 'B'].map((note) => save({ id, note, version: 0 })));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.versionChanged]);
    const [won, lost] = answers.toSorted((a, b) => a.code - b.code);
    expect(lost?.data).toEqual(won?.data);
  });

  test.each([
    ['note', { note: 'x'.repeat(1_001) }],
    ['tags', { tags: Array.from({ length: 9 }, (_, at) => `T${at}`) }],
    ['tags', { tags: ['London', 'london'] }],
    ['tags', { tags: [' '] }],
    ['tags', { tags: ['x'.repeat(25)] }],
    ['tags', { tags: ['two\nlines'] }],
    ['version', { version: -1 }],
  ])('a wrong %s is refused by its name', async (field, fields) => {
    expect(await save({ id: 1, version: 0, ...fields })).toMatchObject({ code: codes.invalidField, data: { field } });
  });

  test('an account has at most 5,000, and changes those it has', async () => {
    const [id, next] = [await deal(), await deal()];
    const { version } = (await save({ id, note: 'first', version: 0 })).data as TradeNote;
    await server.open.pool.query(
      `insert into trade_note select company_id, user_id, -n, 'x', '{}', 1, 0
       from trade_note, generate_series(1, 4999) as n where order_id = $1`,
      [id],
    );
    expect((await save({ id: next, note: 'one more', version: 0 })).code).toBe(codes.tooManyNotes);
    expect((await save({ id, note: 'changed', version })).code).toBe(codes.ok);
    await save({ id, version: version + 1 });
    expect((await save({ id: next, note: 'one more', version: 0 })).code).toBe(codes.ok);
  });
});

describe('R-JRN-08 orders as CSV', () => {
  async function file(fields: object, who: Who = auth) {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const url = `/v1/api/forex/orders_file?${query}`;
    const response = await server.server.app.inject({ method: 'GET', url, headers: who });
    const [head = '', ...lines] = response.body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    const names = head.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
    return { response, rows };
  }

  /** Parses a plain decimal into millionths, without the product's arithmetic. */
  const micros = (text: string | undefined) => BigInt((text ?? '').replace('.', ''));

  test('has the filtered history, each net result the sum of its parts to the last digit', async () => {
    const who = { authorization: await server.demo() };
    const ids = [await deal(eurusd, who), await deal(gbpusd, who)];
    const pending = { ...marketOrder, status: 0, target_price: '1.10000' };
    const { data: placed } = await server.call('POST', submitPath, pending, who);
    await server.call('POST', '/v1/api/forex/cancel_trade', { id: placed.Id }, who);
    await save({ id: ids[0], note: '=1+1', tags: ['@home'], version: 0 }, who);

    const { response, rows } = await file({}, who);
    expect(response.headers['content-type']).toContain('text/csv');
    expect(response.headers['content-disposition']).toContain('history.csv');
    expect(rows.map(({ order, status }) => [Number(order), status])).toEqual([
      [ids[0], 'closed'],
      [ids[1], 'closed'],
      [placed.Id, 'cancelled'],
    ]);
    const list = (await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, who)).data.data;
    for (const row of rows.slice(0, 2)) {
      const order = list.find(({ Id }: { Id: number }) => Id === Number(row['order']));
      expect(row).toMatchObject({ gross: order.FactProfits, fee: order.TradeFee, net: order.Costs.Net });
      const [move, spread, gross, fee] = ['price_move', 'spread', 'gross', 'fee'].map((name) => micros(row[name]));
      const [swap, conversion, net] = ['swap', 'conversion', 'net'].map((name) => micros(row[name]));
      expect((move ?? 0n) - (spread ?? 0n)).toBe(gross);
      expect((gross ?? 0n) - (fee ?? 0n) + (swap ?? 0n) - (conversion ?? 0n)).toBe(net);
      expect(row['receipts']).toBe(order.ReceiptIds.join(' '));
    }
    // A spreadsheet reads no formula.
    expect(rows[0]).toMatchObject({ note: "'=1+1", tags: "'@home" });
    expect(rows[2]).toMatchObject({ open_price: '', target_price: '1.10000', net: '' });

    const only = await file({ forex_id: gbpusd.id }, who);
    expect(only.rows.map(({ order }) => Number(order))).toEqual([ids[1]]);
    expect((await file({ which: 'journal' }, who)).rows).toHaveLength(2);
    const last = list[0].CloseTime as number;
    expect((await file({ since: last + 1 }, who)).rows).toEqual([]);
  });

  test('a wrong filter is refused by its name', async () => {
    for (const fields of [{ since: -1 }, { forex_id: 0 }, { which: 'all' }]) {
      const { data } = await server.call('GET', '/v1/api/forex/orders_file', fields, auth);
      expect(data).toEqual({ field: Object.keys(fields)[0] });
    }
  });
});
