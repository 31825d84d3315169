import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const preferences = '/api/user/preferences';
const favourites = '/api/user/favourites';
type Who = Record<string, string>;
const get = (path: string, who: Who) => server.call('GET', path, {}, who);
const post = (path: string, fields: object, who: Who) => server.call('POST', path, fields, who);
const someone = async (): Promise<Who> => {
  const { authorization, host } = await server.realUser();
  return { authorization, host };
};
const aDemo = async (): Promise<Who> => ({ authorization: await server.demo() });

describe('R-CNT-06 preferences', () => {
  test.each([
    ['real', someone],
    ['demo', aDemo],
  ])('of a %s account are its own, and unset ones are null', async (_, open) => {
    const [who, other] = [await open(), await open()];
    const untouched = { theme: null, chart_colours: null, chart_zone: null, text_size: null, confirm_orders: null };
    const none = { ...untouched, position_lines: null, hollow_candles: null, ranking_opt_in: false };
    expect((await get(preferences, who)).data).toEqual(none);
    await post(preferences, { theme: 'dark', confirm_orders: true }, who);
    const changed = await post(preferences, { chart_zone: 'utc', confirm_orders: false, theme: 'light' }, who);
    expect(changed.data).toEqual({ ...none, theme: 'light', chart_zone: 'utc', confirm_orders: false });
    expect((await get(preferences, who)).data).toEqual(changed.data);
    expect((await get(preferences, other)).data).toEqual(none);
  });

  test('nobody is in the ranking without opting in, and other changes keep the choice', async () => {
    const who = await someone();
    await post(preferences, { ranking_opt_in: true }, who);
    expect((await post(preferences, { theme: 'dark' }, who)).data).toMatchObject({ ranking_opt_in: true });
    expect((await post(preferences, { ranking_opt_in: false }, who)).data).toMatchObject({
      theme: 'dark',
      ranking_opt_in: false,
    });
  });

  test('an unknown value is refused by name, and unknown fields are not stored', async () => {
    const who = await someone();
    expect((await post(preferences, { theme: 'dark', chart_zone: 'mars' }, who)).data).toEqual({ field: 'chart_zone' });
    await post(preferences, { __proto__x: 1, theme2: 'x', text_size: 'large' }, who);
    const { rows } = await server.open.pool.query('select chosen from user_preferences order by user_id desc limit 1');
    expect(rows).toEqual([{ chosen: { text_size: 'large' } }]);
  });

  test('R-SES-04 need a session', async () => {
    for (const path of [preferences, favourites]) {
      expect((await get(path, {})).code).toBe(codes.sessionExpired);
      expect((await post(path, { ids: [] }, {})).code).toBe(codes.sessionExpired);
      expect((await get(path, { ...(await someone()), host: otherHost })).code).toBe(codes.sessionExpired);
    }
  });
});

describe('R-CNT-06 favourites', () => {
  test('are kept in the user’s order, and each change increments the version', async () => {
    const [who, other] = [await someone(), await aDemo()];
    expect((await get(favourites, who)).data).toEqual({ ids: [], version: 0 });
    expect((await post(favourites, { ids: [3, 1, 2] }, who)).data).toEqual({ ids: [3, 1, 2], version: 1 });
    expect((await post(favourites, { ids: [] }, who)).data).toEqual({ ids: [], version: 2 });
    expect((await post(favourites, { ids: [9] }, who)).data).toEqual({ ids: [9], version: 3 });
    expect((await get(favourites, who)).data).toEqual({ ids: [9], version: 3 });
    expect((await get(favourites, other)).data).toEqual({ ids: [], version: 0 });
  });

  test('of two devices that change one list at once, the slower gets the faster one’s list', async () => {
    const who = await someone();
    expect((await post(favourites, { ids: [5], version: 4 }, who)).code).toBe(codes.versionChanged);
    const answers = await Promise.all([1, 2].map((id) => post(favourites, { ids: [id], version: 0 }, who)));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.versionChanged]);
    const [won, lost] = answers.toSorted((a, b) => a.code - b.code);
    expect(lost?.data).toEqual(won?.data);
    expect((await post(favourites, { ids: [7, 8], version: 1 }, who)).data).toEqual({ ids: [7, 8], version: 2 });
    expect((await get(favourites, who)).data).toEqual({ ids: [7, 8], version: 2 });
  });

  test('are at most 200 distinct instrument numbers', async () => {
    const who = await someone();
    const many = Array.from({ length: 200 }, (_, at) => at + 1);
    expect((await post(favourites, { ids: many }, who)).data).toEqual({ ids: many, version: 1 });
    for (const ids of [[...many, 201], [1, 1], [0], ['x'], [1.5], null])
      expect((await post(favourites, { ids }, who)).data).toEqual({ field: 'ids' });
  });
});

