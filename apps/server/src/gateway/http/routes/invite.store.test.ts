import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAddress, codeSentTo, register, sendCode } from '../../../../../../testkit/people.ts';
import { sendPicture } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type User = Awaited<ReturnType<TestServer['realUser']>>;

let server: TestServer;
let user: User;

beforeEach(async () => {
  server = await TestServer.start();
  user = await server.realUser();
});
afterEach(() => server.stop());

const info = ({ authorization, host }: { authorization: string; host: string }, fields = {}, more = {}) =>
  server.call('GET', '/api/invite/info', fields, { authorization, host, ...more });
const query = (text: string, values: unknown[] = []) => server.open.pool.query(text, values);

async function invite(by: User, count: number): Promise<User[]> {
  const users: User[] = [];
  for (let at = 0; at < count; at += 1) {
    const invited = await server.realUser(by.host);
    await query('update app_user set invited_by = $1, created_at_ms = $2 where id = $3', [
      by.id,
      1000 + at,
      invited.id,
    ]);
    users.push(invited);
  }
  return users;
}

test('R-INV-01 returns the user’s code and the link to the company’s registration', async () => {
  const own = await info(user);
  expect(own.data).toEqual({
    code: `9${user.uid}`,
    link: `http://localhost/register?invite_code=9${user.uid}`,
    has_rewards: 0,
    joined: [],
    total: 0,
  });
  const page = { origin: 'https://m.example.com' };
  expect((await info({ ...user, host: 'api.example.com' }, {}, page)).data.link).toContain(
    'https://m.example.com/register?',
  );
  const stranger = { origin: 'https://evil.example.org' };
  expect((await info(user, {}, stranger)).data.link).toBe(own.data.link);
  const elsewhere = await server.realUser(otherHost);
  expect((await info(elsewhere)).data.link).toBe(`http://m.acme.localhost/register?invite_code=9${elsewhere.uid}`);
});

test('R-INV-02 lists the invited users masked, one level deep, by page', async () => {
  const invited = await invite(user, 22);
  await invite(invited[0] as User, 1);
  await query('update app_user set email = null, mobile = $1 where id = $2', ['+33612345678', invited[21]?.id]);
  const first = (await info(user)).data;
  expect([first.total, first.joined.length, (await info(user, { page: 2 })).data.joined.length]).toEqual([22, 20, 2]);
  expect(first.joined[0]).toEqual({ name: '+33•••78', joined_at: 1021, is_verified: 0 });
  expect(first.joined[1].name).toMatch(/^\d•••@e•••\.com$/);
  expect(JSON.stringify(first)).not.toContain(invited[20]?.uid);
  expect((await info(user, { page: 0 })).data).toEqual({ field: 'page' });
  expect((await info(await server.realUser())).data.total).toBe(0);
});

test('R-INV-02 a user who registers with the code is listed, and marked once verified', async () => {
  const account = anAddress();
  await sendCode(server, account);
  const code = await codeSentTo(server, account);
  const joined = await register(server, account, code, { invite_code: `9${user.uid}` });
  expect(joined.code).toBe(codes.ok);
  expect((await info(user)).data.joined).toMatchObject([{ name: 'r•••@e•••.com', is_verified: 0 }]);
  const claim = { name: 'Ada Lovelace', card_id: 'X1234567', front_pic: '', reverse_pic: '' };
  const who = { authorization: joined.data.token as string, host: 'localhost' };
  claim.front_pic = (await sendPicture(server, who, 1)).id;
  claim.reverse_pic = (await sendPicture(server, who, 2)).id;
  await server.call('POST', '/api/user_real/real_name', claim, who);
  const { authorization } = await server.operator('compliance');
  await server.call('POST', '/api/console/verifications/1/approve', {}, { authorization });
  expect((await info(user)).data.joined).toMatchObject([{ is_verified: 1 }]);
});

test('R-INV-03 rewards are off unless the company gives them and its jurisdiction allows them; the page can be turned off', async () => {
  const restartWith = async (change: string) => {
    await query(`update company set ${change} where id = 1`);
    await server.restart();
  };
  await restartWith('has_invite_rewards = true');
  expect((await info(user)).data.has_rewards).toBe(1);
  await restartWith(`jurisdiction = 'eu'`);
  expect((await info(user)).data).toMatchObject({ has_rewards: 0, code: `9${user.uid}` });
  await restartWith('has_invitations = false');
  expect((await info(user)).code).toBe(codes.invitationsOff);
});

test('R-SES-14 a demo or a visitor cannot invite', async () => {
  expect((await info({ authorization: await server.demo(), host: 'localhost' })).code).toBe(codes.onlyRealAccount);
  expect((await info({ authorization: '', host: 'localhost' })).code).toBe(codes.sessionExpired);
});
