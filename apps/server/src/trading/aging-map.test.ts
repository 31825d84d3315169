import { expect, test, vi } from 'vitest';
import { AgingMap } from './aging-map.ts';

test('drops its keys in the order in which they came', () => {
  const map = new AgingMap<number>();
  const dropped: string[] = [];
  const drop = () => {
    dropped.push(map.oldest?.[0] ?? 'none');
    map.dropOldest();
  };
  map.set('a', 1);
  map.set('b', 2);
  drop();
  // A known key keeps its age and gets the new value, also if it is the oldest.
  expect(map.oldest).toEqual(['b', 2]);
  map.set('c', 3);
  map.set('b', 4);
  expect(map.oldest).toEqual(['b', 4]);
  drop();
  drop();
  // Empty, it can be filled again.
  drop();
  map.set('a', 5);
  drop();
  expect(dropped).toEqual(['a', 'b', 'c', 'none', 'a']);
  expect([map.size, map.get('a'), map.oldest]).toEqual([0, undefined, null]);
});

test('R-RUN-44 begins no walk of its keys for each that is dropped', () => {
  const walks = vi.spyOn(Map.prototype, 'entries');
  const map = new AgingMap<number>();
  for (let key = 0; key < 1_000; key += 1) {
    map.set(`${key}`, key);
    if (map.size > 10) map.dropOldest();
  }
  const count = walks.mock.calls.length;
  walks.mockRestore();
  expect(map.oldest).toEqual(['990', 990]);
  expect(count).toBe(1);
});
