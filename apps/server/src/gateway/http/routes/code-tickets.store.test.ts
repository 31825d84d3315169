import { codes } from '@candor/contracts/codes';
import type { WorkRequired } from '@candor/contracts/http/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aCaptcha,
  anAddress,
  aUser,
  codeSentTo,
  goodPassword,
  logIn,
  register,
  workOf,
} from '../../../../../../testkit/people.ts';
import { type Answer, TestServer } from '../../../../../../testkit/test-server.ts';

const minuteMs = 60_000;
const newPassword = 'eight amber lanterns';

let server: TestServer;
let homes = 0;
let strangers = 0;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.advance(2 * 60 * minuteMs);
  atHome();
});

/** A network of its own for each test. */
function atHome(): void {
  server.address = `2001:db8:1:${((homes += 1)).toString(16)}::1`;
}

/** Runs a call from another /64 than any before. */
async function asStranger<Result>(call: () => Promise<Result>): Promise<Result> {
  const home = server.address;
  server.address = `2001:db8:ffff:${((strangers += 1)).toString(16)}::1`;
  try {
    return await call();
  } finally {
    server.address = home;
  }
}

/** Asks for a code as a browser would: captcha and work are done where they are asked for. */
async function ask(to: string, type: 1 | 2 = 2, headers: Record<string, string> = {}): Promise<Answer> {
  let fields: object = { to, type };
  let work: Record<string, string> = {};
  for (let tries = 0; ; tries += 1) {
    const answer = await server.call('POST', '/api/notify/send_email', fields, { lang: 'en', ...headers, ...work });
    if (tries < 4 && answer.code === codes.captchaRequired) fields = { to, type, ...(await aCaptcha(server)) };
    else if (tries < 4 && answer.code === codes.workRequired) work = workOf(answer.data as WorkRequired);
    else return answer;
  }
}

const ticketOf = ({ data }: Answer) => (data as { ticket: string }).ticket;
const reset = (account: string, auth_code: string, ticket?: string, headers: Record<string, string> = {}) => {
  const passwords = { new_password: newPassword, secondary_password: newPassword };
  const fields = { account, ...passwords, auth_code, ...(ticket === undefined ? {} : { ticket }) };
  return server.call('POST', '/api/user/forget_password', fields, { lang: 'en', ...headers });
};
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

/** Registers a user; returns the account and the device token of a login. */
async function owner() {
  const { account } = await aUser(server);
  const { device } = (await logIn(server, account)).data as { device: string };
  server.advance(2 * minuteMs);
  return { account, device };
}

describe('R-SES-36 a code belongs to the requester’s ticket', () => {
  test('strangers’ wrong tries without a ticket, with a wrong or another ticket leave the code valid', async () => {
    const { account } = await owner();
    const ticket = ticketOf(await ask(account));
    const code = await codeSentTo(server, account);
    const wrong = otherThan(code);
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await asStranger(() => reset(account, wrong))).code).toBe(codes.codeWrong);
      expect((await asStranger(() => reset(account, wrong, 'a ticket of nobody'))).code).toBe(codes.codeWrong);
      await asStranger(async () => {
        const own = ticketOf(await ask(account));
        for (let at = 0; at < 6; at += 1) expect((await reset(account, wrong, own)).code).toBe(codes.codeWrong);
      });
    }
    // The stranger neither knows the ticket nor is in the network of the requester.
    expect((await asStranger(() => reset(account, code))).code).toBe(codes.codeWrong);
    expect((await reset(account, code, ticket)).code).toBe(codes.ok);
  });

  test('the same applies to registration', async () => {
    const account = anAddress();
    const ticket = ticketOf(await ask(account, 1));
    const code = await codeSentTo(server, account);
    for (let tries = 0; tries < 6; tries += 1)
      expect((await asStranger(() => register(server, account, otherThan(code)))).code).toBe(codes.codeWrong);
    await asStranger(() => ask(account, 1));
    expect((await register(server, account, code, { ticket })).code).toBe(codes.ok);
  });

  test('behind a shared address, a client with its ticket is unaffected by one without', async () => {
    const { account } = await owner();
    const ticket = ticketOf(await ask(account));
    const code = await codeSentTo(server, account);
    for (let tries = 0; tries < 6; tries += 1)
      expect((await reset(account, otherThan(code))).code).toBe(codes.codeWrong);
    expect((await reset(account, code)).code).toBe(codes.codeWrong);
    expect((await reset(account, code, ticket)).code).toBe(codes.ok);
  });

  test('each ticket has five tries, concurrent ones included, and a later code has its own five', async () => {
    const { account } = await owner();
    const first = ticketOf(await ask(account));
    const code = await codeSentTo(server, account);
    server.advance(minuteMs);
    const second = ticketOf(await ask(account));
    const fresh = await codeSentTo(server, account);
    await Promise.all(Array.from({ length: 12 }, () => reset(account, otherThan(code), first)));
    expect((await reset(account, code, first)).code).toBe(codes.codeWrong);
    expect((await reset(account, fresh, first)).code).toBe(codes.codeWrong);
    expect((await reset(account, fresh, second)).code).toBe(codes.ok);
  });

  test('a ticket works once, for one account, for ten minutes; a used code voids the others', async () => {
    const { account } = await owner();
    const other = (await owner()).account;
    const ofOther = ticketOf(await ask(other));
    const first = ticketOf(await ask(account));
    const code = await codeSentTo(server, account);
    server.advance(minuteMs);
    const second = ticketOf(await ask(account));
    const fresh = await codeSentTo(server, account);
    expect((await reset(account, code, ofOther)).code).toBe(codes.codeWrong);
    expect((await reset(account, code, first)).code).toBe(codes.ok);
    expect((await reset(account, code, first)).code).toBe(codes.codeWrong);
    expect((await reset(account, fresh, second)).code).toBe(codes.codeWrong);
    server.advance(minuteMs);
    const late = ticketOf(await ask(account));
    const lateCode = await codeSentTo(server, account);
    server.advance(10 * minuteMs);
    expect((await reset(account, lateCode, late)).code).toBe(codes.codeWrong);
  });

  test('without a ticket a code works for the requesting network, or for a known device on any network', async () => {
    const { account, device } = await owner();
    expect((await ask(account)).code).toBe(codes.ok);
    const code = await codeSentTo(server, account);
    expect((await asStranger(() => reset(account, code))).code).toBe(codes.codeWrong);
    server.address = server.address.replace('::1', ':ffff::2');
    expect((await reset(account, code)).code).toBe(codes.ok);
    server.advance(2 * minuteMs);
    expect((await ask(account, 2, { device })).code).toBe(codes.ok);
    const again = await codeSentTo(server, account);
    expect((await asStranger(() => reset(account, again, undefined, { device }))).code).toBe(codes.ok);
  });

  test('R-SES-10 a password change in a session accepts the ticket too', async () => {
    const { account, auth } = await aUser(server);
    server.advance(2 * minuteMs);
    const ticket = ticketOf(await ask(account));
    const auth_code = await codeSentTo(server, account);
    const given = { new_password: newPassword, auth_code };
    const amend = (more: object) => server.call('POST', '/api/user/amend_password', { ...given, ...more }, auth);
    expect((await asStranger(() => amend({}))).code).toBe(codes.codeWrong);
    expect((await asStranger(() => amend({ ticket: 'x' }))).code).toBe(codes.codeWrong);
    expect((await asStranger(() => amend({ ticket }))).code).toBe(codes.ok);
  });
});

