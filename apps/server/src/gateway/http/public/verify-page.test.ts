import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testBuild } from '../../../../../../testkit/test-build.ts';
import { testCompany } from '../../../../../../testkit/test-company.ts';
import type { ServedBuild } from '../../../ports/served-build.ts';
import { buildGateway, plainSecurity } from '../build-gateway.ts';
import { registerVerifyPage } from './verify-page.ts';

const companies = { ofHost: () => testCompany, peek: () => testCompany };
let app: FastifyInstance;
afterEach(() => app.close());

function serve(build: ServedBuild | null): void {
  app = buildGateway(false, companies, plainSecurity);
  registerVerifyPage(app, build);
}

const get = (url: string, headers = {}) => app.inject({ url, headers: { host: 'm.example.com', ...headers } });

test('R-VER-01 the page is served as it was built, with the policy that it states itself, unframed, and with its hash as tag', async () => {
  serve(testBuild);
  const { statusCode, headers, body } = await get('/verify?lang=de');
  expect([statusCode, body]).toEqual([200, testBuild.page]);
  const stated = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(body)?.[1];
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${stated}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    etag: `"${createHash('sha256').update(body).digest('hex')}"`,
  });
  expect(headers['set-cookie']).toBeUndefined();
  const again = await get('/verify', { 'if-none-match': headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('R-VER-12 the list of built files is public, for a reader on any page', async () => {
  serve(testBuild);
  const { statusCode, headers, body } = await get('/verify/SHA256SUMS');
  expect([statusCode, body]).toEqual([200, testBuild.files]);
  expect(headers['access-control-allow-origin']).toBe('*');
});

test('a program that runs from its sources has no such page', async () => {
  serve(null);
  for (const path of ['/verify', '/verify/SHA256SUMS']) expect((await get(path)).statusCode).toBe(404);
});
