import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { DatabaseUnreachableError, reachDatabase } from './reach-database.ts';

const waited: string[] = [];
const options = { attemptsMax: 3, waitMs: 10, onWaiting: (message: string) => waited.push(message) };
let database: TestDatabase | null = null;
const servers: Server[] = [];
afterEach(async () => {
  waited.length = 0;
  await database?.drop();
  database = null;
  for (const server of servers.splice(0)) server.close();
});

/** A port that closes every connection. */
async function deadPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

describe('a configured database (R-RUN-22)', () => {
  test('that answers is used at once', async () => {
    database = await createTestDatabase(() => Promise.resolve(), 'empty');
    await reachDatabase(database.connectionString, options);
    expect(waited).toEqual([]);
  });

  test('that does not answer is tried a number of times, then named without its password', async () => {
    const url = `postgres://candor:secret@127.0.0.1:${await deadPort()}/prices`;
    const failure = await reachDatabase(url, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachableError);
    expect((failure as Error).message).toMatch(/127\.0\.0\.1:\d+\/prices did not answer in 3 attempts/);
    expect(waited).toHaveLength(2);
    expect(waited.join() + String(failure)).not.toContain('secret');
  });

  test('that refuses the login is not tried again', async () => {
    database = await createTestDatabase(() => Promise.resolve(), 'empty');
    const url = database.connectionString.replace(/\/[^/?]+(\?|$)/, '/nobody_made_this$1');
    await expect(reachDatabase(url, options)).rejects.toThrow(/refused the connection.*nobody_made_this/);
    expect(waited).toEqual([]);
  });
});
