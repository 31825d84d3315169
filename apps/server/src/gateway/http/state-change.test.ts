import { createHash } from 'node:crypto';
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
