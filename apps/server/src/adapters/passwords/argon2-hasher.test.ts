import { expect, test } from 'vitest';
import { createArgon2Hasher, nobodysHash } from './argon2-hasher.ts';

const hasher = createArgon2Hasher();

test('R-SES-15 argon2id with 19 MiB, two passes and one lane; only the right password verifies', async () => {
  const hash = await hasher.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.hash('correct horse')).not.toBe(hash);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'correct horsf')).toBe(false);
});

test('R-SES-16 the dummy hash costs the same as any other, and no password matches it', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4);
  expect(costOf(nobodysHash)).toEqual(costOf(await hasher.hash('correct horse')));
  expect(await hasher.verify(null, 'correct horse')).toBe(false);
  // It is parsed and verified like any other: an unreadable one would throw.
  expect(await hasher.verify(nobodysHash, 'correct horse')).toBe(false);
  await expect(hasher.verify('$argon2id$v=19$', 'correct horse')).rejects.toThrow();
});

test('R-SES-15 two run at once, a bounded number waits, the next is refused', async () => {
  const small = createArgon2Hasher({ atOnceMax: 2, waitingMax: 3 });
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => small.hash(`password ${at}`)));
  expect(results.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  expect((results[7] as PromiseRejectedResult).reason).toMatchObject({ name: 'HasherBusyError' });
  expect(await small.hash('afterwards')).toMatch(/^\$argon2id/);
});
