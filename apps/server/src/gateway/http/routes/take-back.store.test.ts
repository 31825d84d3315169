import { codes } from '@candor/contracts/codes';
import type { AccountId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvalOf, operator } from '../../../../../../testkit/funds-commands.ts';
import { type Desk, dayMs, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

const origin = 'https://m.take-back.example';

let server: TestServer;
let desk: Desk;
let trader: Trader;
let methodId: number;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  await server.open.pool.query(`update company set url = $1, email = 'help@take-back.example' where id = 1`, [origin]);
  await server.open.pool.query(`insert into company_host (company_id, host) values (1, 'm.take-back.example')`);
  server.server.companies.invalidate();
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = await Trader.verified(server);
  await trader.fund('1000');
  methodId = await trader.bound(desk.payout.id);
});

/** The path of the newest link that was mailed to the trader. */
async function linkOf(what: RegExp): Promise<string> {
  const linked = () =>
    server.messagesTo(trader.account).then((all) => all.filter(({ subject, text }) => what.test(subject) && text));
  await expect.poll(async () => (await linked()).length).toBeGreaterThan(0);
  const text = (await linked()).at(-1)?.text ?? '';
  const [, path = ''] = new RegExp(`${origin}(/take-back/\\S+)`).exec(text) ?? [];
  expect(path).not.toBe('');
  return path;
}

async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) {
  const reply = await server.server.app.inject({
    method,
    url,
    headers: { host: 'localhost', 'accept-language': 'en', ...headers },
    ...(method === 'POST' ? { payload: '' } : {}),
  });
  return { status: reply.statusCode, text: reply.body, hasForm: reply.body.includes('<form'), headers: reply.headers };
}

async function withdraw(): Promise<{ id: number; path: string }> {
  const { data } = await trader.withdraw(desk, methodId, '20');
  return { id: data.id as number, path: await linkOf(/withdrawal of 20\.00/) };
}

async function balances(): Promise<unknown> {
  return (await trader.get('/v1/api/main/account/forexDetail')).data;
}

function approve(fundsId: number) {
  const accountId = trader.id as AccountId;
  const { core } = server.server;
  const hash = core.state.accounts.get(accountId)?.funds.get(fundsId as never)?.payloadHash ?? '';
  const command = { ...approvalOf({ atMs: server.clock.nowMs(), accountId }, 0, operator(1), hash), fundsId };
  return core.submit({ command: command as never, clientId: null, bodyHash: null });
}

const whole = { balance: '1000.00', lock_balance: '0.00' };
const locked = { balance: '980.00', lock_balance: '20.00' };

