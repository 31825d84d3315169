import { codes } from '@candor/contracts/codes';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { startHandMarket } from '../../../../testkit/hand-feed.ts';
import { aUser, codeSentTo, goodPassword, logIn, sendCode } from '../../../../testkit/people.ts';
import { type SecondGateway, startSecondGateway } from '../../../../testkit/second-gateway.ts';
import { withSecondPerson } from '../../../../testkit/second-person.ts';
import { otherHost, TestServer } from '../../../../testkit/test-server.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { RankedAccount } from '../ports/content.ts';
import type { RunningMarket } from '../services/market/create-market.ts';
import { type AttachedWebSocket, attachWebSocket } from './ws/attach-websocket.ts';

type User = Awaited<ReturnType<typeof aUser>>;

/** Two gateways over one database and one core; `b` remembers nothing of `a`. */
let a: TestServer;
let b: TestServer;
let second: SecondGateway;
let market: RunningMarket;
/** Sockets of the second gateway. */
let sockets: AttachedWebSocket;
let port: number;
let address = 1;

beforeAll(async () => {
  a = await TestServer.start(true);
  a.market.kind = 'open';
  second = await startSecondGateway(a);
  b = second.server;
  market = await startHandMarket([1], systemClock);
  sockets = attachWebSocket(b.server.app.server, {
    market: market.market,
    accountTopics: b.server.accountTopics,
    authenticate: b.server.authenticateSocket,
    clock: systemClock,
    isTrustedProxy: null,
    isOriginAllowed: () => false,
  });
  second.onSessionEnded = sockets.closeSession;
  second.recheckSockets = () => void sockets.recheckSessions();
  port = await second.listen();
});
afterAll(async () => {
  await sockets.close();
  await market.stop();
  await second.stop();
  await a.stop();
});
beforeEach(() => {
  a.address = `10.8.0.${(address += 1)}`;
});

const info = (at: TestServer, authorization: string) =>
  at.call('GET', '/api/user/info', {}, { authorization, lang: 'en' });
const console_ = (at: TestServer, method: 'GET' | 'POST', path: string, authorization: string, fields: object = {}) =>
  at.call(method, `/api/console/${path}`, fields, { authorization, lang: 'en' });

const sessionEnded = expect.objectContaining({ type: 'error', code: codes.sessionExpired }) as unknown;

/** Opens a socket at the second gateway that is logged in, and collects its messages. */
async function listen(token: string): Promise<{ received: unknown[]; close(): void }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, { headers: { host: 'localhost' } });
  const received: unknown[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'login', params: { token } }));
  await expect.poll(() => received).toContainEqual({ type: 'login_result', code: codes.ok });
  return { received, close: () => socket.close() };
}

/** Runs with a stopped clock while the second gateway uses its caches: nothing leaves one by its age. */
function remembering(run: () => Promise<void>): Promise<void> {
  return a.atOneMoment(async () => {
    await expect.poll(() => second.guards.changes.isLive).toBe(true);
    await run();
  });
}

