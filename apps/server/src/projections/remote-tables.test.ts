import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnavailableError } from '../ports/journal.ts';
import { RemoteTables } from './remote-tables.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function world() {
  const database = { seq: 0, looks: 0, error: null as Error | null };
  const core = { seq: 0 };
  const hurried: number[] = [];
  const tables = new RemoteTables({
    checkpoint() {
      database.looks += 1;
      return database.error === null ? Promise.resolve(database.seq) : Promise.reject(database.error);
    },
    hurry: (seq) => Promise.resolve(void hurried.push(seq)),
    latestSeq: () => Promise.resolve(core.seq),
  });
  return { tables, database, core, hurried };
}

/** True if a promise is settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => (settled = true)).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

test('R-LED-26 a reader waits for the checkpoint, hurries the projector, and asks nothing afterwards', async () => {
  const { tables, database, hurried } = world();
  database.seq = 5;
  await tables.caughtUp(5);
  expect(hurried).toEqual([]);
  const wait = tables.caughtUp(9);
  expect(await isSettled(wait)).toBe(false);
  expect(hurried).toEqual([9]);
  database.seq = 9;
  tables.wake();
  expect(await isSettled(wait)).toBe(true);
  const { looks } = database;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.looks).toBe(looks);
});

test('R-LED-26 a reader waits for what another process has just been answered', async () => {
  const { tables, database, core } = world();
  database.seq = 5;
  core.seq = 7;
  const wait = tables.caughtUp(5);
  expect(await isSettled(wait)).toBe(false);
  database.seq = 7;
  tables.wake();
  expect(await isSettled(wait)).toBe(true);
});

test('R-LED-26 without any notification a reader sees the checkpoint within a tenth of a second', async () => {
  const { tables, database } = world();
  const wait = tables.caughtUp(3);
  await vi.advanceTimersByTimeAsync(250);
  database.seq = 3;
  await vi.advanceTimersByTimeAsync(100);
  expect(await isSettled(wait)).toBe(true);
});

test('R-LED-26 many readers ask the database once for all', async () => {
  const { tables, database, hurried } = world();
  const waits = Array.from({ length: 50 }, (_, at) => tables.caughtUp(at + 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(database.looks).toBe(1);
  expect(hurried).toEqual([50]);
  database.seq = 50;
  tables.wake();
  await Promise.all(waits);
  expect(database.looks).toBe(2);
});

test('R-LED-26 R-RUN-04 tables that do not advance are refused after 10 s and reported until they do', async () => {
  const { tables, database } = world();
  database.seq = 1;
  const refused = expect(tables.caughtUp(2)).rejects.toThrow(UnavailableError);
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(tables.isFailing).toBe(true);
  database.seq = 2;
  await tables.caughtUp(2);
  expect(tables.isFailing).toBe(false);
});

test('R-LED-26 a database that does not answer is an error of each reader at once', async () => {
  const { tables, database } = world();
  database.error = new UnavailableError('The database does not answer');
  await expect(tables.caughtUp(2)).rejects.toThrow('The database does not answer');
  database.error = null;
  database.seq = 2;
  await tables.caughtUp(2);
});