describe('R-FND-43 a withdrawal cancelled by the mailed link', () => {
  test('R-FND-46 also works by the link of an SMS, if the owner has a number', async () => {
    const mobile = `+44770${String(trader.id).padStart(7, '0')}`;
    await server.open.pool.query('update app_user set mobile = $1 where id = $2', [mobile, trader.id]);
    await withdraw();
    await expect.poll(async () => (await server.messagesTo(mobile)).length).toBe(1);
    const [sms] = await server.messagesTo(mobile);
    const [, path = ''] = new RegExp(`20\\.00 USD .* ${origin}(/take-back/\\S+)$`).exec(sms?.text ?? '') ?? [];
    expect((await ask('POST', path)).status).toBe(200);
    expect(await balances()).toEqual(whole);
  });

  test('GET shows a form and changes nothing; POST cancels once, without a login', async () => {
    const { path } = await withdraw();
    for (let count = 0; count < 3; count += 1)
      expect(await ask('GET', path)).toMatchObject({ status: 200, hasForm: true });
    const page = await ask('GET', path);
    expect(page.text).toContain('20.00 USD');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).not.toContain('<script');
    expect(await balances()).toEqual(locked);

    const done = await ask('POST', path, { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' });
    expect(done).toMatchObject({ status: 200, hasForm: false });
    expect(done.text).toContain('The withdrawal was cancelled.');
    expect(await balances()).toEqual(whole);
    for (const method of ['POST', 'GET'] as const) {
      const again = await ask(method, path);
      expect(again).toMatchObject({ status: 409, hasForm: false });
      expect(again.text).toContain(`(${codes.takeBackDone})`);
    }
    expect(await balances()).toEqual(whole);
  });

  test('is refused after an approval, with a contact', async () => {
    const { id, path } = await withdraw();
    await approve(id);
    for (const method of ['POST', 'GET'] as const) {
      const late = await ask(method, path);
      expect(late).toMatchObject({ status: 409, hasForm: false });
      expect(late.text).toContain(`(${codes.takeBackTooLate})`);
      expect(late.text).toContain('help@take-back.example');
    }
    expect(await balances()).toEqual(locked);
  });

  test('a link at another company’s host, changed, truncated or forged is invalid', async () => {
    const { path } = await withdraw();
    const [body = '', mac = ''] = path.slice('/take-back/'.length).split('.');
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[];
    // Number of a withdrawal that could be taken back, under the signature of this one.
    const { data: second } = await trader.withdraw(desk, methodId, '20');
    const forged = fields.map((one, at) => (at === 3 ? second.id : one));
    const other = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const paths = [`/take-back/${other}.${mac}`, path.slice(0, -4), '/take-back/x', `${path}.x`, '/take-back/'];
    const asked = [...paths.map((one) => [one, 'localhost'] as const), [path, otherHost] as const];
    for (const [one, host] of asked)
      for (const method of ['GET', 'POST'] as const) {
        const wrong = await ask(method, one, { host });
        expect({ one, host, status: wrong.status, hasForm: wrong.hasForm }).toEqual({
          one,
          host,
          status: 404,
          hasForm: false,
        });
        expect(wrong.text).toContain(`(${codes.takeBackLinkWrong})`);
      }
    expect(await balances()).toEqual({ balance: '960.00', lock_balance: '40.00' });
  });

  test('a cross-site request is refused', async () => {
    const { path } = await withdraw();
    expect((await ask('POST', path, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask('POST', path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await balances()).toEqual(locked);
  });
});

describe('R-FND-43 a method removed by the mailed link', () => {
  test('R-FND-46 works by the link of an SMS, if the owner has only a number', async () => {
    const mobile = `+44771${String(trader.id).padStart(7, '0')}`;
    await server.open.pool.query('update app_user set mobile = $1, email = null where id = $2', [mobile, trader.id]);
    // Sessions know their user for a while.
    await server.restart();
    const { data: method } = await trader.bind(desk.payout.id, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
    expect(method.id).toBeTypeOf('number');
    const texts = async () =>
      (await server.messagesTo(mobile)).map(({ text }) => text).filter((text) => text.includes('/take-back/'));
    await expect.poll(async () => (await texts()).length).toBeGreaterThan(0);
    const [, path = ''] = new RegExp(`${origin}(/take-back/\\S+)$`).exec((await texts()).at(-1) ?? '') ?? [];
    expect((await ask('POST', path)).text).toContain('The payout method was removed');
  });

  test('is removed, and the withdrawals held for it are cancelled', async () => {
    const { data: method } = await trader.bind(desk.payout.id, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
    const path = await linkOf(/payout method/);
    await trader.withdraw(desk, method.id, '20');
    expect(await balances()).toEqual(locked);
    const page = await ask('GET', path);
    expect(page).toMatchObject({ status: 200, hasForm: true });
    expect(page.text).toContain('TLa2••••wYjU7'.slice(0, 8));
    const done = await ask('POST', path);
    expect(done.status).toBe(200);
    expect(done.text).toContain('The payout method was removed');
    expect(await balances()).toEqual(whole);
    const { data: left } = await trader.get('/api/wallet/get_draw_method');
    expect((left as { id: number }[]).map(({ id }) => id)).toEqual([methodId]);
    expect((await ask('POST', path)).text).toContain(`(${codes.takeBackDone})`);
  });

  test('stays while a withdrawal to it is approved, and the page names a contact', async () => {
    const path = await linkOf(/payout method/);
    const { id } = await withdraw();
    await approve(id);
    expect((await ask('POST', path)).text).toContain(`(${codes.takeBackTooLate})`);
    expect(await balances()).toEqual(locked);
  });
});

test('R-FND-43 the link expires after seven days', async () => {
  const { path } = await withdraw();
  server.advance(7 * dayMs + 1);
  for (const method of ['GET', 'POST'] as const) {
    const expired = await ask(method, path);
    expect(expired).toMatchObject({ status: 410, hasForm: false });
    expect(expired.text).toContain(`(${codes.takeBackLinkExpired})`);
  }
});
