import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthMax, JsonNumber, type JsonValue, readJson, valueAt } from './read-json.ts';

/** The value with numbers as JSON has them. */
function plainOf(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return JSON.parse(value.text);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [name, plainOf(one)]));
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(plainOf) : value;
}

const read = (text: string) => {
  const result = readJson(text);
  return 'fault' in result ? result.fault : plainOf(result.value);
};

test('R-MKT-25 reads every JSON text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
      expect(JSON.stringify(read(`${space}${text}${space}`))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('R-MKT-25 refuses every text that JSON.parse refuses, and never throws', () => {
  const pieces = fc.constantFrom(
    ...'{}[]":,\\'.split(''),
    'null',
    'tru',
    '1',
    '-',
    '.5',
    '1e',
    '"a"',
    '\u0001',
    '\\u12',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('utf8')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const result = readJson(text);
      expect('fault' in result).toBe(!isJson);
    }),
    { numRuns: 2_000 },
  );
});

test('R-MKT-25 a text of great depth is refused before the stack ends', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(read(nested(depthMax))).not.toBe('too-deep');
  expect(read(nested(depthMax + 1))).toBe('too-deep');
  expect(read('['.repeat(200_000))).toBe('too-deep');
  expect(read('{"a":'.repeat(50_000))).toBe('too-deep');
});

test('R-MKT-23 a number keeps all its digits', () => {
  const result = readJson('{"bid":0.12345678901234567890}');
  expect('value' in result && valueAt(result.value, ['bid'])).toEqual(new JsonNumber('0.12345678901234567890'));
});

test('names of objects reach no prototype, and paths lead through objects and lists only', () => {
  const result = readJson('{"__proto__":{"x":1},"list":[{"y":"z"}],"text":"abc"}');
  if ('fault' in result) throw new Error(result.fault);
  const at = (path: string) => valueAt(result.value, path.split('.'));
  expect(at('list.0.y')).toBe('z');
  expect(at('__proto__.x')).toEqual(new JsonNumber('1'));
  for (const path of ['constructor', 'list.length', 'list.1.y', 'list.-1', 'text.0', 'text.length', 'toString'])
    expect(at(path)).toBeUndefined();
});
