import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Place, PrimaryWatch, watchOf, withPlaces } from './primary-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const places: Place[] = [
  { host: 'one', port: 5432 },
  { host: 'two', port: 5432 },
];

/** Servers by host: their timeline, null for a standby. */
function watching(timelines: Record<string, bigint | null | 'silent'>) {
  const asked = { count: 0 };
  const watch = new PrimaryWatch('', places, ({ host }) => {
    asked.count += 1;
    return Promise.resolve(timelines[host] ?? null);
  });
  const check = (timeline: string | null) =>
    watch.requirePrimary({ query: () => Promise.resolve({ rows: [{ timeline }] }) } as never);
  return { watch, check, timelines, asked };
}

test('R-RUN-67 a connection string may name several servers, as libpq reads it', () => {
  const one = 'postgresql://candor@one:5432/candor?sslmode=require';
  expect(withPlaces(one)).toBe(one);
  expect(watchOf(one)).toBe(null);
  const both = withPlaces('postgresql://candor:a%2Cb@one:5432,two:6432/candor?target_session_attrs=read-write');
  expect(new URL(both).host).toBe('one:5432');
  expect(new URL(both).password).toBe('a%2Cb');
  expect(both).not.toContain('target_session_attrs');
  expect(watchOf(both)?.place).toEqual({ host: 'one', port: 5432 });
  expect(watchOf(both)).toBe(watchOf(both));
});

test('R-RUN-67 the server that leads is found at the first use, and a promoted standby replaces it', async () => {
  const { watch, timelines, asked } = watching({ one: null, two: 4n });
  await watch.ready();
  expect(watch.place.host).toBe('two');
  let moves = 0;
  const stop = watch.follow(() => {
    moves += 1;
  });
  Object.assign(timelines, { two: null, one: 5n });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([watch.place.host, watch.timeline, moves]).toEqual(['one', 5n, 1]);
  stop();
  const { count } = asked;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.count).toBe(count);
});

test('R-RUN-67 an old primary that comes back is refused, alone or beside the new one', async () => {
  const { watch, check, timelines } = watching({ one: 1n, two: null });
  await watch.ready();
  await check('1');
  Object.assign(timelines, { one: null, two: 2n });
  await watch.look();
  timelines['one'] = 1n;
  await watch.look();
  expect(watch.place.host).toBe('two');
  timelines['two'] = null;
  await watch.look();
  expect(watch.place.host).toBe('two');
  await expect(check('1')).rejects.toThrow('at timeline 1, another one leads at 2');
  await expect(check(null)).rejects.toThrow('is a standby');
  await check('2');
});

test('R-RUN-67 a process that starts does not believe an old primary while the new one is slow to answer', async () => {
  const { watch, timelines, asked } = watching({ one: 1n, two: 'silent' });
  const isReady = watch.ready();
  await vi.advanceTimersByTimeAsync(300);
  Object.assign(timelines, { two: 2n });
  await vi.advanceTimersByTimeAsync(250);
  await isReady;
  expect([watch.place.host, watch.timeline, asked.count]).toEqual(['two', 2n, 6]);
});

test('R-RUN-67 a server that never answers keeps no process from starting', async () => {
  const { watch, asked } = watching({ one: 'silent', two: 3n });
  const isReady = watch.ready();
  await vi.advanceTimersByTimeAsync(1_000);
  await isReady;
  expect([watch.place.host, asked.count]).toEqual(['two', 8]);
});

test('R-RUN-67 without a server that leads nothing connects', async () => {
  const { watch } = watching({});
  await expect(watch.ready()).rejects.toThrow('No server of the database leads');
});