describe('R-SCR-79 chart templates', () => {
  const path = '/api/user/chart_templates';
  const template = (name: string, changes: object = {}) => ({
    name,
    is_default: false,
    indicators: [{ kind: 'MA', values: [50], source: 'close', colours: [1], is_hidden: false }],
    ...changes,
  });

  test('are those of the account, beside its settings', async () => {
    const [who, other] = [await someone(), await aDemo()];
    expect((await get(path, who)).data).toEqual({ templates: [], version: 0 });
    await post(preferences, { theme: 'dark' }, who);
    const templates = [template('Trend', { is_default: true }), template('Ausblick 2')];
    expect((await post(path, { templates, version: 0 }, who)).data).toEqual({ templates, version: 1 });
    await post(preferences, { chart_zone: 'utc' }, who);
    expect((await get(path, who)).data).toEqual({ templates, version: 1 });
    const settings = (await get(preferences, who)).data;
    expect(settings).toMatchObject({ theme: 'dark', chart_zone: 'utc' });
    expect(settings).not.toHaveProperty('chart_templates');
    expect((await get(path, other)).data).toEqual({ templates: [], version: 0 });
    expect((await post(path, { templates: [], version: 1 }, who)).data).toEqual({ templates: [], version: 2 });
  });

  test('of two devices that change them at once, the slower gets those of the faster', async () => {
    const who = await someone();
    expect((await post(path, { templates: [], version: 3 }, who)).code).toBe(codes.versionChanged);
    const answers = await Promise.all(
      ['A', 'B'].map((name) => post(path, { templates: [template(name)], version: 0 }, who)),
    );
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.versionChanged]);
    const [won, lost] = answers.toSorted((a, b) => a.code - b.code);
    expect(lost?.data).toEqual(won?.data);
  });

  test.each([
    ['more than 20', Array.from({ length: 21 }, (_, at) => template(`T${at}`))],
    ['a name twice', [template('Trend'), template('trend')]],
    ['an empty name', [template('')]],
    ['a name of spaces', [template('  ')]],
    ['a long name', [template('x'.repeat(41))]],
    ['two defaults', [template('A', { is_default: true }), template('B', { is_default: true })]],
    ['unknown fields', [template('A', { extra: 1 })]],
    [
      'too many indicators',
      [template('A', { indicators: Array.from({ length: 11 }, () => template('x').indicators[0]) })],
    ],
    ['a value that is no number', [template('A', { indicators: [{ ...template('x').indicators[0], values: ['1'] }] })]],
    [
      'a colour outside the palette',
      [template('A', { indicators: [{ ...template('x').indicators[0], colours: [5] }] })],
    ],
  ])('%s: refused by the name of the field', async (_, templates) => {
    const who = await someone();
    expect((await post(path, { templates, version: 0 }, who)).data).toEqual({ field: 'templates' });
    expect((await get(path, who)).data).toEqual({ templates: [], version: 0 });
  });

  test('20 with names of 40 characters are kept', async () => {
    const who = await someone();
    const templates = Array.from({ length: 20 }, (_, at) => template(`${at}`.padStart(40, 'x')));
    expect((await post(path, { templates, version: 0 }, who)).data).toEqual({ templates, version: 1 });
  });

  test('R-SES-04 need a session', async () => {
    expect((await get(path, {})).code).toBe(codes.sessionExpired);
    expect((await post(path, { templates: [], version: 0 }, {})).code).toBe(codes.sessionExpired);
  });
});

