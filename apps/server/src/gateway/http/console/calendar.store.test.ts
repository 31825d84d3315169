import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

let server: TestServer;
let support: Record<string, string>;

beforeAll(async () => {
  server = await TestServer.start();
  support = await anOperator('support');
});
afterAll(() => server.stop());

async function anOperator(role: string, host = 'localhost') {
  const { authorization } = await server.operator(role, host);
  return { authorization, host };
}

const path = '/api/console/calendar';
/** Entries of one file. */
const importMax = 2_000;
const header = 'uid,time,currency,importance,title,forecast';
const timeOf = (minutes: number) => new Date(server.clock.nowMs() + minutes * 60_000).toISOString().slice(0, 16);
const row = (uid: string, title = 'Sample', forecast = '', minutes = 60) =>
  `${uid},${timeOf(minutes)}Z,USD,high,${title},${forecast}`;
const importCsv = (rows: readonly string[], isTrial = false, who = support) =>
  server.call('POST', `${path}/import`, { format: 'csv', text: [header, ...rows].join('\n'), is_trial: isTrial }, who);
const list = async (who = support) => (await server.call('GET', path, {}, who)).data;
const shown = (host = 'localhost', fields: object = {}) => {
  const from = server.clock.nowMs();
  return server.call('GET', '/api/calendar', { from, until: from + 86_400_000, ...fields }, { host, lang: 'en' });
};

describe('R-CAL-02 an import', () => {
  test('is tried without storing, stores whole, changes nothing the second time, and corrects by uid', async () => {
    expect((await shown()).data).toEqual({ data: [], has_any: false });
    const rows = [row('one'), row('two', 'Other')];
    expect((await importCsv(rows, true)).data).toMatchObject({ is_stored: false, added: 2, unchanged: 0 });
    expect((await list()).total).toBe(0);
    expect((await importCsv(rows)).data).toMatchObject({ is_stored: true, added: 2, problem_count: 0 });
    expect((await importCsv(rows)).data).toMatchObject({ is_stored: false, added: 0, changed: 0, unchanged: 2 });
    const corrected = await importCsv([row('one', 'Sample', '1.2%'), row('two', 'Other')], true);
    expect(corrected.data).toMatchObject({
      ...{ added: 0, changed: 1, unchanged: 1 },
      differences: [{ act: 'changed', uid: 'one', fields: ['forecast'] }],
    });
    await importCsv([row('one', 'Sample', '1.2%')]);
    expect((await shown()).data).toMatchObject({ data: [{ forecast: '1.2%' }, { title: 'Other' }], has_any: true });
  });

  test('with one bad line stores nothing, and names the line', async () => {
    const before = await list();
    const { data } = await importCsv([row('three'), 'four,soon,USD,high,Sample,']);
    expect(data).toMatchObject({
      ...{ is_stored: false, added: 0, problem_count: 1 },
      problems: [{ line: 3, problem: 'time-unreadable', value: 'soon' }],
    });
    expect(await list()).toEqual(before);
    const many = Array.from({ length: importMax + 1 }, (_, at) => row(`m${at}`));
    expect((await importCsv(many)).data.problems).toMatchObject([{ line: importMax + 2, problem: 'too-many' }]);
  });

  test('R-CAL-01 needs the right, stays in its company, and is in the audit trail', async () => {
    expect((await importCsv([row('x')], false, await anOperator('dealer'))).code).toBe(codes.notPermitted);
    const abroad = await anOperator('admin', otherHost);
    expect((await list(abroad)).total).toBe(0);
    await importCsv([row('one', 'Theirs')], false, abroad);
    expect((await shown(otherHost)).data.data).toMatchObject([{ title: 'Theirs' }]);
    expect((await shown()).data.data).toMatchObject([{ title: 'Sample' }, { title: 'Other' }]);
    const compliance = await anOperator('compliance');
    const audit = await server.call('GET', '/api/console/audit', { action: 'calendar-imported' }, compliance);
    expect(audit.data.data.at(0)).toMatchObject({ subject: 'added 0, changed 1, removed 0' });
  });

  test('R-CAL-03 names the lines with characters that cannot be stored, and stores marks that take two', async () => {
    const { data } = await importCsv([row('n\u0000l'), row('six', 'Half \ud800'), row('seven', 'Sample', '\u0007')]);
    expect(data.problems.map((one: { line: number; problem: string }) => [one.line, one.problem])).toEqual([
      [2, 'text-unreadable'],
      [3, 'text-unreadable'],
      [4, 'text-unreadable'],
    ]);
    const marks = (count: number) => `"${'""'.repeat(count)}"`;
    expect((await importCsv([row(marks(200), marks(200), marks(40))])).data).toMatchObject({
      is_stored: true,
      added: 1,
    });
    await server.open.pool.query('delete from calendar_entry where length(uid) = 200');
  });
});

