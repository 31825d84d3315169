import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../../testkit/hand-feed.ts';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../testkit/with-test-server.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { registerPriceRoutes } from '../../register-routes.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { routesOf } from './build-gateway.ts';

const demoPath = '/api/user/createAccountDemoForU';

let server: TestServer;
let market: RunningMarket;
let tokens: { trader: string; operator: string };
let writes: string[] = [];

beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1], systemClock);
  registerPriceRoutes(server.server.app, market.market, { ...server.server, clock: systemClock });
  server.market.give(testSpecs.eurusd, '1.15283', '1.15295');
  tokens = { trader: await server.demo(), operator: (await server.operator('admin')).authorization };
  server.onStatement = (statement) => {
    if (/^\s*(insert|update|delete)\b/i.test(statement)) writes.push(statement);
  };
});
afterAll(async () => {
  await market.stop();
  await server.stop();
});

const senders = {
  'without a header': {},
  'a header': { authorization: 'set below' },
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another site, with a header': { 'sec-fetch-site': 'cross-site', authorization: 'set below' },
  'a foreign origin': { origin: 'https://evil.example' },
  'a foreign origin, with a header': { origin: 'https://evil.example', authorization: 'set below' },
  'an opaque origin': { origin: 'null' },
} as const;
type Sender = keyof typeof senders;

const abroad = (Object.keys(senders) as Sender[]).filter((name) => /site|origin/.test(name));

interface Sent {
  readonly status: number;
  readonly code: number;
  /** Nothing was written, in the tables or in the journal. */
  readonly isUnchanged: boolean;
}

async function send(method: 'GET' | 'HEAD' | 'POST', path: string, by: Sender, fields: object = {}): Promise<Sent> {
  const token = path.startsWith('/api/console/') ? tokens.operator : tokens.trader;
  const headers: Record<string, string> = { ...senders[by] };
  if (headers['authorization'] !== undefined) headers['authorization'] = token;
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]));
  const seq = server.server.core.committedSeq;
  writes = [];
  const reply = await server.server.app.inject({
    method,
    url: method === 'POST' ? path : `${path}?${form}`,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(method === 'POST' ? { payload: form.toString() } : {}),
  });
  const code = reply.body === '' ? 0 : (reply.json<{ code: number }>().code ?? 0);
  return {
    status: reply.statusCode,
    code,
    isUnchanged: writes.length === 0 && server.server.core.committedSeq === seq,
  };
}

/** Parameters of paths, filled with what nobody has. */
function pathOf(route: string): string {
  return (route.split(' ')[1] ?? '').replaceAll(/:[a-z_]+/g, '900001');
}

function routes(method: string): string[] {
  return routesOf(server.server.app).filter((route) => route.startsWith(`${method} `) && !route.includes('*'));
}

const refused = { status: 403, code: codes.crossSite, isUnchanged: true };

describe('R-SEC-11 requests from another site change nothing', () => {
  test('every POST call sent as a form is refused by name from another site, and accepted from a program', async () => {
    expect(routes('POST').length).toBeGreaterThan(60);
    for (const route of routes('POST')) {
      const path = pathOf(route);
      for (const by of abroad)
        expect({ route, by, ...(await send('POST', path, by)) }).toEqual({ route, by, ...refused });
      const { status, code } = await send('POST', path, 'without a header');
      expect({ route, isThrough: status !== 403 && code !== codes.crossSite }).toEqual({ route, isThrough: true });
    }
  });

  test('every changing call by another method is refused by name from another site', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      for (const route of routes(method)) {
        const reply = await server.server.app.inject({
          method,
          url: pathOf(route),
          headers: { authorization: tokens.operator, 'sec-fetch-site': 'cross-site' },
        });
        expect({ route, status: reply.statusCode }).toEqual({ route, status: 403 });
      }
  });

  test('every changing call that also answers GET needs the header, and is refused from another site', async () => {
    const gets = new Set(routes('GET').map(pathOf));
    const paths = routes('POST').map(pathOf);
    const both = paths.filter((path) => gets.has(path) && !path.startsWith('/api/console/') && !reads.has(path));
    expect(both.toSorted()).toEqual([...changesByGet].toSorted());
    for (const path of both) {
      for (const by of abroad) expect({ path, by, ...(await send('GET', path, by)) }).toEqual({ path, by, ...refused });
      if (path === demoPath) continue;
      const bare = await send('GET', path, 'without a header');
      expect({ path, ...bare }).toEqual({ path, status: 200, code: codes.sessionExpired, isUnchanged: true });
    }
  });

  test('no call runs by HEAD, whatever GET or POST would do', async () => {
    for (const route of [...routes('GET'), ...routes('POST')].filter((one) => /^\S+ \/(?:api|v1)\//.test(one)))
      for (const by of ['without a header', 'a header', 'another site'] as const) {
        const sent = await send('HEAD', pathOf(route), by);
        expect({ route, by, ...sent }).toEqual({ route, by, status: 405, code: 0, isUnchanged: true });
      }
  });

  test('an order placed by GET or form is accepted from a program only', async () => {
    for (const method of ['GET', 'POST'] as const) {
      expect(await send(method, submitPath, 'a header', marketOrder)).toMatchObject({ code: 1, isUnchanged: false });
      for (const by of abroad) expect(await send(method, submitPath, by, marketOrder)).toEqual(refused);
    }
    expect(await send('HEAD', submitPath, 'a header', marketOrder)).toMatchObject({ status: 405, isUnchanged: true });
  });

  test('a demo is opened by GET of a described client, and not by another site’s page', async () => {
    const fresh = () => ({ demo_id: randomUUID() });
    expect(await send('GET', demoPath, 'without a header', fresh())).toMatchObject({ code: 1, isUnchanged: false });
    for (const by of abroad)
      for (const method of ['GET', 'POST'] as const) expect(await send(method, demoPath, by, fresh())).toEqual(refused);
    expect(await send('HEAD', demoPath, 'without a header', fresh())).toMatchObject({ status: 405, isUnchanged: true });
  });

  test.each(['same-site', 'cross-site'])('the company’s own page at its other host is accepted (%s)', async (site) => {
    const headers = { host: 'api.acme.localhost', origin: 'http://m.acme.localhost', 'sec-fetch-site': site };
    for (const method of ['GET', 'POST'] as const) {
      const answer = await server.call(method, demoPath, { demo_id: randomUUID() }, headers);
      expect(answer).toMatchObject({ status: 200, code: 1 });
    }
  });
});

/** GET of these is another call, which reads. */
const reads = new Set([
  '/api/user/chart_drawings',
  '/api/user/chart_templates',
  '/api/user/favourites',
  '/api/user/preferences',
  '/api/user/second_factor',
  '/v1/api/forex/trade_note',
]);

const changesByGet = new Set([
  demoPath,
  submitPath,
  '/v1/api/main/user/resetForexDemoAccount',
  '/v1/api/forex/close',
  '/v1/api/forex/cancel_trade',
  '/v1/api/forex/set_stop_price',
  '/api/quickCharge/submit',
  '/api/quickCharge/wire_submit',
]);