describe('R-SES-36 sending', () => {
  test('strangers exhaust only their own sends: a known device can still reset, a new one after a proof of work', async () => {
    const { account, device } = await owner();
    for (let sends = 0; sends < 20; sends += 1) expect((await asStranger(() => ask(account))).code).toBe(codes.ok);
    const sent = await asStranger(() => ask(account));
    expect(sent.code).toBe(codes.ok);
    const direct = { to: account, type: 2 };
    const plain = await asStranger(() => server.call('POST', '/api/notify/send_email', direct));
    expect(plain.code).toBe(codes.captchaRequired);
    // The device's own lane: no captcha, no work, no pause that others made.
    const own = await server.call('POST', '/api/notify/send_email', direct, { device });
    expect(own.code).toBe(codes.ok);
    expect((await reset(account, await codeSentTo(server, account), ticketOf(own))).code).toBe(codes.ok);
  });

  test('strangers get sixty sends an hour per account, then a refusal; the account’s own device continues', async () => {
    const { account, device } = await owner();
    await asStranger(() => ask(account));
    await server.open.pool.query(`
      insert into verification_code (company_id, ticket_hash, purpose, account_key, requester_key, is_device, code_hash,
        tries_left, open_tries_left, sent_at_ms, expires_at_ms)
      select company_id, sha256(convert_to('made ' || at, 'UTF8')), purpose, account_key, sha256(convert_to(at::text, 'UTF8')),
        false, code_hash, 5, 5, sent_at_ms, expires_at_ms
      from (select * from verification_code where purpose = 2 order by sent_at_ms desc limit 1) as sent,
        generate_series(1, 59) as at`);
    const refused = await asStranger(() => ask(account));
    expect(refused.code).toBe(codes.codesGuarded);
    expect(refused.data).toMatchObject({ ways: ['known-device'] });
    expect((refused.data as { wait_ms: number }).wait_ms).toBeGreaterThan(50 * minuteMs);
    expect((await ask(account, 2, { device })).code).toBe(codes.ok);
    server.advance(60 * minuteMs);
    expect((await asStranger(() => ask(account))).code).toBe(codes.ok);
  });

  test('a resend pause begun by another client of the address can be skipped by a proof of work', async () => {
    const { account } = await owner();
    expect((await ask(account)).code).toBe(codes.ok);
    const direct = { to: account, type: 2 };
    const soon = await server.call('POST', '/api/notify/send_email', direct);
    expect(soon.code).toBe(codes.codeTooSoon);
    const { wait_ms, work } = soon.data as { wait_ms: number; work: WorkRequired };
    expect(wait_ms).toBeLessThanOrEqual(minuteMs);
    const sent = await server.call('POST', '/api/notify/send_email', direct, workOf(work));
    expect(sent.code).toBe(codes.ok);
    expect((await reset(account, await codeSentTo(server, account), ticketOf(sent))).code).toBe(codes.ok);
  });

  test('the ticket is stored as a hash, and the answer is the same whether the account exists or not', async () => {
    const known = ticketOf(await ask((await owner()).account));
    const unknown = ticketOf(await ask(anAddress()));
    expect(unknown).toHaveLength(known.length);
    const { rows } = await server.open.pool.query<{ text: string }>(
      `select string_agg(row::text, ' ') as text from verification_code as row`,
    );
    for (const ticket of [known, unknown]) {
      expect(rows[0]?.text).not.toContain(ticket);
      expect(rows[0]?.text).not.toContain(Buffer.from(ticket).toString('hex'));
    }
    expect((await logIn(server, anAddress(), goodPassword)).code).toBe(codes.wrongCredentials);
  });
});
