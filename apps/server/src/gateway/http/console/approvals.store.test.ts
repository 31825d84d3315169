import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { tronAddress } from '../../../../../../testkit/money-desk.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type Who = Awaited<ReturnType<TestServer['operator']>>;

const { eurusd } = testSpecs;
const reason = 'two gaps in November';
const dayMs = 24 * 3_600_000;

let server: TestServer;
let author: Who;
let second: Who;

beforeEach(async () => {
  server = await TestServer.start();
  author = await server.operator('admin');
});
afterEach(() => server.stop());

const headersOf = ({ host, authorization }: Who) => ({ host, authorization, lang: 'en' });
const get = (path: string, by: Who = author, fields: object = {}) =>
  server.call('GET', `/api/console/${path}`, fields, headersOf(by));
const post = (path: string, fields: object = {}, by: Who = author) =>
  server.call('POST', `/api/console/${path}`, fields, headersOf(by));
const approve = async (id: number, by: Who) => {
  const { payload_hash } = (await get(`approvals/${id}`, by)).data;
  return post(`approvals/${id}/approve`, { payload_hash }, by);
};
/** Moves the clock; sessions end after twelve hours, so everybody signs in again. */
async function later(milliseconds: number, ...people: Who[]): Promise<Who[]> {
  server.advance(milliseconds);
  return Promise.all(people.map((who) => server.signInAgain(who)));
}

const settings = async (change: object) => {
  const { id: _id, hosts: _hosts, status: _status, type: _type, ...present } = (await get('company')).data;
  return post('company', { ...present, reason, ...change });
};
const terms = async (change: object) => {
  const { version, fee_rate, leverages, lots_min, lots_max, swap_long, swap_short } = (
    await get(`instruments/${eurusd.id}`)
  ).data;
  const present = { fee_rate, leverages, lots_min, lots_max, swap_long, swap_short, is_offered: true, closures: [] };
  return post(`instruments/${eurusd.id}`, { ...present, version, reason, ...change });
};
const way = { kind: 'coin', currency: 'USDT', protocol: 'TRC20', address: tronAddress, usd_price: '1', min: '1' };
const currency = { kind: 'bank', code: 'GBP', fee_type: 2, draw_rate: '0.01', usd_price: '0.75' };
const sure = { is_rate_confirmed: true };
const target = () => server.operatorAccount('support');

/** Every governed change: how it is proposed, and what shows that it was made. */
const governed: readonly (readonly [string, () => Promise<{ code: number; data: never }>, () => Promise<unknown>])[] = [
  [
    'stop-out level',
    () => settings({ stop_out_percent: 60 }) as never,
    async () => (await get('company')).data.version,
  ],
  [
    'margin call',
    () => settings({ margin_call_percent: 140 }) as never,
    async () => (await get('company')).data.version,
  ],
  ['jurisdiction', () => settings({ jurisdiction: 'eu' }) as never, async () => (await get('company')).data.version],
  ['higher fee', () => terms({ fee_rate: '8' }) as never, versionOfTerms],
  ['worse swap', () => terms({ swap_long: '-20' }) as never, versionOfTerms],
  ['lower leverage', () => terms({ leverages: [20, 30] }) as never, versionOfTerms],
  ['instrument withdrawn', () => terms({ is_offered: false }) as never, versionOfTerms],
  ['deposit method', () => post('pay-ways', { ...way, ...sure }) as never, () => totalOf('pay-ways')],
  [
    'payout currency',
    () => post('draw-currencies', { ...currency, ...sure }) as never,
    () => totalOf('draw-currencies'),
  ],
  [
    'rules of deposits and withdrawals',
    async () => {
      const { data } = await get('funds-settings');
      return (await post('funds-settings', { ...data, withdrawal_second_from: '900000' })) as never;
    },
    async () => (await get('funds-settings')).data.withdrawal_second_from as string,
  ],
  [
    'new operator',
    () => post('operators', { email: 'new@example.com', role: 'admin' }) as never,
    () => totalOf('operators'),
  ],
  [
    'higher role',
    () => ofTarget((id) => post(`operators/${id}`, { role: 'admin', is_disabled: false, reason })),
    rolesOf,
  ],
  ['removed second factor', () => post(`operators/${second.id}/reset-totp`, { reason }) as never, factorsOf],
];

