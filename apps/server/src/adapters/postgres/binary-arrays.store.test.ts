import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { byteaArray, int4Array, int8Array, textArray } from './binary-arrays.ts';
import { type OpenDatabase, openDatabase } from './database.ts';

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase(() => Promise.resolve(), 'empty');
  open = openDatabase(database.connectionString, () => undefined, 1);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

async function readBack(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await open.pool.query<{ value: unknown }>(`select $1::${type}[] as value`, [array]);
  return rows[0]?.value;
}

test('binary arrays arrive unchanged: nulls, limits, quotes, umlauts, empty arrays', async () => {
  expect(await readBack('integer', int4Array([0, null, 2_147_483_647, -2_147_483_648]))).toEqual([
    0,
    null,
    2_147_483_647,
    -2_147_483_648,
  ]);
  const large = Number.MAX_SAFE_INTEGER;
  expect(await readBack('bigint', int8Array([null, large, -large, -(2n ** 63n)]))).toEqual([
    null,
    String(large),
    String(-large),
    String(-(2n ** 63n)),
  ]);
  const texts = ['', 'a"b\\c,{}', null, 'NULL', 'zürich 港 🙂', ' '];
  expect(await readBack('text', textArray(texts))).toEqual(texts);
  const bytes = [Buffer.alloc(0), Buffer.from([0, 255, 92]), Buffer.alloc(32, 7)];
  expect(await readBack('bytea', byteaArray(bytes))).toEqual(bytes);
  for (const [type, make] of [
    ['integer', int4Array],
    ['bigint', int8Array],
    ['text', textArray],
    ['bytea', byteaArray],
  ] as const) {
    expect(await readBack(type, make([]))).toEqual([]);
  }
});
