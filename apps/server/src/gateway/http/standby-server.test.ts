import { codes } from '@candor/contracts/codes';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../../testkit/product.ts';
import { startStandbyServer } from './standby-server.ts';

let standby: { close(): Promise<void> };
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  standby = await startStandbyServer({ host: '127.0.0.1', port, logger: pino({ level: 'silent' }) });
});
afterAll(() => standby.close());

test.each([
  ['POST', '/api/account/draw_cancel'],
  ['POST', '/api/account/draw'],
  ['GET', '/api/account/draw_list'],
  ['POST', '/v1/api/forex/submit'],
  ['POST', '/console/api/sessions'],
])('R-RUN-23 a standby refuses %s %s: only the leader serves users’ requests', async (method, path) => {
  const reply = await fetch(`${origin}${path}`, { method });
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ code: codes.standby });
});

test('R-RUN-23 a standby is alive and not ready', async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const ready = await fetch(`${origin}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'unready', reasons: ['standby'] }]);
});
