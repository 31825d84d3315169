import { codes } from '@candor/contracts/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { totpOf } from '../../../../../../testkit/totp.ts';

const statusPath = '/api/company/getCompanyStatus';
const ownPassword = 'nine quiet harbours';
const reason = 'a new brand';
const newCompany = {
  name: 'Newco',
  jurisdiction: 'eu',
  languages: ['en', 'de'],
  verify_reg_type: 'email',
  verify_type: 2,
  is_public: true,
  is_trial: false,
  hosts: ['m.newco.localhost'],
  status: 0,
  type: 1,
  loss_url: '',
  url: 'http://m.newco.localhost/',
  links: ['https://help.newco.example'],
  demo_balance: '10000',
  is_mobile_shown: true,
  operator_email: 'Boss@newco.example',
  reason,
};
type Who = { readonly authorization: string; readonly host: string };
let server: TestServer;
let admin: Who;
let made = 0;

beforeAll(async () => {
  server = await TestServer.start();
  admin = await server.operator('admin');
});
afterAll(() => server.stop());

const headersOf = ({ host, authorization }: Who) => ({ host, authorization, lang: 'en' });
const post = (path: string, fields: object, by: Who = admin) =>
  server.call('POST', `/api/console/${path}`, fields, headersOf(by));
const get = (path: string, by: Who = admin, fields: object = {}) =>
  server.call('GET', `/api/console/${path}`, fields, headersOf(by));
const statusAt = async (host: string) => (await server.call('GET', statusPath, {}, { host })).data;

/** A company with hosts of its own. */
async function add(changes: object = {}) {
  made += 1;
  const hosts = [`m.c${made}.localhost`];
  return post('companies', { ...newCompany, hosts, url: '', operator_email: 'boss@c.example', ...changes });
}

async function change(id: number, changes: object, by: Who = admin) {
  const { data } = await get(`companies/${id}`, by);
  return post(`companies/${id}`, { ...data, reason, ...changes }, by);
}

const auditOf = async (company: number) =>
  (
    await server.open.pool.query(
      `select operator_id, action, subject, reason from audit_entry where company_id = $1 and
       (action like 'company-%' or action like 'first-%') order by seq desc limit 1`,
      [company],
    )
  ).rows[0] as { operator_id: number | null; action: string; subject: string; reason: string };

const accept = (link: string, host: string) =>
  server.call(
    'POST',
    '/api/console/invitation',
    { token: link.split('#').at(-1), new_password: ownPassword },
    { host },
  );

