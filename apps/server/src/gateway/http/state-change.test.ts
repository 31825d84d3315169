import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyHashOf } from './state-change.ts';

test('R-WIRE-09 the hash of a request is that of its call and its fields by name, without its id', () => {
  const text = '["submit",[["cont","0.1"],["price","1.2"],["type",1]]]';
  const hash = createHash('sha256').update(text).digest('base64url');
  const fields = { type: 1, price: '1.2', client_id: 'a', t: 5, max_deviation: undefined, cont: '0.1' };
  expect(bodyHashOf('submit', fields)).toBe(hash);
  expect(bodyHashOf('close', fields)).not.toBe(hash);
  expect(bodyHashOf('submit', { ...fields, cont: '0.2' })).not.toBe(hash);
});

test('R-WIRE-09 the hash is that of the JSON of call and fields, whatever they are and in whatever order they come', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('1.10000', '-0.5', '"', '\\', 'é'));
  const value = fc.oneof(
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0),
    fc.json(),
  );
  const name = fc.oneof(text, fc.constantFrom('cont', 'price', 'type', 'client_id', 't'));
  fc.assert(
    fc.property(text, fc.dictionary(name, value, { noNullPrototype: true }), (call, fields) => {
      const ordered = Object.keys(fields)
        .toSorted()
        .filter((key) => fields[key] !== undefined && key !== 'client_id' && key !== 't')
        .map((key) => [key, fields[key]]);
      const wanted = createHash('sha256')
        .update(JSON.stringify([call, ordered]))
        .digest('base64url');
      expect(bodyHashOf(call, fields)).toBe(wanted);
      const turned = Object.fromEntries(Object.entries(fields).toReversed());
      expect(bodyHashOf(call, turned)).toBe(wanted);
    }),
    { numRuns: 500 },
  );
});
