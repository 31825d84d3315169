import { beforeEach, expect, test } from 'vitest';
import { keepRead, useReadArticles } from './read-store.ts';

beforeEach(() => useReadArticles.setState({ ids: [] }));

test('R-CNT-03 articles a visitor has read are kept once each, and bounded: the oldest makes room', () => {
  for (let id = 0; id < 310; id += 1) keepRead(id);
  keepRead(11);
  const { ids } = useReadArticles.getState();
  expect(ids).toHaveLength(300);
  expect(ids[0]).toBe(10);
  expect(ids.filter((id) => id === 11)).toEqual([11]);
  expect(ids.at(-1)).toBe(11);
});