describe('R-COM-10 a company is created in the console', () => {
  test('it answers at its hosts at once; its first operator takes over and configures it; both audit trails record it', async () => {
    expect(await statusAt('m.newco.localhost')).toMatchObject({ name: 'Candor' });
    const answer = await post('companies', newCompany);
    expect(answer).toMatchObject({
      code: codes.ok,
      data: { name: 'Newco', operator: { email: 'boss@newco.example' } },
    });
    const { id, operator } = answer.data;
    for (const host of ['m.newco.localhost', 'api.newco.localhost'])
      expect(await statusAt(host)).toMatchObject({ id, name: 'Newco', status: 0 });
    const host = 'm.newco.localhost';
    const info = await server.call('GET', '/api/basicSet/getBasicInfo', {}, { host });
    expect(info.data).toMatchObject({ languages: ['en', 'de'], profile: { id: 'eu' } });
    const shown = await server.call('GET', '/api/default/setting', { key: 'is_show_mobile' }, { host });
    expect(shown.data.value).toBe('1');
    const demo = await server.demo(undefined, host);
    const account = await server.call('GET', '/v1/api/forex/my_deal', {}, { host, authorization: demo });
    expect(account.code).toBe(codes.ok);

    const signIn = (fields: object, at = host) => server.call('POST', '/api/console/login', fields, { host: at });
    expect((await accept(operator.link, 'localhost')).code).toBe(codes.invitationEnded);
    expect((await get(`companies/${id}`)).data.is_taken).toBe(false);
    expect((await accept(operator.link, host)).code).toBe(codes.ok);
    const chosen = { email: operator.email, password: ownPassword };
    expect((await signIn(chosen, 'localhost')).code).toBe(codes.wrongCredentials);
    const first = await signIn(chosen);
    expect(first.data.operator).toMatchObject({ role: 'admin', is_installation: false, needs: ['totp'] });
    const boss = { host, authorization: first.data.token as string };
    expect((await get('deposits', boss)).code).toBe(codes.secondFactorRequired);
    const { secret } = (await post('me/totp', {}, boss)).data;
    expect((await post('me/totp/confirm', { code: totpOf(secret, 0, server.clock.nowMs()) }, boss)).code).toBe(1);
    expect((await get(`companies/${id}`)).data.is_taken).toBe(true);

    const way = {
      kind: 'coin',
      currency: 'USDT',
      protocol: 'ERC20',
      address: `0x${'1'.repeat(40)}`,
      usd_price: '1',
      min: '1',
    };
    const added = await post('pay-ways', { ...way, is_rate_confirmed: true, is_active: true, bank_name: '' }, boss);
    expect(added.code, added.text).toBe(codes.ok);
    expect((await get('pay-ways', boss)).data.total).toBe(1);
    expect((await get('pay-ways')).data.total).toBe(0);
    expect(await get('companies', boss)).toMatchObject({ code: codes.notPermitted, status: 403 });

    expect(await auditOf(1)).toMatchObject({ action: 'company-added', reason });
    expect((await auditOf(1)).subject).toContain('m.newco.localhost');
    const there = await auditOf(id);
    expect(there).toMatchObject({ action: 'company-added', operator_id: null });
    expect(there.reason).toMatch(/^by operator \d+ of the installation: a new brand$/);
    for (const who of [admin, boss]) expect((await get('audit/verify', who)).data.is_whole).toBe(true);
    expect(server.server.core.state.rules.policyOf(id)).toMatchObject({ stopOutPercent: 50 });
  });

  test('R-CON-31 the first operator’s link works once, is replaced until one is accepted, and never afterwards', async () => {
    const { data } = await add();
    const host = data.hosts[0] as string;
    const again = await post(`companies/${data.id}/first-operator`, { email: 'boss@c.example', reason });
    expect(again.data).toEqual({ email: 'boss@c.example', link: expect.stringMatching(/^[\w-]{40,}$/) });
    expect(again.data.link).not.toBe(data.operator.link);
    expect((await accept(data.operator.link, host)).code).toBe(codes.invitationEnded);
    server.advance(48 * 3_600_000);
    admin = await server.operator('admin');
    expect((await accept(again.data.link, host)).code).toBe(codes.invitationEnded);
    const last = await post(`companies/${data.id}/first-operator`, { email: 'boss@c.example', reason });
    expect((await accept(last.data.link, host)).code).toBe(codes.ok);
    expect((await accept(last.data.link, host)).code).toBe(codes.invitationEnded);
    const { rows } = await server.open.pool.query('select o::text from operator o');
    for (const { link } of [data.operator, again.data, last.data])
      expect(JSON.stringify(rows)).not.toContain(link.split('#')[1]);
    const signIn = (fields: object) => server.call('POST', '/api/console/login', fields, { host });
    const before = await auditOf(data.id);
    for (const email of ['boss@c.example', 'second@c.example'])
      expect(await post(`companies/${data.id}/first-operator`, { email, reason })).toMatchObject({
        code: codes.firstOperatorExists,
      });
    expect((await post('companies/1/first-operator', { email: 'x@c.example', reason })).code).toBe(
      codes.firstOperatorExists,
    );
    expect(await auditOf(data.id)).toEqual(before);
    expect((await signIn({ email: 'boss@c.example', password: ownPassword })).code).toBe(codes.ok);
  });

  test('concurrent creations get distinct ids, hosts and audit trails; of two for one host one is refused', async () => {
    const both = await Promise.all([0, 1].map(() => add({ hosts: ['same.localhost'] })));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([codes.ok, codes.companyHostTaken]);
    const many = await Promise.all([0, 1, 2].map(() => add()));
    expect(new Set(many.map(({ data }) => data.id)).size).toBe(3);
    expect((await get('audit/verify')).data.is_whole).toBe(true);
  });

  test('the number of companies is limited', async () => {
    const count = `select count(*)::int as n from company`;
    const [{ n }] = (await server.open.pool.query(count)).rows as [{ n: number }];
    await server.open.pool.query(
      `insert into company (id, name) select 800000 + g, 'x' from generate_series(1, $1) g`,
      [200 - n],
    );
    expect(await add()).toMatchObject({ code: codes.tooManyCompanies });
    expect((await server.open.pool.query(count)).rows).toEqual([{ n: 200 }]);
    await server.open.pool.query('delete from company where id between 800001 and 800200');
  });
});