describe('R-CAL-05 an entry', () => {
  test('is not corrected to a time or a text that an import refuses', async () => {
    const [{ id, at, version, currency, importance, title }] = (await list()).data;
    const change = (fields: object) => {
      const facts = { at, currency, importance, title, version, reason: 'a mistake', ...fields };
      return server.call('POST', `${path}/${id}`, facts, support);
    };
    for (const [field, value] of [
      ['at', 1],
      ['at', Number.MAX_SAFE_INTEGER],
      ['title', 'N\u0000l'],
      ['actual', '\u0007'],
    ])
      expect(await change({ [String(field)]: value })).toMatchObject({ code: codes.invalidField, data: { field } });
  });

  test('is corrected and removed with a reason, from its newest version alone, and keeps every version', async () => {
    const [entry] = (await list()).data.filter(({ uid }: { uid: string }) => uid === 'two');
    const { id, at, currency, importance, title, forecast, previous } = entry;
    const facts = { at, currency, importance, title, forecast, previous };
    const change = (version: number, actual: string) =>
      server.call('POST', `${path}/${id}`, { ...facts, actual, version, reason: 'published' }, support);
    expect((await change(1, '0.4%')).data).toMatchObject({ version: 2, actual: '0.4%' });
    expect((await change(1, '0.5%')).code).toBe(codes.versionChanged);
    expect((await server.call('POST', `${path}/${id}/remove`, { reason: 'a mistake' }, support)).code).toBe(codes.ok);
    expect((await shown()).data.data.map((one: { id: number }) => one.id)).not.toContain(id);
    const history = await server.call('GET', `${path}/${id}/history`, {}, support);
    expect(history.data.data.map((one: { act: string; reason: string }) => [one.act, one.reason])).toEqual([
      ['removed', 'a mistake'],
      ['changed', 'published'],
      ['added', ''],
    ]);
    // The same uid again is the same entry.
    await importCsv([row('two', 'Again')]);
    expect((await shown()).data.data).toContainEqual(expect.objectContaining({ id, title: 'Again' }));
  });

  test('keeps the newest 200 versions, by a correction and by an import', async () => {
    await importCsv([row('often')]);
    const [{ id, at, currency, importance, title, forecast, previous }] = (await list()).data.filter(
      ({ uid }: { uid: string }) => uid === 'often',
    );
    const { pool } = server.open;
    await pool.query(
      `insert into calendar_version (company_id, entry_id, version, act, reason, facts, changed_at_ms, changed_by)
       select company_id, entry_id, n, 'changed', '', facts, changed_at_ms, changed_by
       from calendar_version, generate_series(2, 203) as n where entry_id = $1`,
      [id],
    );
    await pool.query('update calendar_entry set version = 203 where id = $1', [id]);
    const versions = async () => {
      const text = 'select min(version), max(version) from calendar_version where entry_id = $1';
      return (await pool.query(text, [id])).rows[0];
    };
    const facts = {
      at,
      currency,
      importance,
      title,
      forecast,
      previous,
      actual: '1',
      version: 203,
      reason: 'published',
    };
    expect((await server.call('POST', `${path}/${id}`, facts, support)).code).toBe(codes.ok);
    expect(await versions()).toEqual({ min: 5, max: 204 });
    await importCsv([row('often', 'Other title')]);
    expect(await versions()).toEqual({ min: 6, max: 205 });
  });
});

test('R-CAL-06 the calendar is served with an ETag, for at most 62 days', async () => {
  const from = server.clock.nowMs();
  const url = `/api/calendar?from=${from}&until=${from + 86_400_000}`;
  const first = await server.server.app.inject({ url, headers: { lang: 'en' } });
  const { etag } = first.headers;
  expect(first.headers['cache-control']).toBe('private, max-age=60');
  const again = await server.server.app.inject({ url, headers: { lang: 'en', 'if-none-match': String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await importCsv([row('five', 'New')]);
  const changed = await server.server.app.inject({ url, headers: { lang: 'en', 'if-none-match': String(etag) } });
  expect(changed.statusCode).toBe(200);
  expect((await shown('localhost', { until: from + 63 * 86_400_000 })).code).toBe(codes.invalidField);
});

test('R-CAL-01 imports at once do not bring a calendar beyond its 20,000 entries', async () => {
  const abroad = await anOperator('admin', otherHost);
  const { rows } = await server.open.pool.query('select company_id, changed_by from calendar_entry where title = $1', [
    'Theirs',
  ]);
  const [{ company_id: companyId, changed_by: operatorId }] = rows;
  await server.open.pool.query(
    `insert into calendar_entry (company_id, uid, at_ms, currency, importance, title, forecast, previous, actual, version,
       is_deleted, changed_at_ms, changed_by)
     select $1, 'filled ' || n, $2, 'EUR', 1, 'Sample', '', '', '', 1, false, 0, $3 from generate_series(1, 19997) as n`,
    [companyId, server.clock.nowMs(), operatorId],
  );
  // Both have read the calendar and wait to store.
  const holder = await server.open.pool.connect();
  await holder.query('begin');
  await holder.query('lock table calendar_entry in share row exclusive mode');
  const imports = ['a', 'b'].map((name) => importCsv([row(`${name}1`), row(`${name}2`)], false, abroad));
  await vi.waitFor(async () => {
    const waiting = await holder.query(
      'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    );
    expect(waiting.rowCount).toBe(2);
  });
  await holder.query('commit');
  holder.release();
  const stored = (await Promise.all(imports)).filter(({ data }) => data?.is_stored === true);
  expect(stored).toHaveLength(1);
  expect((await list(abroad)).total).toBe(20_000);
});
