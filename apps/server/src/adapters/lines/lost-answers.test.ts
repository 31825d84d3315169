import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalLine } from '../../../../../testkit/local-line.ts';
import { until } from '../../../../../testkit/until.ts';
import { LineBrokenError } from '../../ports/lines.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

test('R-RUN-60 a question whose answer was lost is rejected after 15 s, a later one not yet, and the line stays up', async () => {
  const line = new LocalLine();
  const server = line.serve();
  server.answer('never', () => new Promise(() => undefined));
  const client = line.connect();
  await until('the line', () => client.isUp);
  const ends: string[] = [];
  const ask = (name: string) =>
    client.ask('never', new Uint8Array()).catch((error: Error) => ends.push(`${name}: ${error.constructor.name}`));
  void ask('first');
  vi.advanceTimersByTime(7_500);
  void ask('second');
  vi.advanceTimersByTime(7_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toEqual([`first: ${LineBrokenError.name}`]);
  expect(client.isUp).toBe(true);
  await client.close();
  await server.close();
});
