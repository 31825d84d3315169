import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, Trader } from '../../../../testkit/money-desk.ts';
import {
  aCaptcha,
  anAddress,
  aUser,
  codeSentTo,
  goodPassword,
  logIn,
  register,
  sendCode,
  workOf,
} from '../../../../testkit/people.ts';
import { type SecondGateway, startSecondGateway } from '../../../../testkit/second-gateway.ts';
import { sendPicture } from '../../../../testkit/send-picture.ts';
import { SoftwareAuthenticator } from '../../../../testkit/software-authenticator.ts';
import { type Answer, TestServer } from '../../../../testkit/test-server.ts';

const host = 'm.example.com';
const origin = 'https://m.example.com';
const wrong = 'wrong horse battery';
const demosMax = 3;

/** Two gateways over one database and one core; `b` remembers nothing of `a`. */
let a: TestServer;
let b: TestServer;
let second: SecondGateway;
let address = 1;

beforeAll(async () => {
  a = await TestServer.start(true);
  a.demoLimits = { perAddressMax: demosMax, perCompanyMax: 100_000 };
  await a.restart();
  second = await startSecondGateway(a);
  b = second.server;
});
afterAll(async () => {
  await second.stop();
  await a.stop();
});
beforeEach(() => {
  a.address = `10.9.0.${(address += 1)}`;
});

/** Calls both gateways at once, `times` each; resolves to the codes of the answers. */
async function race(times: number, call: (at: TestServer) => Promise<Answer>): Promise<number[]> {
  const calls = Array.from({ length: times }, () => [a, b]).flat();
  return (await Promise.all(calls.map(call))).map(({ code }) => code);
}

const countOf = (all: readonly number[], code: number) => all.filter((one) => one === code).length;
const post = (at: TestServer, path: string, fields: object, headers: Record<string, string> = {}) =>
  at.call('POST', `/api/user/${path}`, fields, { host, origin, lang: 'en', ...headers });

describe('R-SES-39 counts hold over all gateways', () => {
  test('wrong passwords: parallel and alternating ones get no more free tries than at one gateway', async () => {
    const { account } = await aUser(a);
    a.hashings = 0;
    const answers = await race(20, (at) => logIn(at, account, wrong));
    expect(countOf(answers, codes.wrongCredentials)).toBe(3);
    expect(countOf(answers, codes.workRequired)).toBe(37);
    expect(a.hashings).toBe(3);
  });

  test('wrong passwords from many networks: after ten everybody needs a captcha at each gateway', async () => {
    const { account } = await aUser(a);
    const from = Array.from({ length: 30 }, (_, at) => `10.9.100.${at}`);
    const tries = from.map((network, at) => {
      a.address = network;
      return logIn(at % 2 === 0 ? a : b, account, wrong);
    });
    const answers = (await Promise.all(tries)).map(({ code }) => code);
    expect(countOf(answers, codes.wrongCredentials)).toBe(10);
    expect(countOf(answers, codes.captchaRequired)).toBe(20);
    a.address = '10.9.101.1';
    expect((await logIn(b, account)).code).toBe(codes.captchaRequired);
  });

  test('codes of a second factor', async () => {
    const answers = await race(15, async (at) => {
      const refusal = await at.server.identity.guard.beginFactor('rosa').then(
        () => codes.ok,
        () => codes.tooManyRequests,
      );
      return { code: refusal } as Answer;
    });
    expect(countOf(answers, codes.ok)).toBe(20);
  });

  test('codes sent from one network: the fourth needs a captcha', async () => {
    const answers = await race(10, (at) => sendCode(at, anAddress()));
    expect([countOf(answers, codes.ok), countOf(answers, codes.captchaRequired)]).toEqual([3, 17]);
  });

  test('operators: parallel wrong passwords are free eight times', async () => {
    const { email } = await a.operatorAccount('support');
    const sign = (at: TestServer) => at.call('POST', '/api/console/login', { email, password: wrong });
    const answers = await race(15, sign);
    expect([countOf(answers, codes.wrongCredentials), countOf(answers, codes.workRequired)]).toEqual([8, 22]);
  });

  test('R-SES-26 new demos of a network', async () => {
    const demo = (at: TestServer) => at.call('POST', '/api/user/createAccountDemoForU', { demo_id: randomUUID() });
    const answers = await race(5, demo);
    expect([countOf(answers, codes.ok), countOf(answers, codes.demoLimitReached)]).toEqual([demosMax, 10 - demosMax]);
  });

  test('R-UPL-02 uploads of a user', async () => {
    const sender = { user: { id: 77, companyId: 1 } as never, address: a.address };
    const admit = async (areas: Pick<SecondGateway['areas'], 'documents'>) => areas.documents.uploads.admit(sender);
    const all = await Promise.all(Array.from({ length: 60 }, () => admit(second.areas)));
    expect(all.filter(Boolean)).toHaveLength(40);
    const { rows } = await a.open.pool.query(`select points from rate_count where subject = 'upload' order by points`);
    // The refused ones were taken back.
    expect(rows).toEqual([{ points: 40 }, { points: 40 }]);
  });
});

