import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainHash } from './hash-chain.ts';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json(), fc.constant('"'.repeat(40_000)));
const anyEntry = fc.record({
  seq: fc.nat(),
  atMs: fc.nat(),
  accountId: fc.option(fc.nat()),
  clientId: fc.option(anyText),
  bodyHash: fc.option(anyText),
  payload: anyText,
});

test('R-LED-06 the hash is SHA-256 over the previous one and the JSON of the fields, for texts of any characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), anyEntry, (previous, entry) => {
      const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
      const text = JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]);
      const wanted = createHash('sha256').update(previous).update(text).digest('hex');
      expect(chainHash(Buffer.from(previous), entry).toString('hex')).toBe(wanted);
    }),
    { numRuns: 500 },
  );
});
