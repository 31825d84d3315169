import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

const path = '/api/console/audit';

let server: TestServer;
let admin: { authorization: string; host: string; id: number; email: string };

beforeEach(async () => {
  server = await TestServer.start();
  admin = await server.operator('admin');
});
afterEach(() => server.stop());

const get = (fields: object = {}, who: object = admin, of = path) => server.call('GET', of, fields, headersOf(who));

async function disable(reason: string): Promise<string> {
  const { uid } = await server.realUser();
  await server.call('POST', `/api/console/users/${uid}/disable`, { reason }, headersOf(admin));
  return uid;
}

async function csvOf(): Promise<string[][]> {
  const url = `${path}?format=csv&order=ASC`;
  const answer = await server.server.app.inject({ method: 'GET', url, headers: headersOf(admin) });
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of answer.body.matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(1, -1);
}

/** Walks the chain from the exported cells alone, as the record documents it. */
function brokenAt(rows: readonly string[][]): string | null {
  let last: Buffer = Buffer.alloc(32);
  const textOf = (cell = '') => (/^''*[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
  for (const [id = '', at, , company, operator, action, subject, reason, hash] of rows) {
    const who = operator === '' ? null : Number(operator);
    const atMs = String(Date.parse(at ?? ''));
    const entry = [Number(company), Number(id), atMs, who, textOf(action), textOf(subject), textOf(reason)];
    last = createHash('sha256').update(last).update(JSON.stringify(entry)).digest();
    if (last.toString('hex') !== hash) return id;
  }
  return null;
}

test('R-OPS-19 the audit trail lists each action with operator and reason, and is searchable', async () => {
  const uid = await disable('=HYPERLINK("http://x")');
  const other = await server.operator('support');
  const { data } = await get();
  expect(data.total).toBe(3);
  expect(data.data[1]).toMatchObject({
    id: 2,
    operator: admin.email,
    operator_id: admin.id,
    action: 'user-disabled',
    subject: `user with uid ${uid}`,
    reason: '=HYPERLINK("http://x")',
  });
  const ids = async (fields: object) => ((await get(fields)).data.data as { id: number }[]).map(({ id }) => id);
  expect(await ids({ operator_id: other.id })).toEqual([3]);
  expect(await ids({ action: 'signed-in', order: 'ASC' })).toEqual([1, 3]);
  expect(await ids({ subject: 'user with' })).toEqual([2]);
  expect(await ids({ subject: '%' })).toEqual([]);
  expect(await ids({ to: 1 })).toEqual([]);
  expect((await get({}, await server.operator('admin', otherHost))).data.total).toBe(1);
});

test('R-OPS-19 the exported chain verifies without the program, whatever text a reason contains', async () => {
  for (const reason of ['=1+1', `'=1+1`, '-55.0', '@x, "quoted"\nand more', 'Ω 漢字', '+33 6 12'])
    await disable(reason);
  const rows = await csvOf();
  // The sign-in, the six reasons, and the export itself.
  expect(rows).toHaveLength(8);
  expect(rows.at(-1)?.slice(4, 7)).toEqual([String(admin.id), 'list-exported', 'audit by format, order']);
  expect(brokenAt(rows)).toBeNull();
  const changed = rows.map((row, at) => (at === 3 ? row.with(7, 'tidied') : row));
  expect(brokenAt(changed)).toBe('4');
  expect(brokenAt(rows.toSpliced(3, 1))).toBe('5');
});

test('R-OPS-19 the whole chain is verified on demand, and a change that bypassed the guard is found', async () => {
  for (let count = 0; count < 4; count += 1) await disable('because');
  const verify = async () => (await get({}, admin, `${path}/verify`)).data as object;
  expect(await verify()).toEqual({ entries: 5, is_whole: true, broken_at: null });
  let walks = 0;
  server.onStatement = (statement) => {
    if (/from "audit_entry" where "seq" >/.test(statement)) walks += 1;
  };
  await Promise.all(Array.from({ length: 20 }, verify));
  server.onStatement = () => undefined;
  // Calls share a running walk; a call after its end starts the next one.
  expect(walks).toBeLessThanOrEqual(10);
  expect(walks).toBeGreaterThan(0);
  const owner = server.open.pool;
  await owner.query('alter table audit_entry disable trigger audit_append_only');
  await owner.query(`update audit_entry set reason = 'tidied' where seq = 3`);
  expect(await verify()).toEqual({ entries: 2, is_whole: false, broken_at: 3 });
  await owner.query('delete from audit_entry where seq = 2');
  expect(await verify()).toMatchObject({ is_whole: false, broken_at: 2 });
});
