import { expect, test } from 'vitest';
import { AnonymousSockets } from './anonymous-sockets.ts';

test('R-SOC-11 a network has a limit of its own, and a socket that is gone leaves its place', () => {
  const sockets = new AnonymousSockets<number>({ anonymousPerNetwork: 2, anonymousTotal: 100 });
  expect([sockets.add('a', 1), sockets.add('a', 2)]).toEqual([null, null]);
  expect([sockets.hasRoom('a'), sockets.hasRoom('b')]).toEqual([false, true]);
  sockets.remove('a', 1);
  sockets.remove('a', 1);
  expect([sockets.hasRoom('a'), sockets.count]).toEqual([true, 1]);
});

test('R-SOC-11 at the total the oldest of the largest network gives way, never a newcomer’s place', () => {
  const sockets = new AnonymousSockets<number>({ anonymousPerNetwork: 10, anonymousTotal: 4 });
  for (const [network, socket] of [
    ['small', 1],
    ['large', 2],
    ['large', 3],
    ['large', 4],
  ] as const)
    sockets.add(network, socket);
  expect(sockets.add('new', 5)).toBe(2);
  sockets.remove('large', 2);
  expect(sockets.count).toBe(4);
});
