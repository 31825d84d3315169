import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { attacks } from '../../../../../../testkit/xss-attacks.ts';

type Who = Record<string, string>;

let server: TestServer;
let writer: Who;
let abroad: Who;

beforeAll(async () => {
  server = await TestServer.start();
  writer = await anOperator('support');
  abroad = await anOperator('admin', otherHost);
});
afterAll(() => server.stop());

async function anOperator(role: string, host = 'localhost'): Promise<Who> {
  const { authorization } = await server.operator(role, host);
  return { authorization, host };
}

async function setCompany(column: 'links' | 'email', value: string | string[]): Promise<void> {
  await server.open.pool.query(`update company set ${column} = $1 where id = 1`, [value]);
  server.server.companies.invalidate();
}

const list = '/api/console/articles';
const get = (path: string, who: Who = {}, fields: object = {}) => server.call('GET', path, fields, who);
const post = (path: string, fields: object, who: Who = writer) => server.call('POST', path, fields, who);

const text = (language: string, title: string, source = `${title} in full`) => ({ language, title, desc: '', source });
const draft = {
  kind: 'news',
  format: 'markdown',
  logo: '',
  published_at: null as number | null,
  is_pinned: false,
  texts: [text('en', 'Rates')],
};
const publish = (more: object = {}) => post(list, { ...draft, published_at: server.clock.nowMs() - 1_000, ...more });
const news = (who: Who = {}, fields: object = {}) => get('/api/news/list', who, { category_id: 1, ...fields });
const info = (id: number, who: Who = {}) => get('/api/news/info', who, { id });

