import type { AccountId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { type AccountListener, PriceMoves, WatchedAccounts, Watcher } from './watched-accounts.ts';

const [first, second] = [7, 100_000_007] as [AccountId, AccountId];
const silent: AccountListener = { onTrade: () => undefined, onClosed: () => undefined, onNotice: () => undefined };

test('R-RUN-70 watched accounts are listed by the shard that decides for them, until nobody watches', () => {
  const watched = new WatchedAccounts();
  const [one, other, third] = [new Watcher(silent), new Watcher(silent), new Watcher(silent)];
  watched.add(first, one);
  watched.add(first, other);
  watched.add(second, third);
  const dueOf = (shard: number) => watched.dueOf(shard, new PriceMoves());
  expect([[...watched.shards()], dueOf(0), dueOf(1)]).toEqual([[0, 1], [first], [second]]);
  expect([...watched.watchersOf(first)]).toEqual([one, other]);
  watched.remove(first, one);
  watched.remove(second, third);
  expect([[...watched.shards()], [...watched.watchersOf(second)]]).toEqual([[0], []]);
  watched.remove(first, other);
  expect([...watched.shards()]).toEqual([]);
});