/** Ends the connection on which the second gateway listens. */
async function breakListening(): Promise<void> {
  await a.open.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query in ('listen candor_changes', 'select 1') and pid in (
       select pid from pg_stat_activity where datname = current_database() and state = 'idle')`,
  );
}

describe('R-SES-38 a session that ended at one gateway is refused at the others at once', () => {
  const withCode = async (user: User) => {
    a.advance(2 * 60_000);
    await sendCode(a, user.account, 2);
    return codeSentTo(a, user.account);
  };
  test.each<[string, (user: User, token: string, code: string) => Promise<unknown>]>([
    ['the user logs out', (_user, token) => a.call('POST', '/api/user/logout', {}, { authorization: token })],
    ['the user ends all others', ({ auth }) => a.call('POST', '/api/user/sessions_end_others', {}, auth)],
    [
      'the password is reset',
      ({ account }, _token, auth_code) => {
        const passwords = { new_password: 'eight amber lanterns', secondary_password: 'eight amber lanterns' };
        return a.call('POST', '/api/user/forget_password', { account, ...passwords, auth_code });
      },
    ],
    [
      'an operator disables the user',
      async ({ user }) =>
        console_(a, 'POST', `users/${user.uid}/disable`, (await a.operator()).authorization, { reason: 'asked for' }),
    ],
  ])('%s', async (_name, end) => {
    const user = await aUser(a);
    const code = await withCode(user);
    const token = (await logIn(a, user.account)).data.token as string;
    const session = await a.server.tokens.authenticate(token, 1 as never);
    await remembering(async () => {
      expect((await info(b, token)).code).toBe(codes.ok);
      await end(user, token, code);
      await expect.poll(async () => (await info(b, token)).code).toBe(codes.sessionExpired);
    });
    expect(second.endedSessions).toContain(session?.sessionId);
  });

  test('and the sessions of an operator', async () => {
    const [own, admin] = [await a.operator('support'), await a.operator('admin')];
    expect((await console_(b, 'GET', 'me', own.authorization)).code).toBe(codes.ok);
    await console_(a, 'POST', 'logout', own.authorization);
    expect((await console_(b, 'GET', 'me', own.authorization)).code).toBe(codes.sessionExpired);
    const other = await a.operator('support');
    expect((await console_(b, 'GET', 'me', other.authorization)).code).toBe(codes.ok);
    const ended = await console_(a, 'POST', `operators/${other.id}`, admin.authorization, {
      role: 'support',
      is_disabled: true,
      reason: 'has left the house',
    });
    expect(ended.code).toBe(codes.ok);
    expect((await console_(b, 'GET', 'me', other.authorization)).code).toBe(codes.sessionExpired);
  });
});

describe('R-SES-20 sockets of an ended session', () => {
  test('are closed at the other gateway', async () => {
    const user = await aUser(a);
    const socket = await listen(user.token);
    await a.call('POST', '/api/user/logout', {}, user.auth);
    await expect.poll(() => socket.received).toContainEqual(sessionEnded);
    socket.close();
  });
});

describe('R-SES-38 changes at one gateway are seen at the others', () => {
  test('a step-up and a change of the user', async () => {
    const user = await aUser(a);
    await remembering(async () => {
      expect((await info(b, user.token)).data.credit_score).toBe(0);
      expect((await b.call('POST', '/api/user/totp_begin', {}, user.auth)).code).toBe(codes.stepUpRequired);
      await a.call('POST', '/api/user/step_up', { password: goodPassword }, user.auth);
      await expect.poll(async () => (await b.call('POST', '/api/user/totp_begin', {}, user.auth)).code).toBe(codes.ok);
      await a.open.pool.query('update app_user set credit_score = 77 where id = $1', [user.user.id]);
      await expect.poll(async () => (await info(b, user.token)).data.credit_score).toBe(77);
    });
  });

  test('settings and hosts of a company', async () => {
    const admin = await a.operator('admin');
    await remembering(async () => {
      const own = async () => (await console_(b, 'GET', 'company', admin.authorization)).data;
      const { id: _id, hosts: _hosts, status: _status, type: _type, ...settings } = await own();
      const change = { ...settings, reason: 'a new brand', name: 'Two Gateways' };
      expect((await console_(a, 'POST', 'company', admin.authorization, change)).code).toBe(codes.ok);
      await expect.poll(async () => (await second.areas.companies.default()).name).toBe('Two Gateways');
    });
  });

  test.each<[string, (user: User) => Promise<unknown>]>([
    [
      'was hidden from',
      ({ user }) => a.stores.ranking.setHidden(1 as CompanyId, user.id, true, 'a reason', { operatorId: 1, atMs: 1 }),
    ],
    [
      'left',
      async ({ auth }) => {
        for (const ranking_opt_in of [true, false, true, false])
          expect((await a.call('POST', '/api/user/preferences', { ranking_opt_in }, auth)).code).toBe(codes.ok);
      },
    ],
  ])('R-RANK-01 a user who %s the ranking is removed from it, and nothing is computed again', async (_name, leave) => {
    const [user, other] = [await aUser(a), await aUser(a)];
    const company = await second.areas.companies.default();
    const accounts = [user, other].map(({ user: { id } }) => ({ userId: id }) as RankedAccount);
    const ranked = vi.spyOn(a.stores.ranking, 'ranked').mockResolvedValue(accounts);
    const { ranking } = second.areas.content;
    const read = async () => (await ranking.read(company))?.accounts.map(({ userId }) => userId);
    await remembering(async () => {
      await ranking.clear();
      expect(await read()).toEqual([user.user.id, other.user.id]);
      await leave(user);
      await expect.poll(read).toEqual([other.user.id]);
    });
    expect(ranked).toHaveBeenCalledTimes(1);
    ranked.mockRestore();
    await ranking.clear();
  });

  test('R-OPS-16 limits of a user that two operators set at once are in the core as in the table', async () => {
    const user = await aUser(a);
    const [one, two] = [await a.operator('compliance'), await a.operator('compliance')];
    const set = (at: TestServer, { authorization }: { authorization: string }, is_opening_blocked: boolean) =>
      console_(at, 'POST', `users/${user.user.uid}/limits`, authorization, {
        leverage_max: 0,
        orders_max: 0,
        withdrawal_day_max: '0',
        is_opening_blocked,
        is_withdrawal_blocked: false,
        reason: 'a reason',
      });
    const { core } = a.server;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const changeRules = vi.spyOn(core, 'changeRules').mockImplementationOnce(async (changes) => {
      await held;
      return core.changeRules(changes);
    });
    const first = set(a, one, true);
    await expect.poll(() => changeRules.mock.calls.length).toBe(1);
    let isDone = false;
    const next = set(b, two, false).finally(() => {
      isDone = true;
    });
    // The class of the locks of turns.
    const waiting = `
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and classid = 4209 and not granted and datname = current_database()`;
    await expect.poll(async () => isDone || ((await a.open.pool.query(waiting)).rowCount ?? 0) > 0).toBe(true);
    release();
    expect([(await first).code, (await next).code]).toEqual([codes.ok, codes.ok]);
    changeRules.mockRestore();
    const stored = await a.stores.users.limits(1 as CompanyId, user.user.id);
    expect(stored.isOpeningBlocked).toBe(false);
    expect(core.state.rules.limitsOf(user.user.id as AccountId).isOpeningBlocked).toBe(false);
  });

  test('terms and halts', async () => {
    const dealer = await a.operator('dealer');
    const path = `instruments/${testSpecs.eurusd.id}`;
    const before = (await console_(b, 'GET', path, dealer.authorization)).data;
    const { version, leverages, lots_min, lots_max, swap_long, swap_short } = before;
    const terms = { is_offered: true, leverages: leverages.slice(0, 2), fee_rate: '9.5', lots_min, lots_max };
    const set = { ...terms, swap_long, swap_short, closures: [], version, reason: 'a reason' };
    const proposed = await console_(a, 'POST', path, dealer.authorization, set);
    const approved = await withSecondPerson(a, proposed, await a.operator('compliance'));
    expect(approved).toMatchObject({ code: codes.ok });
    await expect
      .poll(async () => (await console_(b, 'GET', path, dealer.authorization)).data)
      .toMatchObject({ version: version + 1, fee_rate: '9.50000000' });
    const foreign = await a.operator('dealer', otherHost);
    const shown = async () => {
      const headers = { authorization: foreign.authorization, host: otherHost };
      return (await b.call('GET', '/api/console/halts', {}, headers)).data.data as { id: number }[];
    };
    const halting = await console_(a, 'POST', 'halts', dealer.authorization, { scope: 'all', reason: 'a reason' });
    expect(halting.code).toBe(codes.ok);
    await expect.poll(async () => (await shown()).map(({ id }) => id)).toContain(halting.data.id);
    await console_(a, 'POST', `halts/${halting.data.id}/end`, dealer.authorization, { reason: 'over' });
    await expect.poll(shown).toEqual([]);
  });

  test('a message is sent by the process that delivers, as soon as it is stored', async () => {
    const user = await aUser(a);
    a.advance(2 * 60_000);
    const before = a.sent.length;
    await sendCode(b, user.account, 2);
    await expect.poll(() => a.sent.slice(before).map(({ to }) => to), { timeout: 2_000 }).toContain(user.account);
  });
});

describe('R-SES-38 a broken connection for changes', () => {
  test('drops what was remembered, and closes the sockets of sessions that ended meanwhile', async () => {
    const [user, kept] = [await aUser(a), await aUser(a)];
    const [socket, other] = [await listen(user.token), await listen(kept.token)];
    await remembering(async () => {
      expect((await info(b, user.token)).code).toBe(codes.ok);
      // The change goes unnoticed, as it does between two connections.
      await a.open.pool.query('alter table user_token disable trigger user_token_ended');
      await a.open.pool.query('delete from user_token where user_id = $1', [user.user.id]);
      await a.open.pool.query('alter table user_token enable trigger user_token_ended');
      expect((await info(b, user.token)).code).toBe(codes.ok);
      await breakListening();
      await expect.poll(async () => (await info(b, user.token)).code).toBe(codes.sessionExpired);
      await expect.poll(() => socket.received).toContainEqual(sessionEnded);
    });
    expect(other.received).not.toContainEqual(sessionEnded);
    for (const one of [socket, other]) one.close();
  });

  test('the check of sockets is repeated until the database answers', async () => {
    const user = await aUser(a);
    const socket = await listen(user.token);
    a.app.setAway(true);
    second.areas.identity.tokens.clear();
    const checked = sockets.recheckSessions();
    await a.open.pool.query('alter table user_token disable trigger user_token_ended');
    await a.open.pool.query('delete from user_token where user_id = $1', [user.user.id]);
    await a.open.pool.query('alter table user_token enable trigger user_token_ended');
    expect(socket.received).not.toContainEqual(sessionEnded);
    a.app.setAway(false);
    await checked;
    await expect.poll(() => socket.received).toContainEqual(sessionEnded);
    socket.close();
  });
});