describe('R-CNT-01 an article', () => {
  test('is a draft until its publication time, is edited from its latest version, and disappears when removed', async () => {
    const added = await post(list, draft);
    const { id } = added.data;
    expect(added.data).toMatchObject({ id, version: 1, is_deleted: false, title: 'Rates', texts: draft.texts });
    expect((await info(id)).code).toBe(codes.contentNotFound);
    const later = server.clock.nowMs() + 3_600_000;
    const timed = await post(`${list}/${id}`, { ...draft, version: 1, published_at: later });
    expect(timed.data).toMatchObject({ version: 2, published_at: later });
    expect((await info(id)).code).toBe(codes.contentNotFound);
    server.advance(3_600_001);
    writer = await anOperator('support');
    abroad = await anOperator('admin', otherHost);
    expect((await info(id)).data).toMatchObject({
      title: 'Rates',
      created_at: later,
      content: '<p>Rates in full</p>\n',
    });
    expect((await post(`${list}/${id}`, { ...draft, version: 1 })).code).toBe(codes.versionChanged);
    expect((await post(`${list}/${id}/remove`, {})).data).toEqual({ field: 'reason' });
    expect((await post(`${list}/${id}/remove`, { reason: 'out of date' })).code).toBe(codes.ok);
    expect((await info(id)).code).toBe(codes.contentNotFound);
    for (const answer of [
      await post(`${list}/${id}/remove`, { reason: 'again' }),
      await post(`${list}/${id}`, { ...draft, version: 2 }),
    ])
      expect(answer.code).toBe(codes.contentNotFound);
    expect((await get(`${list}/${id}`, writer)).data).toMatchObject({ is_deleted: true, texts: draft.texts });
    const { rows } = await server.open.pool.query(
      'select action, reason from audit_entry where subject = $1 order by seq',
      [`article ${id}`],
    );
    expect(rows).toEqual([
      { action: 'article-added', reason: '' },
      { action: 'article-changed', reason: '' },
      { action: 'article-removed', reason: 'out of date' },
    ]);
  });

  test('two concurrent edits of one version: one is stored whole, the other is refused', async () => {
    const { id } = (await post(list, draft)).data;
    const change = (title: string) => post(`${list}/${id}`, { ...draft, version: 1, texts: [text('de', title)] });
    const answers = await Promise.all(['one', 'two'].map(change));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.versionChanged]);
    const won = answers.find(({ code }) => code === codes.ok);
    expect((await get(`${list}/${id}`, writer)).data).toEqual(won?.data);
  });

  test('is shown in the reader’s language, else en, else hk, else its first language', async () => {
    const add = async (...of: string[]) =>
      (await publish({ texts: of.map((language) => text(language, `in ${language}`)) })).data.id as number;
    const [all, noEnglish, neither] = [await add('hk', 'en', 'de'), await add('kr', 'hk'), await add('it', 'fr')];
    const titleOf = async (id: number, lang: string) => {
      const { data } = await info(id, { lang });
      const listed = (await news({ lang })).data.data.find((row: { id: number }) => row.id === id);
      expect(listed).toMatchObject({ title: data.title, language: data.language });
      return `${data.title}, ${data.language}`;
    };
    expect(await Promise.all(['de', 'kr', 'tw'].map((lang) => titleOf(all, lang)))).toEqual([
      'in de, de',
      'in en, en',
      'in hk, hk',
    ]);
    expect(await Promise.all(['de', 'kr'].map((lang) => titleOf(noEnglish, lang)))).toEqual(['in hk, hk', 'in kr, kr']);
    expect(await Promise.all(['de', 'fr'].map((lang) => titleOf(neither, lang)))).toEqual(['in it, it', 'in fr, fr']);
  });

  test('belongs to one company and is edited only by permitted roles', async () => {
    const { id } = (await publish()).data;
    expect((await info(id, { host: otherHost })).code).toBe(codes.contentNotFound);
    expect((await news({ host: otherHost })).data).toEqual({ data: [], total: 0, unread: null });
    expect((await get(`${list}/${id}`, abroad)).code).toBe(codes.contentNotFound);
    expect((await post(`${list}/${id}`, { ...draft, version: 1 }, abroad)).code).toBe(codes.contentNotFound);
    expect((await post(`${list}/${id}/remove`, { reason: 'because' }, abroad)).code).toBe(codes.contentNotFound);
    expect((await get(list, abroad)).data).toEqual({ data: [], total: 0 });
    const dealer = await anOperator('dealer');
    expect((await get(`${list}/${id}`, dealer)).code).toBe(codes.ok);
    for (const path of [list, `${list}/${id}`, `${list}/${id}/remove`, `${list}/preview`])
      expect((await post(path, { ...draft, version: 1, reason: 'because', source: '' }, dealer)).code).toBe(
        codes.notPermitted,
      );
  });

  test('an invalid field is refused by name and nothing is stored', async () => {
    const count = async () => (await get(list, writer)).data.total as number;
    const before = await count();
    const wrong: [object, string][] = [
      [{ kind: 'gossip' }, 'kind'],
      [{ texts: [] }, 'texts'],
      [{ texts: [text('en', '')] }, 'texts'],
      [{ texts: [text('tw', 'x')] }, 'texts'],
      [{ texts: [text('en', 'a'), text('en', 'b')] }, 'texts'],
      [{ texts: [text('en', 'a', 'x'.repeat(50_001))] }, 'texts'],
      [{ format: 'html', texts: [text('en', 'a'), text('de', 'b', '<b>'.repeat(4_000))] }, 'texts'],
      [{ logo: 'https://elsewhere.example/a.png' }, 'logo'],
      [{ logo: '/v1/api/forex/close?id=1' }, 'logo'],
      [{ logo: 'javascript:alert(1)' }, 'logo'],
      [{ published_at: -1 }, 'published_at'],
    ];
    for (const [more, field] of wrong) expect((await publish(more)).data).toEqual({ field });
    expect(await count()).toBe(before);
    expect((await publish({ texts: [text('en', 'x', 'ü'.repeat(600_000))] })).status).toBe(413);
    expect((await get(list, writer, { sort: 'password' })).data).toEqual({ field: 'sort' });
  });

  test('its list is paged, filtered and sorted, without the long texts', async () => {
    await publish({ kind: 'announcement', texts: [text('de', 'Wartung'), text('en', 'Upkeep')] });
    const one = await get(list, writer, { kind: 'announcement', per_page: 1 });
    expect(one.data).toMatchObject({ total: 1, data: [{ title: 'Wartung', languages: ['de', 'en'] }] });
    expect(one.text).not.toContain('in full');
    for (const sort of ['id', 'published_at', 'updated_at'])
      for (const order of ['ASC', 'DESC']) {
        const rows = (await get(list, writer, { sort, order, kind: 'news' })).data.data as Record<
          string,
          number | null
        >[];
        const values = rows.map((row) => row[sort] ?? null).filter((value) => value !== null);
        expect(values).toEqual(values.toSorted((a, b) => (order === 'ASC' ? a - b : b - a)));
      }
    const csv = await server.server.app.inject({ url: `${list}?format=csv`, headers: writer });
    expect(csv.body.split('\r\n')[0]).toContain('id,kind,format');
  });
});