describe('R-COM-11 an invalid company setting is refused by field, and nothing is changed', () => {
  test.each([
    ['a port', { hosts: ['m.x.localhost:80'] }, codes.companyHostInvalid, 'hosts'],
    ['a path', { hosts: ['m.x.localhost/a'] }, codes.companyHostInvalid, 'hosts'],
    ['an address', { hosts: ['127.0.0.1'] }, codes.companyHostInvalid, 'hosts'],
    ['a label too long', { hosts: [`${'a'.repeat(64)}.example`] }, codes.companyHostInvalid, 'hosts'],
    ['one twice', { hosts: ['a.example', 'A.example'] }, codes.companyHostInvalid, 'hosts'],
    ['another company’s', { hosts: [otherHost] }, codes.companyHostTaken, 'hosts'],
    ['the one that is asked', { hosts: ['localhost'] }, codes.companyHostReserved, 'hosts'],
    ['no host', { hosts: [] }, codes.invalidField, 'hosts'],
    ['a host whose pages call another’s', { hosts: ['pc.acme.localhost'] }, codes.companyHostTaken, 'hosts'],
    ['too many hosts', { hosts: Array.from({ length: 17 }, (_, at) => `h${at}.example`) }, codes.invalidField, 'hosts'],
    ['a way out that is no https', { loss_url: 'http://help.newco.example' }, codes.settingNotAllowed, 'loss_url'],
    ['a way out to elsewhere', { loss_url: 'https://elsewhere.example' }, codes.settingNotAllowed, 'loss_url'],
    ['an address of others', { url: 'https://elsewhere.example' }, codes.settingNotAllowed, 'url'],
    ['a link that is none', { links: ['javascript:alert(1)'] }, codes.settingNotAllowed, 'links'],
    ['a law that is none', { jurisdiction: 'moon' }, codes.settingNotAllowed, 'jurisdiction'],
    ['too much practice money', { demo_balance: '10000001' }, codes.invalidField, 'demo_balance'],
    ['a debt to practise with', { demo_balance: '-1' }, codes.invalidField, 'demo_balance'],
    ['no address', { operator_email: 'nobody' }, codes.invalidField, 'operator_email'],
    ['no reason', { reason: '' }, codes.invalidField, 'reason'],
  ])('%s', async (_what, changes, code, field) => {
    const count = async () => (await get('companies')).data.total as number;
    const before = await count();
    expect(await add(changes)).toMatchObject({ code, data: { field } });
    expect(await count()).toBe(before);
  });

  test('settings change at once, with a version in the company’s own history; of two concurrent changes one is refused', async () => {
    const { id, hosts, operator } = (await add()).data;
    const changes = {
      hosts: [...hosts, 'second.c.localhost', 'api.c.localhost'],
      links: ['https://help.c.example'],
      loss_url: 'https://help.c.example/closed',
      demo_balance: '500',
      status: 1,
    };
    const changed = await change(id, changes);
    expect(changed.data, changed.text).toMatchObject({ ...changes, demo_balance: '500.000000', version: 2 });
    expect(await statusAt('second.c.localhost')).toMatchObject({ id, status: 1, loss_url: changes.loss_url });
    const closed = await server.call('POST', '/api/user/createAccountDemoForU', {}, { host: hosts[0] });
    expect(closed.code).toBe(codes.companySuspended);
    // Operators may still begin and sign in.
    expect((await accept(operator.link, hosts[0] as string)).code).toBe(codes.ok);
    const chosen = { email: operator.email, password: ownPassword };
    const signedIn = await server.call('POST', '/api/console/login', chosen, { host: hosts[0] });
    expect(signedIn.code).toBe(codes.ok);
    const sideDoor = '/api/console/../user/info';
    expect((await server.call('GET', sideDoor, {}, { host: hosts[0] })).code).not.toBe(codes.ok);
    const { version } = (await get(`companies/${id}`)).data;
    const both = await Promise.all(['1', '2'].map((balance) => change(id, { demo_balance: balance, version })));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, codes.versionChanged]);
    const { rows } = await server.open.pool.query(
      'select version, operator_id, settings from company_version where company_id = $1 order by version',
      [id],
    );
    expect(rows).toMatchObject([
      { version: 2, operator_id: null, settings: { links: changes.links } },
      { version: 3, operator_id: null },
    ]);
    expect((await change(id, { hosts: [hosts[0]], status: 0, loss_url: '' })).code).toBe(codes.ok);
    expect(await statusAt('second.c.localhost')).toMatchObject({ name: 'Candor' });
  });

  test('closing the default company needs an explicit confirmation, and its console can reopen it', async () => {
    expect(await change(1, { status: 1 })).toMatchObject({ code: codes.defaultCompanyAtRisk });
    expect(await statusAt('localhost')).toMatchObject({ status: 0 });
    expect((await change(1, { status: 1, is_sure: true })).code).toBe(codes.ok);
    expect(await statusAt('localhost')).toMatchObject({ status: 1 });
    expect((await change(1, { status: 0 })).code).toBe(codes.ok);
    const versions = (await get('company/versions', admin, { per_page: 1 })).data.data;
    expect(versions[0]).toMatchObject({ reason, by: expect.stringContaining('@example.com') });
  });

  test('an unknown company is not found', async () => {
    expect((await get('companies/777')).code).toBe(codes.companyNotFound);
    const { data } = await get('companies/1');
    expect((await post('companies/777', { ...data, reason })).code).toBe(codes.companyNotFound);
    const email = 'x@c.example';
    expect((await post('companies/777/first-operator', { email, reason })).code).toBe(codes.companyNotFound);
  });
});

