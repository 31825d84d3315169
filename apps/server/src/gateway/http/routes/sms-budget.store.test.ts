import { codes } from '@candor/contracts/codes';
import { dashboardCalls } from '@candor/contracts/console/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAddress, aUser, logIn } from '../../../../../../testkit/people.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

let server: TestServer;
let callers = 0;

beforeEach(async () => {
  server = await TestServer.start();
  await server.open.pool.query('update company set is_mobile_shown = true');
  server.server.companies.invalidate();
});
afterEach(() => server.stop());

async function limit(company: number, country: number, prefix: number): Promise<void> {
  server.smsLimits = { company, country, prefix };
  await server.restart();
}

/** A code asked for from a network that has asked for none before. */
function send(to: string, type: 1 | 2 = 1, host = 'localhost') {
  callers += 1;
  server.address = `10.7.${callers >> 8}.${callers & 255}`;
  return server.call('POST', '/api/notify/send_sms', { to, type }, { lang: 'en', host });
}

async function told(): Promise<{ action: string; subject: string; reason: string }[]> {
  const { rows } = await server.open.pool.query(
    `select action, subject, reason from audit_entry where action like 'sms-%' order by company_id, seq`,
  );
  return rows;
}

async function shown() {
  const admin = await server.operator('admin');
  const { data } = await server.call('GET', '/api/console/dashboard', {}, headersOf(admin));
  return dashboardCalls.days.answer.parse(data).sms;
}

test('R-SES-37 at the company’s daily SMS limit codes are refused by name and mails still go out, also after a restart', async () => {
  await limit(3, 100, 100);
  for (const number of ['+33612340001', '+447700900001', '+4915112340001'])
    expect((await send(number)).code).toBe(codes.ok);
  const refused = await send('+81312340001');
  expect(refused).toMatchObject({ status: 200, code: codes.smsBudgetUsed, data: { ways: ['email'] } });
  await server.restart();
  expect((await send('+81312340001')).code).toBe(codes.smsBudgetUsed);
  const mail = anAddress();
  expect((await server.call('POST', '/api/notify/send_email', { to: mail, type: 1 })).code).toBe(codes.ok);
  expect(await server.messagesTo(mail)).toHaveLength(1);
  expect(await server.messagesTo('+81312340001')).toHaveLength(0);
  // Another company has its own day, and the next day is another one.
  expect((await send('+81312340001', 1, otherHost)).code).toBe(codes.ok);
  server.advance(24 * 3_600_000);
  expect((await send('+81312340001')).code).toBe(codes.ok);
  // A refused code is not stored, so the pause does not begin either.
  const { rows } = await server.open.pool.query(`select count(*)::integer as count from sms_use where used < 0`);
  expect(rows).toEqual([{ count: 0 }]);
});

test('R-SES-37 each country and each number range has its own limit', async () => {
  await limit(100, 3, 2);
  expect((await send('+447700900001')).code).toBe(codes.ok);
  expect((await send('+447700900002')).code).toBe(codes.ok);
  expect((await send('+447700900003')).code).toBe(codes.smsBudgetUsed);
  expect((await send('+447700910003')).code).toBe(codes.ok);
  expect((await send('+447700920003')).code).toBe(codes.smsBudgetUsed);
  expect((await send('+33612340001')).code).toBe(codes.ok);
  expect(await shown()).toEqual({
    used: 4,
    limit: 100,
    refused: 2,
    country_limit: 3,
    countries: [
      { country: '+44', used: 3, refused: 2 },
      { country: '+33', used: 1, refused: 0 },
    ],
  });
});

test('R-SES-37 concurrent codes are counted exactly, and a code to an unknown account counts too (R-SES-16)', async () => {
  await limit(5, 100, 100);
  const numbers = Array.from({ length: 12 }, (_, at) => `+3361${String(at).padStart(3, '0')}0001`);
  const answers = await Promise.all(numbers.map((number) => send(number, 2)));
  expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === codes.smsBudgetUsed)).toHaveLength(7);
  expect(server.sent).toHaveLength(0);
  expect(await shown()).toMatchObject({ used: 5, refused: 7 });
});

test('R-SES-37 operators are alerted once at 80 % and once at the end of a limit', async () => {
  await limit(10, 5, 100);
  for (let at = 0; at < 14; at += 1) await send(`+${at < 7 ? 44 : 33}61234${String(at).padStart(4, '0')}`);
  expect(await told()).toEqual([
    { action: 'sms-budget-near', subject: 'sms to +44', reason: '4 of 5' },
    { action: 'sms-budget-used', subject: 'sms to +44', reason: '5 of 5' },
    { action: 'sms-budget-near', subject: 'sms of the day', reason: '8 of 10' },
    { action: 'sms-budget-near', subject: 'sms to +33', reason: '4 of 5' },
    { action: 'sms-budget-used', subject: 'sms of the day', reason: '10 of 10' },
    { action: 'sms-budget-used', subject: 'sms to +33', reason: '5 of 5' },
  ]);
});

test('R-SES-37 security notices may exceed the limit by a quarter, and beyond that they are dropped without blocking', async () => {
  const { account, user } = await aUser(server);
  const mobile = '+447700900077';
  await server.open.pool.query('update app_user set email = null, mobile = $1 where id = $2', [mobile, user.id]);
  await limit(4, 100, 100);
  for (let at = 0; at < 4; at += 1) expect((await send(`+3361234${at}001`)).code).toBe(codes.ok);
  expect((await send(mobile, 2)).code).toBe(codes.smsBudgetUsed);
  const newDevice = (browser: string) =>
    logIn(server, mobile, undefined, { login_type: 'mobile' }, { 'user-agent': `${browser}/1` });
  for (const browser of ['First', 'Second', 'Third']) expect((await newDevice(browser)).code, account).toBe(codes.ok);
  expect(await server.messagesTo(mobile)).toHaveLength(1);
  const { rows } = await server.open.pool.query(
    `select state, body, reason from message_outbox where recipient = $1 order by created_at_ms desc, state limit 1`,
    [mobile],
  );
  expect(rows).toEqual([{ state: 'failed', body: null, reason: 'sms budget used up' }]);
});
