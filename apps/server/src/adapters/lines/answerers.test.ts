import { expect, test } from 'vitest';
import { Answerers } from './answerers.ts';

test('R-RUN-60 a server handles 20,000 questions at the same time, refuses the next one by name, and takes it once there is room', async () => {
  const answerers = new Answerers();
  const waiting: ((body: Uint8Array) => void)[] = [];
  const [answered, failed] = [[] as Uint8Array[], [] as string[]];
  const sink = {
    answered: (body: Uint8Array) => answered.push(body),
    failed: (name: string) => failed.push(name),
  };
  const ask = () => answerers.handle('held', new Uint8Array(), sink);
  answerers.add('held', () => new Promise((resolve) => waiting.push(resolve)));
  for (let at = 0; at < 20_000; at += 1) ask();
  expect([waiting.length, failed]).toEqual([20_000, []]);
  ask();
  expect([waiting.length, failed]).toEqual([20_000, ['LineBusyError']]);
  waiting[0]?.(new Uint8Array());
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toHaveLength(1);
  ask();
  expect([waiting.length, failed.length]).toEqual([20_001, 1]);
});
