import { expect, test } from 'vitest';
import { createCooldowns } from './cooldown.ts';

function makeStore(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('R-CON-05 a code can be requested again after 60 s, counted in whole seconds', () => {
  let now = 1_000_000;
  const cooldowns = createCooldowns(makeStore(), () => now);
  expect(cooldowns.secondsLeft('register')).toBe(0);
  cooldowns.start('register');
  expect(cooldowns.secondsLeft('register')).toBe(60);
  expect(cooldowns.secondsLeft('reset')).toBe(0);
  now += 12_400;
  expect(cooldowns.secondsLeft('register')).toBe(48);
  now += 47_599;
  expect(cooldowns.secondsLeft('register')).toBe(1);
  now += 1;
  expect(cooldowns.secondsLeft('register')).toBe(0);
});

test('R-CON-05 a reload does not shorten the wait; only its end is stored', () => {
  const store = makeStore();
  createCooldowns(store, () => 5_000).start('register');
  expect(createCooldowns(store, () => 15_000).secondsLeft('register')).toBe(50);
  expect([...store.kept.values()]).toEqual(['{"register":65000}']);
});

test('ended waits are dropped, the server may set a longer one, and a clock set back or a damaged entry blocks nobody', () => {
  const store = makeStore();
  createCooldowns(store, () => 0).start('register');
  createCooldowns(store, () => 10_000_000).start('reset');
  expect([...store.kept.values()]).toEqual(['{"reset":10060000}']);
  expect(createCooldowns(store, () => 50_000).secondsLeft('reset')).toBe(0);
  const long = createCooldowns(makeStore(), () => 0);
  long.start('reset', 90_000);
  expect(long.secondsLeft('reset')).toBe(90);
  long.start('reset', 1e12);
  expect(long.secondsLeft('reset')).toBe(900);
  const broken = makeStore(new Map([['candor.cooldowns', '{']]));
  expect(createCooldowns(broken, () => 0).secondsLeft('reset')).toBe(0);
});
