import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { Call } from '@candor/contracts/http/call';
import { calls } from '@candor/contracts/http/calls';
import { topicSchema } from '@candor/contracts/ws/messages';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { consolePathOf, routeOf } from '../../../../testkit/console-calls.ts';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../testkit/hand-feed.ts';
import { coveredRoutes, coveredTopics, type Victim } from '../../../../testkit/leak-coverage.ts';
import { Payer } from '../../../../testkit/payer.ts';
import { type Answer, otherHost, TestServer } from '../../../../testkit/test-server.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { trialCompanyId } from '../adapters/postgres/trial-company.ts';
import type { UserRecord } from '../ports/identity.ts';
import { registerPriceRoutes } from '../register-routes.ts';
import type { RunningMarket } from '../services/market/create-market.ts';
import { routesOf } from './http/build-gateway.ts';
import { consoleCallsOf } from './http/console/add-console-call.ts';
import { type AttachedWebSocket, attachWebSocket } from './ws/attach-websocket.ts';

const { eurusd } = testSpecs;
const home = 'localhost';
const submit = '/v1/api/forex/submit';
/** Level of the victim's alert, which identifies it in any answer. */
const alertPrice = '2.71828';

let server: TestServer;
let market: RunningMarket;
let sockets: AttachedWebSocket;
let victim: Victim;
let users: { own: UserRecord; payer: UserRecord; demo: UserRecord; real: UserRecord; otherCompany: UserRecord };

let operatorToken: string;

/** Caller and host of a request. */
interface Caller {
  readonly name:
    | 'own'
    | 'another demo'
    | 'a real user'
    | 'another company'
    | 'own token elsewhere'
    | 'an operator'
    | 'a stranger';
  readonly host: string;
  readonly user: UserRecord | null;
  /** An operator's session, which is of the console alone. */
  readonly authorization?: string;
}

function callers(): Caller[] {
  return [
    { name: 'own', host: home, user: users.own },
    { name: 'another demo', host: home, user: users.demo },
    { name: 'a real user', host: home, user: users.real },
    { name: 'another company', host: otherHost, user: users.otherCompany },
    { name: 'own token elsewhere', host: otherHost, user: users.own },
    { name: 'an operator', host: home, user: null, authorization: operatorToken },
    { name: 'a stranger', host: home, user: null },
  ];
}

beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1], systemClock);
  const { app } = server.server;
  registerPriceRoutes(app, market.market, { ...server.server, clock: systemClock });
  server.market.give(eurusd, '1.15283', '1.15295');
  const payer = await Payer.open(server);
  users = {
    own: await openAccount(1, true),
    payer: await payer.record(),
    demo: await openAccount(1, true),
    real: await openAccount(1, false),
    otherCompany: await openAccount(trialCompanyId, true),
  };
  operatorToken = (await server.operator('admin')).authorization;
  victim = await trade(payer);
  sockets = attachWebSocket(app.server, {
    market: market.market,
    accountTopics: server.server.accountTopics,
    authenticate: server.server.authenticateSocket,
    clock: systemClock,
    isTrustedProxy: null,
    isOriginAllowed: () => false,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sockets.close();
  await market.stop();
  await server.stop();
});

async function openAccount(company: number, isDemo: boolean): Promise<UserRecord> {
  const { uid, inviteCode } = { uid: digits(), inviteCode: digits() };
  const demoDeviceHash = isDemo ? Buffer.from(uid) : null;
  const companyId = company as CompanyId;
  const fresh = { companyId, uid, isDemo, demoDeviceHash, currency: 'USD', inviteCode, createdAtMs: 1 };
  const user = await server.identity.createUser(fresh);
  if (user === null) throw new Error('The numbers of a test account are free.');
  const grant = isDemo ? 50_000_000_000n : 0n;
  const command = { type: 'OpenAccount', atMs: 1, accountId: user.accountId, tenantId: companyId } as const;
  const realm = isDemo ? 'demo' : 'real';
  const opening = { ...command, realm, currency: 'USD', grant } as Parameters<
    typeof server.server.core.submit
  >[0]['command'];
  await server.server.core.submit({ command: opening, clientId: null, bodyHash: null });
  return user;
}

function digits(): string {
  return String(1_000_000_000 + Math.floor(Math.random() * 8_000_000_000));
}

