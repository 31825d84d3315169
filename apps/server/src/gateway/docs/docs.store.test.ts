import { gunzipSync } from 'node:zlib';
import { codes } from '@candor/contracts/codes';
import { calls } from '@candor/contracts/http/calls';
import type { CallName } from '@candor/contracts/http/paths';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../../testkit/hand-feed.ts';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { registerPriceRoutes } from '../../register-routes.ts';
import type { RunningMarket } from '../../services/market/create-market.ts';
import { examples, lastOrder } from './examples.ts';

let server: TestServer;
let market: RunningMarket;
beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1], systemClock);
  registerPriceRoutes(server.server.app, market.market, { ...server.server, clock: systemClock });
  server.market.give(testSpecs.eurusd, '1.15283', '1.15295');
});
afterAll(async () => {
  await market.stop();
  await server.stop();
});

const page = () => server.server.app.inject({ method: 'GET', url: '/docs/api' });

test('R-WIRE-21 the page runs only its own script and connects only to its own origin', async () => {
  const { statusCode, headers, body } = await page();
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect([...body.matchAll(/(?:src|href)="(?!#|\/docs\/api\/)[^"]*"/g)]).toEqual([]);
  expect(body).not.toMatch(/ style="| on[a-z]+="/);
});

test('R-SEC-02 the page cannot be framed, has no window of another origin, and uses no device', async () => {
  expect((await page()).headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-content-type-options': 'nosniff',
  });
});

test.each(['', '/openapi.json', '/asyncapi.json'])(
  'R-SEC-07 /docs/api%s is encoded and compressed once, and a client that has it gets no body',
  async (name) => {
    const get = (headers: Record<string, string>) =>
      server.server.app.inject({ method: 'GET', url: `/docs/api${name}`, headers });
    const plain = await get({});
    const stringify = vi.spyOn(JSON, 'stringify');
    const answers = [await get({ 'accept-encoding': 'gzip' }), await get({ 'accept-encoding': 'gzip' })];
    const lengths = stringify.mock.results.map(({ value }) => String(value).length);
    vi.restoreAllMocks();
    expect(Math.max(0, ...lengths)).toBeLessThan(5_000);
    for (const { headers, rawPayload } of answers) {
      expect(headers['content-encoding']).toBe('gzip');
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      expect(gunzipSync(rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    const again = await get({ 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('R-WIRE-21 the page shows every call, and the machine-readable documents are served', async () => {
  const { body } = await page();
  for (const name of Object.keys(calls)) expect(body).toContain(`<details id="${name}"`);
  for (const name of ['openapi', 'asyncapi']) {
    const answer = await server.server.app.inject({ method: 'GET', url: `/docs/api/${name}.json` });
    expect(answer.json()).toHaveProperty(name);
  }
});

test('R-WIRE-21 words between backticks are shown as code, and the page shows no backtick', async () => {
  const { body } = await page();
  const shown = body.replace(/<script>.*<\/script>/s, '');
  expect(shown).toContain('<code>client_id</code>');
  expect(shown).not.toContain('`');
});

test('R-WIRE-21 every example succeeds on a demo account, in the order of the page', async () => {
  const headers = { authorization: await server.demo() };
  let orderId: number | null = null;
  const shown = [...(await page()).body.matchAll(/<form data-call="(\w+)"/g)].map(([, name]) => name as CallName);
  expect(shown.toSorted()).toEqual(Object.keys(examples).toSorted());
  for (const name of shown) {
    const example = examples[name] ?? {};
    const { verb, path } = calls[name];
    const fields = Object.entries(example).map(([key, value]) => [
      key,
      value === lastOrder ? orderId : (value as unknown),
    ]);
    const answer = await server.call(verb, path, Object.fromEntries(fields), headers);
    expect({ name, code: answer.code }).toEqual({ name, code: codes.ok });
    if (name === 'placeOrder') orderId = (answer.data as { Id: number }).Id;
  }
  expect(orderId).not.toBeNull();
});