test('R-COM-05 R-COM-10 the database creates and changes companies only in the default company’s transactions', async () => {
  const as = (tenant: number, statement: string) =>
    server.app.db.transaction().execute(async (trx) => {
      await sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
  for (const statement of [
    `select add_company('{}', 200)`,
    `select set_company_terms(1, 0, '{}')`,
    `select set_company_hosts(900000, '{localhost}')`,
  ]) {
    await expect(as(900_000, statement)).rejects.toThrow('default company');
    await expect(sql.raw(statement).execute(server.app.db)).rejects.toThrow('no company');
    await expect(sql.raw(statement).execute(server.core.db)).rejects.toThrow('permission denied');
  }
  for (const statement of [
    `insert into company (id, name) values (5000, 'x')`,
    `insert into company_host (host, company_id) values ('x.example', 1)`,
    `update company set status = 1 where id = 900000`,
  ])
    await expect(as(1, statement)).rejects.toThrow('permission denied');
});

describe('R-OPS-22 a user’s score and level', () => {
  test('are set by the company’s own operators, recorded, and visible to the user from the next call on', async () => {
    const trader = await server.realUser();
    const info = () => server.call('GET', '/api/user/info', {}, { ...trader, id: '', uid: '' } as never);
    expect((await info()).data).toMatchObject({ credit_score: 0, level: 0 });
    const compliance = await server.operator('compliance');
    const rate = (by: Who, fields: object) => post(`users/${trader.uid}/rating`, { reason, ...fields }, by);
    expect(await rate(compliance, { score: 720, level: 3 })).toMatchObject({ data: { score: 720, level: 3 } });
    expect((await info()).data).toMatchObject({ credit_score: 720, level: 3 });
    expect((await get(`users/${trader.uid}`, compliance)).data.rating).toEqual({ score: 720, level: 3 });
    const { rows } = await server.open.pool.query(
      `select subject, reason from audit_entry where company_id = 1 and action = 'user-rated'`,
    );
    expect(rows).toEqual([{ subject: `user with uid ${trader.uid}`, reason: `score 720, level 3: ${reason}` }]);
    expect((await rate(compliance, { score: 1001, level: 1 })).data).toMatchObject({ field: 'score' });
    expect((await rate(compliance, { score: 1, level: -1 })).data).toMatchObject({ field: 'level' });
    expect((await rate(await server.operator('support'), { score: 1, level: 1 })).code).toBe(codes.notPermitted);
    const foreign = await server.operator('admin', otherHost);
    expect((await rate(foreign, { score: 1, level: 1 })).code).toBe(codes.userNotFound);
    expect((await info()).data).toMatchObject({ credit_score: 720, level: 3 });
  });
});
