import { type AddressInfo, connect } from 'node:net';
import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testCompanies, testCompany } from '../../../../../testkit/test-company.ts';
import type { Companies } from '../../services/company/companies.ts';
import { RateGate } from '../rate-gate.ts';
import { parseTrustedProxies } from '../trusted-proxies.ts';
import { buildGateway, plainSecurity, type Security } from './build-gateway.ts';
import { companyOf } from './company-of.ts';
import { sendOk } from './envelope.ts';
import { readableUrl } from './request-target.ts';

let app: ReturnType<typeof buildGateway> | null = null;
/** The paths whose handlers ran. */
let ran: string[];

beforeEach(() => {
  ran = [];
});
afterEach(() => app?.close());

type Known = Pick<Companies, 'ofHost' | 'peek'>;

async function serve(security: Partial<Security> = {}, companies: Known = testCompanies): Promise<void> {
  app = buildGateway(false, companies, { ...plainSecurity, ...security });
  const paths = ['/api/who', '/v1/api/forex/submit', '/v1/api/forex/kline', '/files/x', '/console/', '/api/console/me'];
  for (const path of paths) {
    app.get(path, (request, reply) => {
      ran.push(path);
      return sendOk(request, reply, { host: request.host, company: companyOf(request).id });
    });
    app.post(path, (request, reply) => {
      ran.push(path);
      return sendOk(request, reply, null);
    });
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
}

interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly code: number | undefined;
}

/** Sends the request line as it is: clients of HTTP would normalise it. */
async function ask(method: string, target: string, headers: Record<string, string> = {}): Promise<Answer> {
  if (app === null) throw new Error('Invariant: it is served before it is asked');
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const all = { host: 'm.acme.example', connection: 'close', 'content-length': '0', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  let text = '';
  for await (const part of socket) text += part;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const code = body.includes('"code"') ? Number(/"code":(-?\d+)/.exec(body)?.[1]) : undefined;
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), code };
}

const forms: readonly (readonly [string, (path: string) => string])[] = [
  ['as it is', (path) => path],
  ['in absolute form', (path) => `http://x${path}`],
  ['in absolute form, in capitals and with a port', (path) => `HTTPS://m.acme.example:8443${path}`],
  ['with a fragment', (path) => `${path}#`],
  ['with a fragment before the query', (path) => path.replace(/(?=\?|$)/, '#')],
  ['with a path in the fragment', (path) => `${path}#/assets/app.js`],
  ['in absolute form with a fragment', (path) => `http://x${path}#/`],
  ['percent-encoded', (path) => path.replace('api', '%61pi').replace('files', '%66iles').replace('con', 'c%6Fn')],
  ['percent-encoded in absolute form', (path) => `http://x${path.replace('api', '%61pi').replace('fil', 'f%69l')}`],
];

describe.each(forms)('R-SEC-09 a request target %s bypasses no check', (_form, write) => {
  test.each(['/v1/api/forex/submit?forex_id=1', '/api/who', '/files/x'])('HEAD %s runs no handler', async (path) => {
    await serve();
    expect((await ask('HEAD', write(path))).status).toBe(405);
    expect(ran).toEqual([]);
  });

  test('a company out of service accepts no order', async () => {
    const closed = { ...testCompany, status: 1 as const };
    await serve({}, { ofHost: () => closed, peek: () => closed });
    for (const path of ['/api/who', '/v1/api/forex/submit'])
      expect((await ask('POST', write(path))).code).toBe(codes.companySuspended);
    expect(ran).toEqual([]);
  });

  test.each([
    ['m.acme.example', '/console/'],
    ['m.acme.example', '/api/console/me'],
    ['m.acme.example', '/files/x'],
    ['files.example', '/api/who'],
    ['files.example', '/console/'],
    ['console.example', '/v1/api/forex/submit'],
  ])('%s does not serve %s', async (host, path) => {
    await serve({ hosts: { files: 'files.example', console: 'console.example' } });
    expect((await ask('GET', write(path), { host })).status).toBe(404);
    expect(ran).toEqual([]);
  });

  test('a call has its usual rate-limit weight', async () => {
    const weighed: unknown[] = [];
    const rateGate = new RateGate({ perAccount: 0, perAddress: 0, total: 0 }, { nowMs: () => 0, monotonicMs: () => 0 });
    rateGate.admitsCall = (_address, path, more) => weighed.push([path, (more ?? 0) > 0]) > 0;
    await serve({ rateGate });
    await ask('GET', write('/v1/api/forex/kline?forex_id=1&period=1day&limit=1000&before=1'));
    expect(weighed).toEqual([['/v1/api/forex/kline', true]]);
  });

  test('the answer has the headers of data and is not cached, and a cross-site request is refused', async () => {
    await serve();
    const { headers } = await ask('GET', write('/api/who'));
    expect(headers).toContain('cache-control: no-store');
    expect(headers).toContain("content-security-policy: default-src 'none'");
    expect((await ask('POST', write('/api/who'), { 'sec-fetch-site': 'cross-site' })).code).toBe(codes.crossSite);
    expect(ran).toEqual(['/api/who']);
  });
});

test.each(['*', 'api/who', 'http:/api/who', '//x/api/who', 'http:///x'])(
  'R-SEC-09 a target without a path runs no handler: OPTIONS and GET %s',
  async (target) => {
    await serve();
    for (const method of ['OPTIONS', 'GET']) expect((await ask(method, target)).status).toBeGreaterThanOrEqual(400);
    expect(ran).toEqual([]);
  },
);

test('R-SEC-06 the Host header names the host, also behind a trusted proxy that forwards another', async () => {
  const acme = { ...testCompany, id: 7 as typeof testCompany.id };
  const peek = (host: string) => (host === 'm.acme.example' ? acme : testCompany);
  const hosts = { files: null, console: 'console.example' };
  await serve({ hosts, isTrustedProxy: parseTrustedProxies('127.0.0.1') }, { ofHost: peek, peek });
  const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'console.example' };
  expect((await ask('GET', '/api/console/me', forwarded)).status).toBe(404);
  expect((await ask('GET', '/api/who', forwarded)).status).toBe(200);
});

test.each([
  ['/api/who?name=%41', '/api/who?name=%41'],
  ['/%61pi/%77ho?name=%41', '/api/who?name=%41'],
  ['/%66%69les/a%2Db%7E', '/files/a-b~'],
  ['/files/a%2Fb%20c%25%3F', '/files/a%2Fb%20c%25%3F'],
  ['/%D8%B9', '/%D8%B9'],
  ['/%2561pi', '/%2561pi'],
  ['/api/%E0%A4%A?x=%zz', '/api/%25E0%25A4%25A?x=%zz'],
  ['/%', '/%25'],
  ['/?%zz', '/?%zz'],
  ['http://x/api/who?a=1', '/api/who?a=1'],
  ['HTTPS://x:8443/%61pi/who', '/api/who'],
  ['http://x', '/'],
  ['http://x?a=1', '/?a=1'],
  ['http://x#/api/who', '/'],
  ['/api/who#/../?a=1', '/api/who'],
  ['/api/who?a=1#?b=2', '/api/who?a=1'],
  ['/%61pi/who#%zz', '/api/who'],
  ['http://x//api/who', '//api/who'],
  ['/go?to=http://x/api/who', '/go?to=http://x/api/who'],
  ['*', '/api/'],
  ['#/api/who', '/api/'],
  ['', '/api/'],
  ['api/who', '/api/'],
  ['?a=1', '/api/'],
])('R-WIRE-01 R-SEC-09 %s is read as %s', (url, readable) => expect(readableUrl(url)).toBe(readable));
