import { expect, test } from 'vitest';
import { SessionKeeper } from './session.ts';

function memory(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const session = {
  token: 't',
  operator: { id: 1, email: 'a@b.example', role: 'admin' as const, is_installation: true },
};

test('R-OPS-74 a session survives a reload of its tab only, and is removed when it ends', () => {
  const store = memory();
  const keeper = new SessionKeeper(store);
  expect(keeper.current).toBeNull();
  keeper.begin(session);
  expect(new SessionKeeper(store).current).toEqual(session);
  keeper.end();
  expect(keeper.current).toBeNull();
  expect(store.kept.size).toBe(0);
});

test('an unreadable stored session is ignored', () => {
  for (const kept of ['{', '7', '{"token":1}']) {
    expect(new SessionKeeper(memory(new Map([['candor.console.session', kept]]))).current).toBeNull();
  }
});
