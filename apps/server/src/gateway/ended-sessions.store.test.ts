import type { AddressInfo } from 'node:net';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startHandMarket } from '../../../../testkit/hand-feed.ts';
import { aUser, codeSentTo, goodPassword, logIn, sendCode } from '../../../../testkit/people.ts';
import { TestServer } from '../../../../testkit/test-server.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import type { RunningMarket } from '../services/market/create-market.ts';
import { type AttachedWebSocket, attachWebSocket } from './ws/attach-websocket.ts';

let server: TestServer;
let market: RunningMarket;
let sockets: AttachedWebSocket;
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
  market = await startHandMarket([1], systemClock);
  sockets = attachWebSocket(server.server.app.server, {
    market: market.market,
    accountTopics: server.server.accountTopics,
    authenticate: server.server.authenticateSocket,
    clock: systemClock,
    isTrustedProxy: null,
    isOriginAllowed: () => false,
  });
  server.onSessionEnded = sockets.closeSession;
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await sockets.close();
  await market.stop();
  await server.stop();
});

/** Opens a socket that is logged in, and collects its messages. */
async function listen(token: string): Promise<{ received: { type: string; code: number }[]; close(): void }> {
  const { port } = server.server.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws`, { headers: { host: 'localhost' } });
  const received: { type: string; code: number }[] = [];
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as { type: string; code: number }));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'login', params: { token } }));
  await expect.poll(() => received).toContainEqual({ type: 'login_result', code: codes.ok });
  return { received, close: () => socket.close() };
}

type User = Awaited<ReturnType<typeof aUser>>;

test.each<[string, (user: User) => Promise<unknown>]>([
  ['the user ends all others', (user) => server.call('POST', '/api/user/sessions_end_others', {}, user.auth)],
  [
    'the password is reset',
    async ({ account }) => {
      server.advance(2 * 60_000);
      await sendCode(server, account, 2);
      const new_password = 'eight amber lanterns';
      const auth_code = await codeSentTo(server, account);
      const fields = { account, new_password, secondary_password: new_password, auth_code };
      return server.call('POST', '/api/user/forget_password', fields);
    },
  ],
  [
    'an operator disables the user',
    async ({ user }) => {
      const { authorization } = await server.operator();
      const path = `/api/console/users/${user.uid}/disable`;
      return server.call('POST', path, { reason: 'asked for by its owner' }, { authorization });
    },
  ],
])('R-SES-20 a socket learns within a second that its session has ended: %s', async (_name, end) => {
  server.address = `10.6.0.${(address += 1)}`;
  const user = await aUser(server);
  const { data } = await logIn(server, user.account, goodPassword);
  const socket = await listen(data.token as string);
  await end(user);
  await expect
    .poll(() => socket.received)
    .toContainEqual(expect.objectContaining({ type: 'error', code: codes.sessionExpired }));
  socket.close();
});