describe('R-CNT-02 R-NEWS-01 HTML written by an operator', () => {
  test('is sanitised on saving, and the preview reports how much is removed', async () => {
    const source = '<p onclick="a()">x</p><script>alert(1)</script>';
    const preview = await post(`${list}/preview`, { format: 'html', source });
    expect(preview.data).toEqual({ html: '<p>x</p>', removed: 2 });
    expect((await post(`${list}/preview`, { format: 'html', source: '<b>'.repeat(9_000) })).data).toEqual({
      field: 'source',
    });
    const { id } = (await publish({ format: 'html', texts: [text('en', 'x', source)] })).data;
    const { rows } = await server.open.pool.query('select source, html from article_text where article_id = $1', [id]);
    expect(rows).toEqual([{ source, html: '<p>x</p>' }]);
    expect((await info(id)).data.content).toBe('<p>x</p>');
  });

  test('is sanitised again on reading, even if the database was tampered with', async () => {
    const { id } = (await publish({ format: 'html' })).data;
    for (const attack of attacks.filter((found) => !found.includes('\0'))) {
      await server.open.pool.query('update article_text set html = $1 where article_id = $2', [attack, id]);
      const { content } = (await info(id)).data as { content: string };
      const inner = content.replaceAll(
        /<a href="https:[^"<>]*"( title="[^"<>]*")? target="_blank" rel="noopener noreferrer nofollow">/g,
        '',
      );
      expect(inner.replaceAll(/title="[^"<>]*"|alt="[^"<>]*"/g, '')).not.toMatch(
        /<[a-z][^>]*\b(on\w+|style|srcset|href|id|name|is|slot)\s*=|<\/?(script|svg|math|iframe|style|form|object|embed|template|base|meta|link)/i,
      );
    }
  });

  test('shows pictures only from the company’s current list of links', async () => {
    await setCompany('links', ['https://pictures.example']);
    const picture = '<img src="https://pictures.example/a.png" alt="A">';
    const logo = 'https://pictures.example/logo.png';
    const { id } = (await publish({ format: 'html', logo, texts: [text('en', 'x', picture)] })).data;
    expect((await info(id)).data).toMatchObject({
      logo,
      content: expect.stringContaining('<img src="https://pictures.example/a.png"'),
    });
    await setCompany('links', []);
    expect((await info(id)).data).toMatchObject({ logo: '', content: '' });
  });
});