/** An open, a pending and a closed order of the victim, and an alert. */
async function trade(payer: Payer): Promise<Victim> {
  const own: Caller = { name: 'own', host: home, user: users.own };
  const clientId = randomUUID().replaceAll('-', '');
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  const open = await call('POST', submit, own, { ...order, client_id: clientId });
  const closed = await call('POST', submit, own, order);
  await call('POST', '/v1/api/forex/close', own, { id: closed.data.Id });
  const pending = await call('POST', submit, own, { ...order, status: 0, target_price: '1.10000' });
  const level = { forex_id: eurusd.id, side: 'bid', when: 'above', price: alertPrice };
  const alert = await call('POST', '/v1/api/alert/set', own, level);
  const orders = { open: open.data.Id, pending: pending.data.Id, closed: closed.data.Id };
  const marks = [users.own.uid, users.own.inviteCode, clientId, alertPrice, ...Object.values(orders).map(String)];
  return { orders, alert: alert.data.id, clientId, funds: payer.funds, marks: [...marks, ...payer.marks] };
}

/** Each call has a session of its own, so that one that ends its session harms no other. */
async function call(method: 'GET' | 'POST', path: string, by: Caller, fields: object = {}): Promise<Answer> {
  const headers: Record<string, string> = { host: by.host, lang: 'en' };
  if (by.user !== null) headers['authorization'] = await server.server.tokens.issue(by.user, 'test');
  else if (by.authorization !== undefined) headers['authorization'] = by.authorization;
  return server.call(method, path, fields, headers);
}

function marksIn(text: string): string[] {
  return victim.marks.filter((mark) => text.includes(mark));
}

/** Returns everything that the victim can see of their account, without live figures. */
async function belongings(): Promise<string[]> {
  const own: Caller = { name: 'own', host: home, user: users.own };
  const lists = [0, 1, 3].map((status) => call('GET', '/v1/api/forex/my_deal', own, { status }));
  const others = ['/v1/api/main/accountLog/forexChange', '/v1/api/alert/list', '/api/user/info'].map((path) =>
    call('GET', path, own),
  );
  const payer: Caller = { name: 'own', host: home, user: users.payer };
  const funds = ['/api/quickCharge/quick_ist', '/api/account/draw_list', '/api/wallet/get_draw_method'];
  const paid = [...funds, '/v1/api/main/account/forexDetail'].map((path) => call('GET', path, payer));
  return (await Promise.all([...lists, ...others, ...paid])).map(({ text }) => text);
}

test('R-COM-05 every served route is covered', () => {
  const served = routesOf(server.server.app);
  const byOperators = consoleCallsOf(server.server.app).map(routeOf);
  expect(served.toSorted()).toEqual([...Object.keys(coveredRoutes), ...byOperators].toSorted());
});

test('R-COM-05 the table of calls matches the server: paths, verbs and callers', () => {
  const described = Object.values<Call>(calls).flatMap((call) => {
    const verbs = call.alsoByGet ? ['GET', 'POST'] : [call.verb];
    return verbs.map((verb) => [`${verb} ${call.path}`, call.who === 'anybody' ? 'anybody' : 'session']);
  });
  const served = routesOf(server.server.app).filter((route) => /^\S+ \/(?:api|v1)\//.test(route));
  const ofTraders = served.filter((route) => !/\/api\/(?:console|hooks)\//.test(route));
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(ofTraders.map((route) => [route, coveredRoutes[route]?.reach])),
  );
});

test('R-COM-05 no trader route is registered outside the table', () => {
  const folder = join(import.meta.dirname, 'http', 'routes');
  const files = readdirSync(folder).filter((name) => !name.includes('.test.'));
  const written = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/'(\/(?:api|v1)\/[^']*)'/g)].map(([, path = '']) => path),
  );
  expect(written).toEqual(['/api/hooks/payments/:provider']);
});

const routes = Object.entries(coveredRoutes);

test.each(routes)(
  'R-COM-05 %s shows nothing of another user and changes nothing of theirs',
  async (route, coverage) => {
    const [method, path] = route.split(' ') as ['GET' | 'POST', string];
    const before = await belongings();
    for (const by of callers()) {
      if (by.name === 'own') continue;
      const answer = await raw(method, path, by, coverage.fields?.(victim));
      const found = { by: by.name, marks: marksIn(answer.text) };
      expect(found).toEqual({ by: by.name, marks: [] });
      const isAbroad = by.name === 'an operator' && !path.startsWith('/api/console/');
      const isOutside = by.name === 'a stranger' || by.name === 'own token elsewhere' || isAbroad;
      if (coverage.reach === 'session' && isOutside)
        expect({ by: by.name, code: answer.code }).toEqual({ by: by.name, code: codes.sessionExpired });
      if (by.host === home) expect(answer.text).not.toContain('Acme');
    }
    expect(await belongings()).toEqual(before);
    if (coverage.showsOwn === true) {
      const own: Caller = { name: 'own', host: home, user: coverage.of === 'payer' ? users.payer : users.own };
      expect(marksIn((await raw(method, path, own, coverage.fields?.(victim))).text)).not.toEqual([]);
    }
  },
);

