import { expect, test } from 'vitest';
import { type AreaDirectory, requireServed, toAccountName } from './account-name.ts';

const dialCodes = new Map([
  [1, { dialCode: '852', country: 'HK' }],
  [2, { dialCode: '33', country: 'FR' }],
  [3, { dialCode: '39', country: 'IT' }],
]);
const areas: AreaDirectory = {
  find: (id) => dialCodes.get(id) ?? null,
  countriesOf: (digits) =>
    [...dialCodes.values()].filter(({ dialCode }) => digits.startsWith(dialCode)).map(({ country }) => country),
};
const nameOf = (text: string, areaId?: number, type?: 'email' | 'mobile') =>
  toAccountName({ text, areaId, type }, areas).value;

test.each([
  [' Rosa.Luxe@Example.COM ', undefined, 'rosa.luxe@example.com'],
  ['rosa@bücher.example', undefined, 'rosa@xn--bcher-kva.example'],
  ['a+b_c@m.example.co', undefined, 'a+b_c@m.example.co'],
  ['06 12 34 56 78', 2, '+33612345678'],
  ['612345678', 2, '+33612345678'],
  ['(612) 345-678', 2, '+33612345678'],
  ['+33 6 12 34 56 78', undefined, '+33612345678'],
  ['0033612345678', 1, '+33612345678'],
  ['9123 4567', 1, '+85291234567'],
  ['06 1234567', 3, '+39061234567'],
])('R-SES-17 %s in area %s becomes %s', (text, areaId, value) => {
  expect(nameOf(text, areaId)).toBe(value);
});

test.each([
  ['rosa@', 'invalidField'],
  ['@example.com', 'invalidField'],
  ['rosa@localhost', 'invalidField'],
  ['rosa@@example.com', 'invalidField'],
  ['ro sa@example.com', 'invalidField'],
  ['.rosa@example.com', 'invalidField'],
  ['rosa\u0000@example.com', 'invalidField'],
  ['rosa\r\nbcc:x@example.com', 'invalidField'],
  ['rоsa@example.com', 'invalidField'],
  ['"rosa"@example.com', 'invalidField'],
  [`${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`, 'invalidField'],
  ['١٢٣٤٥٦٧٨', 'invalidField'],
  ['12345678901234567', 'invalidField'],
  ['+999123456789', 'areaUnknown'],
  ['612345678', 'areaUnknown'],
])('R-SES-17 %s is refused: %s', (text, reason) => {
  expect(() => nameOf(text)).toThrow(expect.objectContaining({ reason }));
});

test('a given type decides between email and mobile', () => {
  expect(() => nameOf('rosa@example.com', 2, 'mobile')).toThrow('invalidField');
  expect(() => nameOf('612345678', 2, 'email')).toThrow('invalidField');
});

test('R-COM-03 an unserved country is refused by area and by number', () => {
  const blocked = new Set(['FR']);
  const ask = (value: string, areaId?: number) => {
    const kind = value.startsWith('+') ? 'mobile' : 'email';
    requireServed(blocked, { kind, value }, areaId, areas);
  };
  const refused = expect.objectContaining({ reason: 'countryBlocked' });
  expect(() => ask('+33612345678')).toThrow(refused);
  expect(() => ask('rosa@example.com', 2)).toThrow(refused);
  ask('+85291234567', 1);
  ask('rosa@example.com');
});
