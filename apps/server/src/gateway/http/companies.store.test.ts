import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { setTrialCompany, trialCompanyId } from '../../adapters/postgres/trial-company.ts';

const statusPath = '/api/company/getCompanyStatus';
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => server.market.give(testSpecs.eurusd, '1.15283', '1.15295'));

async function change(columns: string): Promise<void> {
  await server.open.pool.query(`update company set ${columns} where id = ${trialCompanyId}`);
  server.server.companies.invalidate();
}

describe('R-COM-01 the host selects the company', () => {
  test.each([
    ['localhost', 'Candor'],
    ['unknown.example:8080', 'Candor'],
    ['M.Acme.localhost:8080', 'Acme (trial)'],
    ['api.acme.localhost', 'Acme (trial)'],
    ['x.acme.localhost', 'Candor'],
  ])('%s is %s', async (host, name) => {
    const answer = await server.call('GET', statusPath, {}, { host });
    expect(answer.data).toMatchObject({ name, status: 0 });
  });

  test('only the Host header counts: forwarded hosts of an untrusted caller are ignored', async () => {
    const forged = { host: 'localhost', 'x-forwarded-host': otherHost, forwarded: `host=${otherHost}` };
    expect((await server.call('GET', statusPath, {}, forged)).data.name).toBe('Candor');
  });

  test.each(['a b', 'm.acme.localhost/..', 'user@m.acme.localhost', '-', 'x'.repeat(300), 'm.acme.localhost:99999999'])(
    'an invalid host name is refused: %s',
    async (host) => {
      const answer = await server.call('GET', statusPath, {}, { host });
      expect(answer).toMatchObject({ status: 400, code: codes.invalidField, data: { field: 'host' } });
    },
  );
});

describe('R-COM-05 sessions belong to a company', () => {
  test('a token is invalid at another company’s host, also while it is cached', async () => {
    const authorization = await server.demo();
    const info = (host: string) => server.call('GET', '/api/user/info', {}, { host, authorization });
    expect((await info('localhost')).code).toBe(codes.ok);
    expect((await info(otherHost)).code).toBe(codes.sessionExpired);
    expect((await info('localhost')).code).toBe(codes.ok);
    await server.restart();
    expect((await info(otherHost)).code).toBe(codes.sessionExpired);
    expect((await info('localhost')).code).toBe(codes.ok);
  });

  test('one device has a separate demo account at each company', async () => {
    const device = '00000000-0000-4000-8000-000000000001';
    const open = (host: string) =>
      server.call('POST', '/api/user/createAccountDemoForU', { demo_id: device }, { host });
    const [here, there] = [await open('localhost'), await open(otherHost)];
    expect(here.data.user.id).not.toBe(there.data.user.id);
    expect((await open(otherHost)).data.user).toEqual(there.data.user);
  });
});

describe('R-COM-02 a company out of service', () => {
  test('reports its status and where to turn, and refuses logins, orders and sockets', async () => {
    const headers = { host: otherHost, authorization: await server.demo(undefined, otherHost) };
    const socket = () => server.server.authenticateSocket(headers.authorization, otherHost);
    expect(await socket()).toMatchObject({ accountId: expect.any(Number) });
    await change(`status = 1, loss_url = 'https://acme.example/closed', links = '{https://acme.example}'`);
    const status = await server.call('GET', statusPath, {}, { host: otherHost });
    expect(status.data).toMatchObject({ status: 1, loss_url: 'https://acme.example/closed', id: trialCompanyId });
    for (const [method, path] of [
      ['POST', '/api/user/createAccountDemoForU'],
      ['GET', '/api/user/info'],
      ['POST', '/v1/api/forex/submit'],
      ['POST', '/v1/api/forex/close'],
      ['GET', '/v1/api/forex/my_deal'],
    ] as const) {
      expect({ path, code: (await server.call(method, path, {}, headers)).code }).toEqual({
        path,
        code: codes.companySuspended,
      });
    }
    expect(await socket()).toBeNull();
    expect((await server.call('GET', '/api/basicSet/getBasicInfo', {}, headers)).code).toBe(codes.ok);
    expect((await server.call('GET', statusPath)).data).toMatchObject({ name: 'Candor', status: 0 });
    await change('status = 0');
    expect((await server.call('GET', '/api/user/info', {}, headers)).code).toBe(codes.ok);
    expect(await socket()).not.toBeNull();
  });
});

test('R-COM-03 the trial company’s address has the port that the program runs on', async () => {
  await server.open.pool.query('update company set type = 0 where id = 1');
  for (const [port, url] of [
    [8080, 'http://m.acme.localhost:8080/'],
    [8081, 'http://m.acme.localhost:8081/'],
    [80, 'http://m.acme.localhost/'],
  ] as const) {
    await setTrialCompany(server.open.db, true, port);
    server.server.companies.invalidate();
    expect((await server.call('GET', '/api/company/getCompany', { name: 'acme' })).data).toMatchObject([{ url }]);
  }
  await server.open.pool.query('update company set type = 1 where id = 1');
  server.server.companies.invalidate();
});

test('R-COM-01 a disabled trial company answers at no host, and returns unchanged when enabled', async () => {
  const { db } = server.open;
  const nameAt = async () => (await server.call('GET', statusPath, {}, { host: otherHost })).data.name as string;
  await change("name = 'Acme of ours'");
  await setTrialCompany(db, false, 80);
  server.server.companies.invalidate();
  expect(await nameAt()).toBe('Candor');
  await setTrialCompany(db, true, 80);
  server.server.companies.invalidate();
  expect(await nameAt()).toBe('Acme of ours');
});
