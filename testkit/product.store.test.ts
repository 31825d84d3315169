import { expect, test } from 'vitest';
import { freePort } from './product.ts';

test('ports that nobody listens on yet are not given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
});
