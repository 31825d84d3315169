import { codes } from '@candor/contracts/codes';
import { calls } from '@candor/contracts/http/calls';
import type { CallName } from '@candor/contracts/http/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    /^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; connect-src 'self'; form-action 'none'/,
  );
  expect([...body.matchAll(/(?:src|href)="(?!#|\/docs\/api\/)[^"]*"/g)]).toEqual([]);
  expect(body).not.toMatch(/ style="| on[a-z]+="/);
});

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
  for (const [name, example] of Object.entries(examples)) {
    const { verb, path } = calls[name as CallName];
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
