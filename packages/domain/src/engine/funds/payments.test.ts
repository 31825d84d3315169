import { describe, expect, test } from 'vitest';
import { nameIn } from './payments.ts';

const hash = 'ab12'.repeat(16);

describe('R-FND-06 the payment’s name in a typed text', () => {
  test.each([
    ['the hash alone', hash, hash],
    ['the hash between spaces', ` 0x${hash} `, `0x${hash}`],
    ['a link', `https://explorer.example/tx/0x${hash}?a=1#top`, `0x${hash}`],
    ['a sentence', `my payment is ${hash}, thanks`, hash],
    ['an output named after the hash', `tx/${hash}:1`, `${hash}:1`],
    ['a watcher’s own name', `eip155:1:0x${hash}:log2`, `eip155:1:0x${hash}:log2`],
    ['a reference of a bank', 'Ref. 2026/11 Müller', 'Ref. 2026/11 Müller'],
    ['longer digits that are no hash', `x/${hash}ff`, `x/${hash}ff`],
    ['nothing', '  ', ''],
  ])('%s', (_what, written, name) => {
    expect(nameIn(written)).toBe(name);
  });
});
