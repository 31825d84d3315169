import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testCompany } from '../../../../../testkit/test-company.ts';
import type { RateGate } from '../rate-gate.ts';
import { parseTrustedProxies } from '../trusted-proxies.ts';
import { buildGateway, plainSecurity, type Security } from './build-gateway.ts';
import { companyOf } from './company-of.ts';
import { isSameCompanyOrigin } from './cross-origin.ts';
import { sendOk } from './envelope.ts';
import { registerWebApp } from './web-app.ts';

const acme = {
  ...testCompany,
  id: 7 as CompanyId,
  name: 'Acme',
  hosts: ['m.acme.example', 'api.acme.example'],
  links: ['https://pictures.example', 'https://help.example', 'nonsense; script-src *'],
  serviceLink: 'https://help.example/chat',
};
const peek = (host: string) => (acme.hosts.includes(host.split(':')[0] ?? '') ? acme : testCompany);
const companies = { ofHost: peek, peek };
const host = 'm.acme.example';

let root: string;
let app: FastifyInstance;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'assets', 'app.js'), '1');
  writeFileSync(join(root, 'sw.js'), '1');
  return () => rmSync(root, { recursive: true });
});
afterEach(() => app.close());

function serve(security: Partial<Security> = {}, filesOrigin = ''): FastifyInstance {
  const whole = { ...plainSecurity, ...security };
  app = buildGateway(false, companies, whole);
  app.get('/api/who', (request, reply) => {
    const { address, name } = { address: request.ip, name: companyOf(request).name };
    return sendOk(request, reply, { address, name, query: request.query });
  });
  app.post('/api/echo', (request, reply) => sendOk(request, reply, request.body));
  app.get('/files/x', (_request, reply) => reply.send('x'));
  app.get('/console/', (_request, reply) => reply.send('console'));
  app.get('/healthz', (_request, reply) => reply.send('ok'));
  registerWebApp(app, root, { isHttps: whole.isHttps, filesOrigin });
  return app;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { host, ...headers } });