test('R-COM-05 R-OPS-02 no console call shows anything of a user to a trader, a visitor or another company’s operator', async () => {
  const before = await belongings();
  const { uid, accountId } = users.own;
  const signInAbroad = async (): Promise<Caller> => {
    const { authorization } = await server.operator('admin', otherHost);
    return { name: 'an operator', host: otherHost, user: null, authorization };
  };
  let abroad = await signInAbroad();
  // No session ends here: none is an operator's.
  const strangers = await Promise.all(
    callers()
      .filter(({ name }) => name !== 'an operator')
      .map(
        async (by): Promise<Caller> =>
          by.user === null
            ? by
            : { ...by, user: null, authorization: await server.server.tokens.issue(by.user, 'test') },
      ),
  );
  // Reasons and remarks are given, so that only the caller can cause a refusal.
  const fields = { uid, q: uid, reason: 'because', remark: 'because' };
  for (const described of consoleCallsOf(server.server.app)) {
    const ids = described.path.includes(':id') ? [accountId, victim.orders.open] : [accountId];
    for (const id of ids.map(String)) {
      const path = consolePathOf(described, { id, uid });
      const asked = strangers.map(async (by) => {
        const { code } = await raw(described.method, path, by, fields);
        expect({ path, by: by.name, code }).toEqual({ path, by: by.name, code: codes.sessionExpired });
      });
      const answer = await raw(described.method, path, abroad, fields);
      expect({ path, marks: marksIn(answer.text.replaceAll(path, '')) }).toEqual({ path, marks: [] });
      if (described.path === '/logout') abroad = await signInAbroad();
      const atHome = { ...abroad, host: home };
      expect((await raw(described.method, path, atHome, fields)).code).toBe(codes.sessionExpired);
      await Promise.all(asked);
    }
  }
  expect(await belongings()).toEqual(before);
});

/** Not every public answer is an envelope. */
async function raw(method: 'GET' | 'POST', path: string, by: Caller, fields: object = {}) {
  const { text, code } = await call(method, path, by, fields);
  return { text, code };
}

test('R-COM-05 every socket topic is covered', () => {
  const topics = topicSchema.def.options.map((option) => option.shape.topic.def.values[0]);
  expect(topics.map(String).toSorted()).toEqual(Object.keys(coveredTopics).toSorted());
});

test('R-COM-05 no socket gets messages of another account, nor of its own user at another company', async () => {
  const received = new Map(await Promise.all(callers().map(async (by) => [by.name, await listen(by)] as const)));
  const own = callers()[0] as Caller;
  const opened = await call('POST', submit, own, { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 });
  await call('POST', '/v1/api/forex/close', own, { id: opened.data.Id });
  server.market.give(eurusd, '1.15383', '1.15395');
  await expect
    .poll(() => received.get('own')?.messages.join())
    .toContain(`"FOREX_CLOSED","code":1,"params":[${opened.data.Id}]`);
  // Messages to others are sent at once; a ping and its answer come after them.
  for (const { socket } of received.values()) socket.send('ping');
  for (const { messages } of received.values()) await expect.poll(() => messages).toContain('pong');
  for (const [name, { messages, socket }] of received) {
    socket.close();
    const text = messages.join('\n');
    const isIn = name === 'own' || name === 'another demo' || name === 'a real user' || name === 'another company';
    expect({ name, isIn: text.includes('"login_result","code":1') }).toEqual({ name, isIn });
    expect({ name, hasFigures: text.includes('"type":"FOREX_TRADE"') }).toEqual({ name, hasFigures: isIn });
    if (name === 'own') continue;
    expect({ name, marks: marksIn(text) }).toEqual({ name, marks: [] });
    expect(text).not.toContain(String(opened.data.Id));
  }
});

/** A socket that has logged in, where it can, and asked for everything. */
async function listen(by: Caller): Promise<{ socket: WebSocket; messages: string[] }> {
  const { port } = server.server.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws?lang=en`, { headers: { host: by.host } });
  const messages: string[] = [];
  socket.on('message', (data: Buffer) => messages.push(data.toString()));
  await new Promise((resolve) => socket.once('open', resolve));
  if (by.user !== null) {
    const token = await server.server.tokens.issue(by.user, 'test');
    socket.send(JSON.stringify({ type: 'login', params: { token } }));
    await expect.poll(() => messages.join()).toContain('login_result');
  }
  for (const [topic, { ask }] of Object.entries(coveredTopics))
    socket.send(JSON.stringify({ type: 'sub', params: { topic, ...ask } }));
  const needed = Object.values(coveredTopics).filter(({ reach }) => reach === 'session').length;
  const isOutside = by.user === null || by.name === 'own token elsewhere';
  if (isOutside) await expect.poll(() => messages.filter((text) => text.includes('"error"')).length).toBe(needed);
  else await expect.poll(() => messages.join()).toContain('FOREX_TRADE');
  return { socket, messages };
}
