import { codes } from '@candor/contracts/codes';
import type { ConsoleCall } from '@candor/contracts/console/call';
import { permissions } from '@candor/contracts/console/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/v4/core';
import { consolePathOf } from '../../../../../../testkit/console-calls.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { consoleCallsOf } from './add-console-call.ts';

const roles = ['support', 'cashier', 'dealer', 'compliance', 'admin'] as const;
type Who = { readonly authorization: string; readonly host: string };

let server: TestServer;
let calls: readonly ConsoleCall[];

beforeAll(async () => {
  server = await TestServer.start();
  calls = consoleCallsOf(server.server.app);
});
afterAll(() => server.stop());

/** Fields that match nothing: a permitted caller gets a not-found refusal, and nothing is changed. */
function ask(call: ConsoleCall, { authorization, host }: Who) {
  const path = consolePathOf(call, { id: '2147483647', uid: '99999999999999999999' });
  return server.call(call.method, path, {}, { authorization, host });
}

/** Makes every call; returns status and code, or "in" if the caller was let in. */
async function outcomes(who: () => Promise<Who>): Promise<Record<string, string>> {
  const outcomeOf: Record<string, string> = {};
  let asking = await who();
  for (const call of calls) {
    const { code, status } = await ask(call, asking);
    const isOut = code === codes.sessionExpired || code === codes.notPermitted || code === codes.secondFactorRequired;
    outcomeOf[`${call.method} ${call.path}`] = isOut ? `${status} ${code}` : 'in';
    if (call.path === '/logout') asking = await who();
  }
  return outcomeOf;
}

function expected(outcome: (call: ConsoleCall) => string): Record<string, string> {
  return Object.fromEntries(calls.map((call) => [`${call.method} ${call.path}`, outcome(call)]));
}

const out = `200 ${codes.sessionExpired}`;

test.each(roles)(
  'R-OPS-02 the role %s may make exactly the calls that the table of permissions lists',
  async (role) => {
    const may = (call: ConsoleCall) =>
      call.permission === null || (permissions[call.permission] as readonly string[]).includes(role);
    const outcomeOf = await outcomes(() => server.operator(role));
    expect(outcomeOf).toEqual(expected((call) => (may(call) ? 'in' : `403 ${codes.notPermitted}`)));
  },
);

test('R-COM-10 calls of the installation are refused to another company’s admin', async () => {
  const isInstallations = ({ permission }: ConsoleCall) =>
    permission === 'installation.manage' || permission === 'clock.confirm';
  const outcomeOf = await outcomes(() => server.operator('admin', otherHost));
  expect(outcomeOf).toEqual(expected((call) => (isInstallations(call) ? `403 ${codes.notPermitted}` : 'in')));
  expect(calls.filter(isInstallations).length).toBeGreaterThan(0);
});

test('R-OPS-02 every permission is required by at least one call', () => {
  const asked = new Set(calls.map(({ permission }) => permission).filter((permission) => permission !== null));
  expect([...asked].toSorted()).toEqual(Object.keys(permissions).toSorted());
});

test('R-OPS-01 without a session, with a trader’s or an ended one, every call is refused', async () => {
  const host = 'localhost';
  const trader = await server.realUser();
  const ended = await server.operator('admin');
  await server.call('POST', '/api/console/logout', {}, ended as never);
  for (const authorization of ['', trader.authorization, await server.demo(), ended.authorization, 'x'.repeat(43)])
    expect(await outcomes(async () => ({ authorization, host }))).toEqual(expected(() => out));
});

test('R-OPS-01 an operator of one company is unknown at another, in both directions', async () => {
  const [here, there] = [await server.operator('admin'), await server.operator('admin', otherHost)];
  expect(await outcomes(async () => ({ ...here, host: otherHost }))).toEqual(expected(() => out));
  expect(await outcomes(async () => ({ ...there, host: 'localhost' }))).toEqual(expected(() => out));
});

test('R-OPS-01 a disabled operator is refused every call', async () => {
  const disabled = await server.operator('admin');
  await server.open.pool.query('update operator set is_disabled = true where id = $1', [disabled.id]);
  expect(await outcomes(async () => disabled)).toEqual(expected(() => out));
});

test('R-OPS-12 an operator without a second factor may call only their own account', async () => {
  const { email, password } = await server.operatorAccount('admin');
  const outcomeOf = await outcomes(async () => {
    const { data } = await server.call('POST', '/api/console/login', { email, password });
    return { authorization: (data as { token: string }).token, host: 'localhost' };
  });
  const isOwn = ({ path }: ConsoleCall) => path === '/logout' || /^\/me(\/|$)/.test(path);
  expect(outcomeOf).toEqual(expected((call) => (isOwn(call) ? 'in' : `403 ${codes.secondFactorRequired}`)));
});

/** Allowed fields that are neither a market price nor a balance: a coin's rates and the limit for automatic credits. */
const ownPrices = [
  '/pay-ways usd_price',
  '/pay-ways/:id usd_price',
  '/draw-currencies usd_price',
  '/draw-currencies/:id usd_price',
  '/funds-settings auto_credit_max',
  // Opening balance of demo accounts.
  '/companies demo_balance',
  '/companies/:id demo_balance',
];

test('R-ORD-23 no call has a field for a price, a fill or a balance', () => {
  const fields = calls.flatMap((call) =>
    namesIn(toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })).map((name) => `${call.path} ${name}`),
  );
  const found = fields.filter((field) =>
    /[ _](price|bid|ask|quote|rate_now|fill|balance|equity|profit|credit|margin)(_|$)/.test(field),
  );
  expect(found.filter((field) => !ownPrices.includes(field) && !field.endsWith(' margin_call_percent'))).toEqual([]);
  expect(fields.length).toBeGreaterThan(0);
});

/** Names of all properties at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties), ...[...Object.values(properties), ...Object.values(rest)].flatMap(namesIn)];
}
