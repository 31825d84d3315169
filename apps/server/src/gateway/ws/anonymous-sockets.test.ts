import { expect, test } from 'vitest';
import { AnonymousSockets } from './anonymous-sockets.ts';

test('R-SOC-11 each network has its own limit, and a closed socket frees its place', () => {
  const sockets = new AnonymousSockets<number>({ anonymousPerNetwork: 2, anonymousTotal: 100 });
  expect([sockets.add('a', 1), sockets.add('a', 2)]).toEqual([null, null]);
  expect([sockets.hasRoom('a'), sockets.hasRoom('b')]).toEqual([false, true]);
  sockets.remove('a', 1);
  sockets.remove('a', 1);
  expect([sockets.hasRoom('a'), sockets.count]).toEqual([true, 1]);
});

test('R-SOC-11 at the total limit the oldest socket of the largest network is closed for a new one', () => {
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
