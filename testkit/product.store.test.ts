import { expect, test } from 'vitest';
import { freePort, freePorts } from './product.ts';

test('ports that nobody listens on yet are not given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
});

test('consecutive ports are all free and none of them is given again', async () => {
  const firsts = await Promise.all(Array.from({ length: 60 }, () => freePorts(5)));
  const ports = firsts.flatMap((first) => [0, 1, 2, 3, 4].map((at) => first + at));
  expect(new Set(ports).size).toBe(300);
});
