import type { AccountId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { WatchWorld } from '../../../../../testkit/watch-world.ts';

let server: TestServer;
let world: WatchWorld;

beforeAll(async () => {
  server = await TestServer.start();
  world = await WatchWorld.start(server);
  await world.run.look();
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});

test('R-SES-42 a payment to the address of a closed account is held for operators, and decided once', async () => {
  const payer = await world.payer();
  const command = { type: 'CloseAccount', atMs: server.clock.nowMs(), accountId: payer.id as AccountId } as const;
  expect((await server.server.core.submit({ command, clientId: null, bodyHash: null })).kind).toBe('done');
  world.pay('late', payer.address, '0.01');
  world.evm.mineMany(4);
  const rows = async (text: string) => (await server.open.pool.query(text)).rows as Record<string, unknown>[];
  const entries = async () => Number((await rows('select count(*) as n from journal'))[0]?.['n']);
  await world.run.look();
  const before = await entries();
  for (let look = 0; look < 5; look += 1) {
    server.advance(31_000);
    await world.run.look();
  }
  expect(await rows('select state, note from payment_sighting')).toEqual([{ state: 'held', note: 'account-closed' }]);
  expect((await entries()) - before).toBeLessThanOrEqual(1);
});
