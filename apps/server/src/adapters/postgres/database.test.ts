import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';

test('R-RUN-04 a database that refuses new connections is reported', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const database = openDatabase(`postgresql://somebody@127.0.0.1:${port}/none`, () => undefined, 1, 'candor_app');
  expect(database.isRefusing).toBe(false);
  await expect(database.pool.query('select 1')).rejects.toThrow();
  expect(database.isRefusing).toBe(true);
  await database.close();
});