describe('R-SEC-01 every answer', () => {
  test.each(['/api/who', '/', '/assets/app.js', '/api/nowhere', '/nothing.js'])(
    '%s has the headers that forbid type guessing',
    async (url) => {
      serve();
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-site',
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('server');
    },
  );

  test.each(['/api/who', '/', '/assets/app.js'])(
    '%s requires https for a year, if the public address has it',
    async (url) => {
      serve({ isHttps: true });
      expect((await get(url)).headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );

  test('an API answer is data: nothing in it runs, and it is not cached', async () => {
    serve();
    for (const url of ['/api/who', '/%61pi/who'])
      expect((await get(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
  });
});

describe('R-WIRE-01 R-SEC-01 an undecodable path', () => {
  const guarded = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' };

  test.each(['/api/%E0%A4%A', '/v1/%zz', '/api/%?x=%zz', `/api/hooks/payments/${'a'.repeat(101)}`])(
    '%s: an API call gets the envelope of an unknown path',
    async (url) => {
      serve().get('/api/hooks/payments/:provider', (request, reply) => sendOk(request, reply, null));
      const answer = await get(url, { lang: 'en' });
      expect(answer).toMatchObject({ statusCode: 404, headers: { ...guarded, 'cache-control': 'no-store' } });
      expect(answer.json()).toEqual({ code: codes.unknownPath, msg: expect.any(String), data: null });
    },
  );

  test.each(['/%E0%A4%A', '/%zz?from=%', '//evil.com', '/nothing.js'])(
    '%s: a page request gets the app',
    async (url) => {
      serve();
      const answer = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect(answer).toMatchObject({ statusCode: 200, headers: { ...guarded, 'x-frame-options': 'DENY' } });
      expect(answer.payload).toBe('<!doctype html>');
    },
  );

  test('counts against the rate limit', async () => {
    serve({ rateGate: { admitsCall: () => false } as unknown as RateGate });
    expect((await get('/api/%zz')).statusCode).toBe(429);
  });
});

describe('R-SEC-02 a page', () => {
  const policyOf = async (of: string, security: Partial<Security> = {}, filesOrigin = '') => {
    serve(security, filesOrigin);
    const { headers } = await app.inject({ url: '/trade', headers: { host: of } });
    return Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part): [string, string] => [part.split(' ', 1)[0] ?? '', part.slice(part.indexOf(' ') + 1)]),
    );
  };

  test('runs only its own scripts, cannot be framed, and uses no device', async () => {
    const policy = await policyOf(host);
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect((await get('/trade')).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  test('runs the inline script of the build by its hash, and no other', async () => {
    const boot = "document.documentElement.lang = 'de'";
    const folder = mkdtempSync(join(tmpdir(), 'candor-page-'));
    writeFileSync(join(folder, 'index.html'), `<!doctype html><script>${boot}</script><script src="/a.js"></script>`);
    app = buildGateway(false, companies, plainSecurity);
    registerWebApp(app, folder, { isHttps: false, filesOrigin: '' });
    const { headers } = await get('/');
    rmSync(folder, { recursive: true });
    const hash = createHash('sha256').update(boot).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test('connects to its own company’s hosts, and shows pictures from the company’s list', async () => {
    const policy = await policyOf(host);
    const api = 'api.acme.example';
    expect(policy['connect-src']).toBe(`'self' http://${api} https://${api} ws://${api} wss://${api}`);
    expect(policy['img-src']).toBe("'self' data: blob: https://pictures.example https://help.example");
  });

  test('shows and fetches uploads from the files host, if there is one', async () => {
    const policy = await policyOf(host, {}, 'http://files.example:8080');
    const api = 'api.acme.example';
    expect(policy['img-src']).toBe(
      "'self' data: blob: http://files.example:8080 https://pictures.example https://help.example",
    );
    expect(policy['connect-src']).toBe(
      `'self' http://${api} https://${api} ws://${api} wss://${api} http://files.example:8080`,
    );
    expect(policy['script-src']).toBe("'self'");
  });

  test.each([
    ['https://help.example/chat', 'https://help.example'],
    ['/help', "'self'"],
    ['https://elsewhere.example/chat', "'none'"],
    ["https://help.example;script-src'*'/", "'none'"],
    ['', "'none'"],
  ])('frames only its company’s support page: %j', async (link, framed) => {
    const before = acme.serviceLink;
    acme.serviceLink = link;
    const policy = await policyOf(host);
    acme.serviceLink = before;
    expect(policy['frame-src']).toBe(framed);
  });

  test('behind https connects by https only', async () => {
    const policy = await policyOf(host, { isHttps: true });
    expect(policy['connect-src']).toBe("'self' https://api.acme.example wss://api.acme.example");
  });

  test('at a host without a domain connects to that host', async () => {
    const policy = await policyOf('localhost:8080');
    expect(policy['connect-src']).toContain(' ws://localhost:8080 ');
  });

  test('is not served without its headers under its file name', async () => {
    serve();
    expect((await get('/index.html')).statusCode).toBe(404);
  });
});

describe('R-SCR-62 the app installed from a company’s host', () => {
  const manifestOf = async (of: string) => {
    const { headers, payload } = await app.inject({ url: '/app.webmanifest', headers: { host: of } });
    expect(headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    return JSON.parse(payload) as { name: string; short_name: string; icons: Record<string, string>[] };
  };

  test('has the product’s name and icons if the company has none', async () => {
    serve();
    const manifest = await manifestOf('localhost:8080');
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', name: 'Candor' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  });

  test('has the company’s name, logo and colours if it has them', async () => {
    const branded = {
      ...acme,
      name: '<b>rokers & Partners',
      logo: 'https://help.example/logo.png',
      accents: ['#123456', '#102030', '#FEFEFE'],
    };
    app = buildGateway(false, { ofHost: () => branded, peek }, plainSecurity);
    registerWebApp(app, root, { isHttps: false, filesOrigin: '' });
    const manifest = await manifestOf(host);
    expect(manifest).toMatchObject({ name: branded.name, short_name: '<b>rokers' });
    expect(manifest.icons).toEqual([
      { src: branded.logo, sizes: 'any', purpose: 'any' },
      { src: '/icons/company.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ]);
    const { headers, payload } = await get('/icons/company.svg');
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(payload).toContain('fill="#123456"');
    expect(payload).toContain('></text>');
  });

  test('R-SCR-60 its service worker is not cached and is served as a script', async () => {
    serve();
    const { headers } = await get('/sw.js');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('/javascript'),
    });
  });
});

describe('R-WIRE-13 R-SEC-03 only pages of a company call its hosts', () => {
  test.each([
    ['https://m.acme.example', 'api.acme.example', true],
    ['https://m.acme.example:8443', 'api.acme.example:8443', true],
    ['https://m.acme.example', 'm.acme.example', true],
    ['https://evil.acme.example', 'api.acme.example', false],
    ['https://m.acme.example:1', 'api.acme.example', false],
    ['https://api.acme.example', 'm.acme.example', false],
    ['https://m.acme.example.evil.test', 'api.acme.example', false],
    ['http://m.localhost:8080', 'api.localhost:8080', true],
    ['https://shop.example', 'api.shop.example', true],
    ['https://m.shop.example', 'api.shop.example', true],
    ['https://other.example', 'api.shop.example', false],
    ['null', 'api.acme.example', false],
    ['https://127.0.0.1:8080', 'api.0.0.1:8080', false],
  ])('%s to %s: %s', (origin, to, isAllowed) => {
    expect(isSameCompanyOrigin(peek, origin, to, false)).toBe(isAllowed);
  });

  test('behind https an http page is not the company’s', () => {
    expect(isSameCompanyOrigin(peek, 'http://m.acme.example', host, true)).toBe(false);
    expect(isSameCompanyOrigin(peek, 'https://m.acme.example', host, true)).toBe(true);
  });

  test('another site’s page gets no CORS headers', async () => {
    serve();
    const answer = await get('/api/who', { host: 'api.acme.example', origin: 'https://evil.example' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const own = await get('/api/who', { host: 'api.acme.example', origin: 'https://m.acme.example' });
    expect(own.headers).toMatchObject({ 'access-control-allow-origin': 'https://m.acme.example', vary: 'origin' });
    expect(own.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

test('R-SEC-03 R-COM-02 a page can read every refusal', async () => {
  const closed = { ...acme, status: 1 };
  app = buildGateway(false, { ofHost: () => closed, peek }, plainSecurity);
  const headers = { host: 'api.acme.example', origin: 'https://m.acme.example' };
  const allowed = { 'access-control-allow-origin': 'https://m.acme.example' };
  const preflight = await app.inject({ method: 'OPTIONS', url: '/v1/api/forex/submit', headers });
  expect(preflight).toMatchObject({ statusCode: 204, headers: allowed });
  const refused = await app.inject({ method: 'POST', url: '/v1/api/forex/submit', headers, payload: {} });
  expect(refused).toMatchObject({ statusCode: 200, headers: allowed });
  expect(refused.json()).toMatchObject({ code: codes.companySuspended });
  const disguised = await app.inject({ url: '/%61pi/forex/list', headers });
  expect(disguised.json()).toMatchObject({ code: codes.companySuspended });
});

describe('R-SEC-04 R-SEC-05 request input', () => {
  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":{"__proto__":{"isAdmin":true}}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ])('does not reach a prototype: %s', async (payload) => {
    serve();
    const headers = { host, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/echo', headers, payload });
    expect(answer.json()).toMatchObject({ code: codes.invalidField, data: { field: 'body' } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('does not reach a prototype by query or form either', async () => {
    serve();
    await get('/api/who?__proto__=x&constructor=y&__proto__[isAdmin]=1');
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    await app.inject({ method: 'POST', url: '/api/echo', headers, payload: '__proto__[isAdmin]=1&__proto__=x' });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('with a repeated field is refused by name, in a query and in a form', async () => {
    serve();
    expect((await get('/api/who?id=1&id=2')).json()).toMatchObject({ code: 1001, data: { field: 'id' } });
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const form = await app.inject({ method: 'POST', url: '/api/echo', headers, payload: 'lots=1&lots=9' });
    expect(form.json()).toMatchObject({ code: codes.invalidField, data: { field: 'lots' } });
    expect((await get('/api/who?id=1&t=2')).json()).toMatchObject({ code: codes.ok });
  });

  test('a body beyond 64 KB is refused without being read to its end', async () => {
    serve();
    const payload = JSON.stringify({ text: 'x'.repeat(64 * 1024) });
    const headers = { host, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/echo', headers, payload });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: codes.bodyTooLarge });
  });
});

describe('R-SEC-06 the caller’s address and host', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': host };
  const who = async (headers: Record<string, string>, remoteAddress: string) =>
    (await app.inject({ url: '/api/who', headers: { host: 'localhost', ...headers }, remoteAddress })).json().data;

  test('are the connection’s own if no setting names a proxy', async () => {
    serve();
    expect(await who(forwarded, '10.0.0.5')).toMatchObject({ address: '10.0.0.5', name: 'Candor' });
  });

  test('are read from a trusted proxy’s headers, not from others’', async () => {
    serve({ isTrustedProxy: parseTrustedProxies('10.0.0.0/8') });
    expect(await who(forwarded, '10.0.0.5')).toMatchObject({ address: '203.0.113.9', name: 'Candor' });
    expect(await who(forwarded, '192.0.2.1')).toMatchObject({ address: '192.0.2.1', name: 'Candor' });
  });
});

describe('R-SEC-09 content that must not share the app’s origin', () => {
  const hosts = { files: 'files.example', console: 'console.example' };
  const statusOf = async (at: string, url: string) => (await app.inject({ url, headers: { host: at } })).statusCode;

  test.each([
    ['files.example', '/files/x', 200],
    ['files.example', '/api/who', 404],
    ['files.example', '/%61pi/who', 404],
    ['files.example', '/', 404],
    ['files.example:8443', '/console/', 404],
    ['console.example', '/console/', 200],
    ['console.example', '/files/x', 404],
    ['console.newco.example', '/console/', 200],
    ['console.newco.example', '/api/who', 404],
    ['console.newco.example', '/files/x', 404],
    [host, '/files/x', 404],
    [host, '/%66iles/x', 404],
    [host, '/console/', 404],
    [host, '/c%6Fnsole/', 404],
    [host, '/api/who', 200],
    [host, '/', 200],
    ['files.example', '/healthz', 200],
  ])('%s%s answers %i if settings name the hosts', async (at, url, status) => {
    serve({ hosts });
    expect(await statusOf(at, url)).toBe(status);
  });

  test('without such settings everything is served at every host', async () => {
    serve();
    for (const url of ['/files/x', '/console/', '/api/who']) expect(await statusOf(host, url)).toBe(200);
  });
});