describe('R-CHT-08 R-CHT-09 drawings on charts', () => {
  const path = '/api/user/chart_drawings';
  const line = (id: string, price = 1.1) => ({ id, tool: 'segment', points: [{ time: 60_000, price }], colour: 2 });
  const lines = (count: number) => Array.from({ length: count }, (_, at) => line(`d${at}`));
  const save = (forexId: number, at: number, drawings: readonly object[], who: Who) =>
    post(path, { forex_id: forexId, at, drawings }, who);
  const stored = async (who: Who) => (await get(path, who)).data;

  test('are those of the account by instrument, beside its settings and templates', async () => {
    const [who, other] = [await someone(), await aDemo()];
    expect(await stored(who)).toEqual({ instruments: [] });
    await post(preferences, { theme: 'dark' }, who);
    const drawings = [line('a'), { id: 'b', tool: 'horizontalStraightLine', points: [{ time: 1, price: 2.5 }] }];
    const first = { forex_id: 1, at: 1_000, drawings };
    expect((await save(1, 1_000, drawings, who)).data).toEqual(first);
    expect((await save(2, 2_000, [line('c')], who)).data).toMatchObject({ forex_id: 2 });
    await post(preferences, { chart_zone: 'utc' }, who);
    expect(await stored(who)).toEqual({ instruments: [first, { forex_id: 2, at: 2_000, drawings: [line('c')] }] });
    const settings = (await get(preferences, who)).data;
    expect(settings).toMatchObject({ theme: 'dark', chart_zone: 'utc' });
    expect(settings).not.toHaveProperty('chart_drawings');
    expect(await stored(other)).toEqual({ instruments: [] });
  });

  test('of an instrument the last change counts, by its time, whichever arrives first', async () => {
    const who = await someone();
    await save(1, 5_000, [line('late')], who);
    expect((await save(1, 4_000, [line('early')], who)).data).toMatchObject({ at: 5_000, drawings: [line('late')] });
    expect((await save(1, 6_000, [], who)).data).toEqual({ forex_id: 1, at: 6_000, drawings: [] });
    // Another device learns that they were removed.
    expect(await stored(who)).toEqual({ instruments: [{ forex_id: 1, at: 6_000, drawings: [] }] });
    await Promise.all([1, 2, 3, 4].map((id) => save(id, 7_000, [line('x')], who)));
    expect(((await stored(who)) as { instruments: object[] }).instruments).toHaveLength(4);
  });

  test('a device whose clock is fast does not keep the others from changing them', async () => {
    const who = await someone();
    const { data } = await save(1, Date.now() + 86_400_000_000, [line('a')], who);
    const { at } = data as { at: number };
    expect(at).toBeLessThan(Date.now() + 60_000);
    expect((await save(1, at + 1, [line('b')], who)).data).toMatchObject({ drawings: [line('b')] });
  });

  test('are at most 40 on an instrument, 400 in all, on 60 instruments', async () => {
    const who = await someone();
    expect((await save(1, 1, lines(41), who)).data).toEqual({ field: 'drawings' });
    for (let id = 1; id <= 10; id += 1) expect((await save(id, 1, lines(40), who)).code).toBe(codes.ok);
    expect((await save(11, 1, [line('one-more')], who)).code).toBe(codes.tooManyDrawings);
    expect((await save(10, 2, lines(39), who)).code).toBe(codes.ok);
    expect((await save(11, 2, [line('there-is-room')], who)).code).toBe(codes.ok);
    const other = await someone();
    for (let id = 1; id <= 60; id += 1) await save(id, 1, [line('a')], other);
    expect((await save(61, 1, [line('a')], other)).code).toBe(codes.tooManyDrawings);
    // Removed ones are remembered, within a bound of their own.
    for (let id = 100; id < 170; id += 1) await save(id, id, [], other);
    const { instruments } = (await stored(other)) as { instruments: { forex_id: number }[] };
    expect(instruments).toHaveLength(120);
    expect(instruments.at(-1)).toMatchObject({ forex_id: 169 });
  });

  test.each([
    ['one id twice', [line('a'), line('a')]],
    ['unknown fields', [{ ...line('a'), extra: 1 }]],
    ['no point', [{ ...line('a'), points: [] }]],
    ['a price that is no number', [{ ...line('a'), points: [{ time: 1, price: '1' }] }]],
    ['a colour outside the palette', [{ ...line('a'), colour: 5 }]],
    ['a tool that is no name', [{ ...line('a'), tool: '<b>' }]],
  ])('%s: refused by the name of the field', async (_, drawings) => {
    const who = await someone();
    expect((await save(1, 1, drawings, who)).data).toEqual({ field: 'drawings' });
    expect(await stored(who)).toEqual({ instruments: [] });
  });

  test('R-SES-04 need a session', async () => {
    expect((await get(path, {})).code).toBe(codes.sessionExpired);
    expect((await save(1, 1, [], {})).code).toBe(codes.sessionExpired);
  });
});