describe('R-CNT-03 the read state', () => {
  test('is stored per account, each account’s own only; a visitor’s device stores its own', async () => {
    const user = { authorization: (await server.realUser()).authorization };
    const demo = { authorization: await server.demo() };
    const { id } = (await publish({ is_pinned: true })).data;
    const hidden = (await post(list, draft)).data.id;
    const before = (await news(user)).data;
    expect(before.data[0]).toMatchObject({ id, is_unread: true, is_pinned: true });
    expect(before.unread).toBe(before.total);
    expect((await post('/api/news/read', { ids: [id, hidden, 2_147_483_647] }, user)).code).toBe(codes.ok);
    expect((await post('/api/news/read', { ids: [id] }, user)).code).toBe(codes.ok);
    const after = (await news(user)).data;
    expect([after.unread, after.data[0]]).toMatchObject([before.total - 1, { id, is_unread: false }]);
    expect((await info(id, user)).data.is_unread).toBe(false);
    expect((await news(demo)).data.data[0]).toMatchObject({ is_unread: true });
    const visitors = (await news()).data;
    expect([visitors.unread, visitors.data[0]]).toMatchObject([null, { id, is_unread: null }]);
    expect((await news({ authorization: 'ended' })).data.unread).toBeNull();
    const { rows } = await server.open.pool.query('select article_id from article_read');
    expect(rows).toEqual([{ article_id: id }]);
    expect((await post('/api/news/read', { ids: [id] }, {})).code).toBe(codes.sessionExpired);
    expect((await post('/api/news/read', { ids: [] }, user)).data).toEqual({ field: 'ids' });
  });
});

describe('R-WIRE-12 R-COM-08 R-CNT-04 announcements', () => {
  const announcements = (who: Who = {}, page = 1) => get('/api/news/list', who, { category_id: 2, page });

  test('begin with the list of blocked countries, in pages of 20', async () => {
    const host = otherHost;
    const write = { ...draft, kind: 'announcement', published_at: server.clock.nowMs() - 1, is_pinned: true };
    for (let count = 0; count < 21; count += 1)
      expect((await post(list, { ...write, texts: [text('en', `No. ${count}`)] }, abroad)).code).toBe(codes.ok);
    const [first, second] = [await announcements({ host, lang: 'en' }), await announcements({ host, lang: 'en' }, 2)];
    expect(first.data.total).toBe(22);
    expect(first.data.data[0]).toMatchObject({ id: 0, created_at: 0, is_pinned: true, category_id: 2 });
    expect([first.data.data.length, second.data.data.length]).toEqual([20, 2]);
    const ids = [...first.data.data, ...second.data.data].map((row: { id: number }) => row.id);
    expect(new Set(ids).size).toBe(22);
    const served = (await get('/api/basicSet/getBasicInfo', { host })).data.blocked_countries as string[];
    const { content } = (await info(0, { host, lang: 'de' })).data as { content: string };
    const names = new Intl.DisplayNames('de', { type: 'region' });
    for (const code of served) expect(content).toContain(`<li>${names.of(code)}</li>`);
    expect(content.match(/<li>/g)).toHaveLength(served.length);
  });

  test('are marked as read like other articles', async () => {
    const user = { authorization: (await server.realUser()).authorization };
    expect((await announcements(user)).data.data[0]).toMatchObject({ id: 0, is_unread: true });
    const before = (await announcements(user)).data.unread as number;
    expect((await post('/api/news/read', { ids: [0] }, user)).code).toBe(codes.ok);
    const after = (await announcements(user)).data;
    expect([after.unread, after.data[0]]).toMatchObject([before - 1, { id: 0, is_unread: false }]);
    expect((await info(0, user)).data.is_unread).toBe(false);
  });

  test('an unknown or missing category is refused', async () => {
    expect((await get('/api/news/list', {}, { category_id: 3 })).data).toEqual({ field: 'category_id' });
    expect((await get('/api/news/list')).data).toEqual({ field: 'category_id' });
    expect((await info(-1)).data).toEqual({ field: 'id' });
  });
});

test('R-COM-07 the company’s address for complaints is returned', async () => {
  await setCompany('email', 'complaints@example.com');
  expect((await get('/api/company/complaint_email')).data).toEqual({ email: 'complaints@example.com' });
});