async function ofTarget(change: (id: number) => unknown) {
  const { rows } = await server.open.pool.query(`select id from operator where role = 'support' and company_id = 1`);
  return (await change((rows as { id: number }[])[0]?.id ?? 0)) as never;
}
async function versionOfTerms(): Promise<unknown> {
  return (await get(`instruments/${eurusd.id}`)).data.version;
}
async function totalOf(list: string): Promise<unknown> {
  return (await get(list)).data.total;
}
async function rolesOf(): Promise<unknown> {
  const { rows } = await server.open.pool.query('select role from operator where company_id = 1 order by id');
  return (rows as { role: string }[]).map(({ role }) => role).join();
}
async function factorsOf(): Promise<unknown> {
  const { rows } = await server.open.pool.query(
    'select count(totp_sealed) as count from operator where company_id = 1',
  );
  return (rows as { count: string }[])[0]?.count;
}

describe('R-OPS-94 R-OPS-95 R-OPS-96 a governed change', () => {
  beforeEach(async () => {
    await server.realUser();
    second = await server.operator('admin');
    await target();
  });

  test.each(governed)(
    '%s: not by one person, not with a new colleague, not before its time; then as proposed',
    async (_what, propose, state) => {
      const colleague = await server.operator('admin');
      const before = await state();
      const answer = await propose();
      expect(answer).toMatchObject({ status: 202, code: codes.approvalNeeded });
      const { approval_id: id } = answer.data as { approval_id: number };
      expect((await approve(id, author)).code).toBe(codes.otherOperatorNeeded);
      // The colleague whom the author lately got: made or raised, with all formalities.
      const nowMs = server.clock.nowMs();
      const since = 'update operator set rights_since_ms = $2 where id = $1';
      await server.open.pool.query(since, [colleague.id, nowMs]);
      expect((await approve(id, colleague)).code).toBe(codes.operatorTooNew);
      expect((await post(`approvals/${id}/refuse`, { remark: 'no reason' }, colleague)).code).toBe(
        codes.operatorTooNew,
      );
      expect(await state()).toEqual(before);
      await server.open.pool.query(since, [colleague.id, nowMs - dayMs + 60_000]);
      expect((await approve(id, colleague)).code).toBe(codes.operatorTooNew);
      expect(await state()).toEqual(before);
      await server.open.pool.query(since, [colleague.id, nowMs - dayMs]);
      expect(await approve(id, colleague)).toMatchObject({ code: codes.ok, data: { status: 'done' } });
      expect(await state()).not.toEqual(before);
      expect((await approve(id, colleague)).code).toBe(codes.approvalDecided);
    },
  );

  test('R-OPS-97 an operator who is alone approves after the cooling-off, and never by disabling the others', async () => {
    const { data } = await settings({ stop_out_percent: 60 });
    const off = await post(`operators/${second.id}`, { role: 'admin', is_disabled: true, reason });
    expect(off.code).toBe(codes.ok);
    expect((await approve(data.approval_id, author)).code).toBe(codes.otherOperatorNeeded);
    expect((await server.messagesTo(second.email)).at(-1)?.subject).toBe('You are no longer an operator of Candor');
    const soon = await settings({ stop_out_percent: 65 });
    [author] = (await later(2 * dayMs, author)) as [Who];
    for (const { approval_id: id } of [data, soon.data]) {
      expect((await get(`approvals/${id}`)).data).toMatchObject({ hindrance: 'again', alone_from: null });
      expect((await approve(id, author)).code).toBe(codes.otherOperatorNeeded);
    }
    const next = await settings({ stop_out_percent: 60 });
    expect((await get(`approvals/${next.data.approval_id}`)).data).toMatchObject({
      hindrance: 'too-early',
      alone_from: expect.any(Number),
    });
    expect((await approve(next.data.approval_id, author)).code).toBe(codes.approvalTooEarly);
    [author] = (await later(dayMs + 1, author)) as [Who];
    expect(await approve(next.data.approval_id, author)).toMatchObject({ code: codes.ok, data: { status: 'done' } });
    expect((await get('company')).data.stop_out_percent).toBe(60);
  });

  test('R-OPS-97 only an operator who could decide counts as one who left', async () => {
    const left = async () =>
      (await server.open.pool.query('select id from operator where left_at_ms is not null')).rows as { id: number }[];
    const off = (role: string) => (id: number) => post(`operators/${id}`, { role, is_disabled: true, reason });
    expect(((await ofTarget(off('support'))) as { code: number }).code).toBe(codes.ok);
    expect(await left()).toEqual([]);
    expect((await off('admin')(second.id)).code).toBe(codes.ok);
    expect(await left()).toEqual([{ id: second.id }]);
  });

  test('R-OPS-98 is approved by the hash of what was shown, and not if something else would be replaced', async () => {
    const { data } = await settings({ stop_out_percent: 60 });
    const path = `approvals/${data.approval_id}`;
    const seen = (await get(path, second)).data;
    expect(seen).toMatchObject({
      subject: 'Candor',
      author: author.email,
      reason,
      is_own: false,
      hindrance: null,
      changes: [{ field: 'stop_out_percent', before: '50', after: '60' }],
    });
    const other = `${seen.payload_hash.slice(1)}A`;
    expect((await post(`${path}/approve`, { payload_hash: other }, second)).code).toBe(codes.payloadChanged);
    expect((await settings({ name: 'Candor Two' })).code).toBe(codes.ok);
    expect((await approve(data.approval_id, second)).code).not.toBe(codes.ok);
    expect((await get('company')).data.stop_out_percent).toBe(50);
  });

  test('R-OPS-98 of two changes of the same values the later approval is refused, also without versions', async () => {
    const { data: present } = await get('funds-settings');
    const ask = async (change: object) =>
      (await post('funds-settings', { ...present, ...change })).data.approval_id as number;
    const [one, other] = [await ask({ freeze_hours: 30 }), await ask({ freeze_hours: 40 })];
    expect((await approve(other, second)).code).toBe(codes.ok);
    expect((await approve(one, second)).code).toBe(codes.payloadChanged);
    expect((await get('funds-settings')).data.freeze_hours).toBe(40);
    expect((await get(`approvals/${one}`)).data.status).toBe('waiting');
  });

  test('R-OPS-98 the database keeps what was proposed, and a changed one is not approved', async () => {
    const { data } = await settings({ stop_out_percent: 60 });
    const change = `update approval set body = replace(body, '60', '400') where id = ${data.approval_id}`;
    await expect(server.open.pool.query(change)).rejects.toThrow('never changed');
    await server.open.pool.query('alter table approval disable trigger approval_keeps_content');
    await server.open.pool.query(change);
    await server.open.pool.query('alter table approval enable trigger approval_keeps_content');
    expect((await approve(data.approval_id, second)).code).toBe(codes.payloadChanged);
    await expect(server.open.pool.query('delete from approval')).rejects.toThrow('never changed');
  });

  test('is refused or withdrawn with a remark, mailed, recorded, and decided once', async () => {
    const first = (await settings({ stop_out_percent: 60 })).data.approval_id as number;
    expect((await settings({ stop_out_percent: 60 })).data.approval_id).toBe(first);
    const [mail] = await server.messagesTo(second.email);
    expect(mail).toMatchObject({ subject: `Approval ${first} is waiting: Company settings: Candor` });
    expect(await server.messagesTo(author.email)).toEqual([]);
    const refused = await post(`approvals/${first}/refuse`, { remark: 'not in November' }, second);
    expect(refused.data).toMatchObject({ status: 'refused', decided_by: second.email, remark: 'not in November' });
    expect((await approve(first, second)).code).toBe(codes.approvalDecided);
    expect((await server.messagesTo(author.email)).at(-1)?.text).toContain('not in November');
    const next = (await settings({ stop_out_percent: 70 })).data.approval_id as number;
    expect((await post(`approvals/${next}/withdraw`, {}, second)).code).toBe(codes.notPermitted);
    expect((await post(`approvals/${next}/withdraw`)).data.status).toBe('withdrawn');
    const { rows } = await server.open.pool.query(
      `select action, subject, reason from audit_entry where action like 'approval-%' order by seq`,
    );
    const recorded = rows as { action: string; subject: string; reason: string }[];
    expect(recorded.map(({ action }) => action)).toEqual([
      'approval-asked',
      'approval-refused',
      'approval-asked',
      'approval-withdrawn',
    ]);
    expect(recorded[1]?.reason).toMatch(/^[\w-]{43} not in November$/);
    expect((await get('approvals')).data.total).toBe(0);
    expect(
      (await get('approvals', author, { view: 'decided' })).data.data.map((row: { id: number }) => row.id),
    ).toEqual([next, first]);
    expect((await get('approvals', second, { view: 'own' })).data.total).toBe(0);
  });

  test('expires after seven days, and ends with the rights of its author', async () => {
    const old = (await settings({ stop_out_percent: 60 })).data.approval_id as number;
    [author, second] = (await later(7 * dayMs, author, second)) as [Who, Who];
    expect((await get(`approvals/${old}`)).data.status).toBe('expired');
    expect((await approve(old, second)).code).toBe(codes.approvalExpired);
    const next = (await settings({ stop_out_percent: 60 })).data.approval_id as number;
    await post(`operators/${author.id}`, { role: 'admin', is_disabled: true, reason }, second);
    expect((await approve(next, second)).code).toBe(codes.approvalExpired);
    expect((await get('company', second)).data.stop_out_percent).toBe(50);
  });

  test('R-OPS-99 a small change needs one person, many small ones in a day are one large one', async () => {
    expect((await terms({ fee_rate: '7.6' })).code).toBe(codes.ok);
    expect((await terms({ fee_rate: '7.7' })).code).toBe(codes.ok);
    expect((await terms({ fee_rate: '7.8' })).code).toBe(codes.approvalNeeded);
    expect((await terms({ fee_rate: '5' })).code).toBe(codes.ok);
    expect((await terms({ fee_rate: '7' })).code).toBe(codes.approvalNeeded);
  });

  test('one person is enough to take rights away and to stop payments to a method', async () => {
    const { approval_id: id } = (await post('pay-ways', { ...way, ...sure })).data;
    const { result } = (await approve(id, second)).data;
    const off = await post(`pay-ways/${result.id}`, { ...way, ...sure, is_active: false });
    expect(off.code).toBe(codes.ok);
    const elsewhere = { ...way, ...sure, is_active: false, min: '2' };
    expect((await post(`pay-ways/${off.data.id}`, elsewhere)).code).toBe(codes.approvalNeeded);
    const lower = await post(`operators/${second.id}`, { role: 'compliance', is_disabled: false, reason });
    expect(lower.code).toBe(codes.ok);
    const back = await post(`operators/${second.id}`, { role: 'admin', is_disabled: false, reason });
    expect(back.code).toBe(codes.approvalNeeded);
  });

  test('R-COM-05 of another company is not found', async () => {
    const { data } = await settings({ stop_out_percent: 60 });
    const stranger = await server.operator('admin', otherHost);
    expect((await get('approvals', stranger)).data.total).toBe(0);
    for (const act of ['approve', 'refuse', 'withdraw']) {
      const fields = { payload_hash: 'x'.repeat(43), remark: 'because' };
      const answer = await post(`approvals/${data.approval_id}/${act}`, fields, stranger);
      expect({ act, code: answer.code }).toEqual({ act, code: codes.approvalNotFound });
    }
  });
});

