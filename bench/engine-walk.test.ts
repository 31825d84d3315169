import { expect, test } from 'vitest';
import { measureWalks } from './engine-walk.ts';

test('a market order enters at most 19 files of the domain and returns at most 13 times', async () => {
  const [order] = await measureWalks();
  expect(order?.name).toBe('market order');
  expect(order?.files.length).toBeLessThanOrEqual(19);
  expect(order?.returns).toBeLessThanOrEqual(13);
});
