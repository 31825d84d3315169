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

/** A port of its own where every caller is hung up on. */
async function deadPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

describe('a database that is given (R-RUN-22)', () => {
  test('and answers is used at once', async () => {
    database = await createTestDatabase(() => Promise.resolve(), 'empty');
    await reachDatabase(database.connectionString, options);
    expect(waited).toEqual([]);
  });

  test('and does not answer is tried so many times, then named, without its password', async () => {
    const url = `postgres://candor:secret@127.0.0.1:${await deadPort()}/prices`;
    const failure = await reachDatabase(url, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachableError);
    expect((failure as Error).message).toMatch(/127\.0\.0\.1:\d+\/prices did not answer in 3 attempts/);
    expect(waited).toHaveLength(2);
    expect(waited.join() + String(failure)).not.toContain('secret');
  });

  test('and turns us away is not asked again', async () => {
    database = await createTestDatabase(() => Promise.resolve(), 'empty');
    const url = database.connectionString.replace(/\/[^/?]+(\?|$)/, '/nobody_made_this$1');
    await expect(reachDatabase(url, options)).rejects.toThrow(/turned us away.*nobody_made_this/);
    expect(waited).toEqual([]);
  });
});
