import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptKeysPath } from '@candor/contracts/http/paths';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testCompany } from '../../../../../testkit/test-company.ts';
import { buildGateway, plainSecurity } from './build-gateway.ts';
import { registerConsoleApp } from './console-app.ts';
import { registerWebApp } from './web-app.ts';

const companies = { ofHost: () => testCompany, peek: () => testCompany };
const page = '<!doctype html><meta property="csp-nonce" nonce="CANDOR_CSP_NONCE"><title>console</title>';
let root: string;
let app: FastifyInstance;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-console-'));
  for (const name of ['web', 'console']) mkdirSync(join(root, name, 'assets'), { recursive: true });
  writeFileSync(join(root, 'web', 'index.html'), '<!doctype html><title>web</title>');
  writeFileSync(join(root, 'console', 'index.html'), page);
  writeFileSync(join(root, 'console', 'assets', 'app-1234.js'), '1');
  return () => rmSync(root, { recursive: true });
});
afterEach(() => app.close());

function serve(hosts = plainSecurity.hosts, filesOrigin = ''): void {
  app = buildGateway(false, companies, { ...plainSecurity, hosts });
  const place = { isHttps: false, filesOrigin };
  registerWebApp(app, join(root, 'web'), place);
  registerConsoleApp(app, join(root, 'console'), place);
  app.get(receiptKeysPath, (_request, reply) => reply.send({ keys: [] }));
}

const get = (url: string, host = 'localhost') => app.inject({ url, headers: { host } });

test('R-OPS-07 R-OPS-70 the console is served under /console/, each of its paths by its page and its assets for a year', async () => {
  serve();
  for (const url of ['/console/', '/console/deposits', '/console/deposits/7?x=1']) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>console</title>');
  }
  expect((await get('/console')).headers.location).toBe('/console/');
  expect((await get('/console/assets/app-1234.js')).headers['cache-control']).toContain('immutable');
  for (const url of ['/console/index.html', '/console/assets/none.js', '/console/%2e%2e/web/index.html'])
    expect((await get(url)).body).not.toContain('<title>');
  expect((await get('/trade')).body).toContain('<title>web</title>');
});

test('R-OPS-71 each page has a nonce of its own for styles, and nothing inline or evaluated without', async () => {
  serve();
  const [one, other] = [await get('/console/'), await get('/console/')];
  const nonceOf = ({ body }: { body: string }) => /nonce="([\w-]{22})"/.exec(body)?.[1];
  expect(nonceOf(one)).toBeDefined();
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'nonce-${nonceOf(one)}';`);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
});

test('R-OPS-71 uploads are shown from their host, once they have one', async () => {
  serve(plainSecurity.hosts, 'http://files.example');
  const policy = String((await get('/console/')).headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob: http://files.example;");
  expect(policy).toContain("connect-src 'self';");
});

test('R-SEC-09 R-OPS-78 at its own host there is the console and the public keys of receipts, and no app', async () => {
  serve({ files: null, console: 'console.example' });
  expect((await get('/console/', 'console.example')).statusCode).toBe(200);
  expect((await get('/console/', 'localhost')).statusCode).toBe(404);
  expect((await get('/console/assets/app-1234.js', 'localhost')).statusCode).toBe(404);
  expect((await get('/trade', 'console.example')).statusCode).toBe(404);
  for (const host of ['console.example', 'localhost']) expect((await get(receiptKeysPath, host)).statusCode).toBe(200);
});