test('R-OPS-96 a new operator approves no money and no identity either; in a trial company there is no cooling-off', async () => {
  for (const host of ['localhost', otherHost]) {
    const fresh = await server.operator('admin', host);
    const nowMs = server.clock.nowMs();
    await server.open.pool.query('update operator set rights_since_ms = $2 where id = $1', [fresh.id, nowMs]);
    const payload_hash = 'x'.repeat(43);
    const answers = await Promise.all([
      post('corrections/1/approve', { payload_hash }, fresh),
      post('deposits/1/approve', { payload_hash }, fresh),
      post('withdrawals/1/approve', { payload_hash }, fresh),
      post('withdrawals/1/paid', { payload_hash, external_id: 'tx-1' }, fresh),
      post('verifications/1/approve', {}, fresh),
    ]);
    const tooNew = answers.filter(({ code }) => code === codes.operatorTooNew);
    expect({ host, tooNew: tooNew.length }).toEqual({ host, tooNew: host === 'localhost' ? 5 : 0 });
  }
});

test('R-OPS-97 the only operator sets a company up at once until it has a trader', async () => {
  expect((await settings({ stop_out_percent: 60 })).code).toBe(codes.ok);
  await server.realUser();
  expect((await settings({ stop_out_percent: 70 })).code).toBe(codes.approvalNeeded);
});