describe('R-SES-39 single use holds over all gateways', () => {
  test('a captcha made at one gateway serves the other, once', async () => {
    const [first, other] = [await aUser(a), await aUser(a)];
    for (const [at, { account }] of [first, other].entries())
      for (let from = 0; from < 10; from += 1) {
        a.address = `10.9.${110 + at}.${from}`;
        await logIn(a, account, wrong);
      }
    a.address = '10.9.112.1';
    const captcha = await aCaptcha(a);
    expect((await logIn(b, first.account, goodPassword, captcha)).code).toBe(codes.ok);
    expect((await logIn(a, other.account, goodPassword, captcha)).code).toBe(codes.captchaWrong);
    const raced = await aCaptcha(b);
    const used = (at: TestServer) =>
      at.server.identity.captchas.use({ id: raced.key, text: raced.captcha }).then(
        () => true,
        () => false,
      );
    const uses = await Promise.all([used(a), used(b), used(a), used(b)]);
    expect(uses.filter(Boolean)).toHaveLength(1);
  });

  test('R-SES-32 a proof of work asked at one gateway serves the other, once', async () => {
    const { account } = await aUser(a);
    for (let tries = 0; tries < 3; tries += 1) await logIn(a, account, wrong);
    const asked = await logIn(a, account);
    const headers = workOf(asked.data);
    const answers = await race(3, (at) => logIn(at, account, wrong, {}, headers));
    expect([countOf(answers, codes.wrongCredentials), countOf(answers, codes.workRequired)]).toEqual([1, 5]);
  });

  test('R-SES-36 a code sent at one gateway registers at the other, once', async () => {
    const account = anAddress();
    await sendCode(a, account);
    const code = await codeSentTo(a, account);
    const answers = await race(3, (at) => register(at, account, code));
    expect(countOf(answers, codes.ok)).toBe(1);
    const { rows } = await a.open.pool.query('select 1 from app_user where email = $1', [account]);
    expect(rows).toHaveLength(1);
  });

  test('R-SES-24 an app’s code and a recovery code', async () => {
    const user = await aUser(a);
    await post(a, 'step_up', { password: goodPassword }, user.auth);
    const { secret } = (await post(a, 'totp_begin', {}, user.auth)).data as { secret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const codeNow = () => totp.generate({ timestamp: a.clock.nowMs() });
    // Begun at one gateway, confirmed at the other.
    const confirmed = await post(b, 'totp_confirm', { code: codeNow() }, user.auth);
    const [recovery = ''] = confirmed.data.recovery_codes as string[];
    a.advance(4 * 30_000);
    const tickets = [] as string[];
    for (const at of [a, b, a, b])
      tickets.push((await logIn(at, user.account, goodPassword, {}, { host, origin })).data.ticket as string);
    const code = codeNow();
    const byCode = await Promise.all(
      tickets.slice(0, 2).map((ticket, at) => post(at === 0 ? b : a, 'second_factor', { ticket, code })),
    );
    expect(byCode.filter((answer) => answer.code === codes.ok)).toHaveLength(1);
    const byRecovery = await Promise.all(
      tickets
        .slice(2)
        .map((ticket, at) => post(at === 0 ? b : a, 'second_factor', { ticket, recovery_code: recovery })),
    );
    expect(byRecovery.filter((answer) => answer.code === codes.ok)).toHaveLength(1);
  });

  test('a passkey’s challenge of one gateway is answered at the other, once', async () => {
    const user = await aUser(a);
    await post(a, 'step_up', { password: goodPassword }, user.auth);
    const authenticator = new SoftwareAuthenticator();
    const begun = await post(a, 'passkey_begin', {}, user.auth);
    const passkey = authenticator.create(begun.data, origin);
    expect((await post(b, 'passkey_finish', { name: 'Phone', passkey }, user.auth)).code).toBe(codes.ok);
    const asked = await logIn(a, user.account, goodPassword, {}, { host, origin });
    const { ticket, passkey: options } = asked.data as { ticket: string; passkey: never };
    const signed = authenticator.get(options, origin);
    const answers = await race(2, (at) => post(at, 'second_factor', { ticket, passkey: signed }));
    expect(countOf(answers, codes.ok)).toBe(1);
  });
});

describe('promises of one gateway hold at the other', () => {
  test('R-SES-31 a proof bound to a withdrawal serves one of two gateways; the other one’s client id finds it', async () => {
    const desk = await openDesk(a);
    const trader = await Trader.verified(a);
    await trader.fund('1000');
    const draw_method_id = await trader.bound(desk.payout.id);
    const fields = { draw_currency_id: desk.payout.id, draw_method_id, number: '20', client_id: randomUUID() };
    await trader.prove('/api/account/draw', fields);
    const answers = await Promise.all(
      [a, b, a, b].map((at) => at.call('POST', '/api/account/draw', fields, trader.headers)),
    );
    // In turns, so that a duplicate finds the first's answer and needs no second proof.
    expect(answers.map(({ code }) => code)).toEqual([codes.ok, codes.ok, codes.ok, codes.ok]);
    expect(new Set(answers.map(({ data }) => data.id as number)).size).toBe(1);
    const again = { ...fields, client_id: randomUUID() };
    expect((await b.call('POST', '/api/account/draw', again, trader.headers)).code).toBe(codes.stepUpRequired);
  });

  test('R-FND-73 reports of one transaction at two gateways are one deposit', async () => {
    const desk = await openDesk(a);
    const trader = await Trader.verified(a);
    const tx = `0x${randomUUID().replaceAll('-', '')}`;
    const report = async (at: TestServer) => {
      const proofImg = await trader.picture();
      const fields = { number: '10', proofImg, address: desk.coin.address, charge_id: desk.coin.id, tx };
      return at.call('POST', '/api/quickCharge/submit', { ...fields, client_id: randomUUID() }, trader.headers);
    };
    const answers = await Promise.all([report(a), report(b), report(a), report(b)]);
    expect(new Set(answers.map(({ data }) => data.id as number)).size).toBe(1);
  });

  test('R-UPL-06 links and uploads', async () => {
    const user = await a.realUser();
    const sent = await sendPicture(a, user);
    const shown = await b.server.app.inject({ method: 'GET', url: sent.url });
    expect(shown.statusCode).toBe(200);
    const back = await sendPicture(b, user, 2);
    const claim = { name: 'Ada Lovelace', card_id: `X${user.uid}`, front_pic: sent.id, reverse_pic: back.id };
    const headers = { authorization: user.authorization };
    const answers = await race(2, (at) => at.call('POST', '/api/user_real/real_name', claim, headers));
    expect(countOf(answers, codes.ok)).toBe(1);
  });

  test('R-FND-43 a take-back link', async () => {
    const own = 'https://m.take-back.example';
    await a.open.pool.query('update company set url = $1 where id = 1', [own]);
    await a.open.pool.query(`insert into company_host (company_id, host) values (1, 'm.take-back.example')`);
    await expect.poll(async () => (await second.areas.companies.default()).url).toBe(own);
    await a.server.companies.findVersion(1 as never, 0);
    const desk = await openDesk(a);
    const trader = await Trader.verified(a);
    await trader.fund('1000');
    const { data } = await trader.withdraw(desk, await trader.bound(desk.payout.id), '20');
    const link = { kind: 'withdrawal', companyId: 1, accountId: trader.id, id: data.id } as never;
    const url = `/take-back/${second.areas.takeBackLinks.tokenOf(link)}`;
    const open = (at: TestServer, method: 'GET' | 'POST') =>
      at.server.app.inject({ method, url, headers: { host: 'localhost', 'accept-language': 'en' }, payload: '' });
    const page = await open(a, 'GET');
    expect([page.statusCode, page.body.includes('<form')]).toEqual([200, true]);
    await Promise.all([open(a, 'POST'), open(b, 'POST')]);
    const balance = (await trader.get('/v1/api/main/account/forexDetail')).data;
    expect(balance).toMatchObject({ balance: '1000.00', lock_balance: '0.00' });
  });
});

test('R-SES-39 while the database does not answer, no try is free', async () => {
  const { account } = await aUser(a);
  a.app.setAway(true);
  const answers = await Promise.all([logIn(a, account, wrong), logIn(b, account), sendCode(b, account)]);
  const captcha = await b.server.identity.captchas.make('test');
  const used = b.server.identity.captchas.use({ id: captcha.id, text: a.captchaText });
  await expect(used).rejects.toThrow('does not answer');
  a.app.setAway(false);
  expect(answers.map(({ code }) => code)).toEqual([codes.unavailable, codes.unavailable, codes.unavailable]);
});
