import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pollPlanOf, samplePoll } from '../../../../../../testkit/poll-plans.ts';
import { readRates } from './rate-table.ts';

const at = Date.parse('2026-11-27T10:00:00Z');

function read(content: string, change: object = {}) {
  const table = readRates(content, pollPlanOf({ ...samplePoll(), ...change }));
  return 'fault' in table ? table.fault : [...table.rates].map(([{ symbol }, rate]) => [symbol, rate]);
}

test('R-MKT-39 rates are read by the names of columns, in any order, rounded outward', () => {
  const table = 'as_of,ask,pair,bid\n2026-11-27T10:00:00Z,1.200011,EUR,1.100019\n2026-11-27T10:00:00Z,150.1,JPY,150\n';
  const expected = [
    ['EUR', { bid: 110_001, ask: 120_002, timeMs: at }],
    ['JPY', { bid: 150_000, ask: 150_100, timeMs: at }],
  ];
  expect(read(table)).toEqual(expected);
  expect(read(`\uFEFF${table.replaceAll('\n', '\r\n')}`)).toEqual(expected);
  expect(read(table.replaceAll(',', ';'), { separator: ';' })).toEqual(expected);
  expect(read(table.replaceAll(',', '\t'), { separator: 'tab' })).toEqual(expected);
  expect(read(table.replace('1.100019', '"1.100019"'))).toEqual(expected);
});

test('R-MKT-39 one rate is bid and ask, and a table without times has none', () => {
  const change = { bid: undefined, ask: undefined, rate: 'mid', time: undefined };
  expect(read('pair,mid\nEUR,1.100019\nJPY,150.001', change)).toEqual([
    ['EUR', { bid: 110_001, ask: 110_002, timeMs: null }],
    ['JPY', { bid: 150_001, ask: 150_001, timeMs: null }],
  ]);
});

test('R-MKT-39 a row that is no rate is refused by its reason, and the others count', () => {
  const row = (bid: string, ask: string, time = '2026-11-27T10:00:00Z') =>
    read(`pair,bid,ask,as_of\nEUR,${bid},${ask},${time}\nJPY,150,151,2026-11-27T10:00:00Z`);
  const reasons = [row('2', '1'), row('', '1'), row('1e0', '2'), row('-1', '2'), row('0', '2'), row('1', '2', 'noon')];
  expect(reasons.map((rows) => (rows as unknown[][])[0]?.[1])).toEqual([
    'crossed',
    'not-a-price',
    'exponent',
    'not-a-price',
    'not-a-price',
    'no-time',
  ]);
  for (const rows of reasons) expect((rows as unknown[][])[1]?.[1]).toMatchObject({ bid: 150_000 });
  expect(read('pair,bid,ask,as_of\nEUR,1,2,x\nEUR,1,2,x')).toEqual([
    ['EUR', 'twice'],
    ['JPY', 'missing'],
  ]);
});

test('R-MKT-39 a table that is none is refused as a whole', () => {
  expect(read('')).toBe('empty');
  expect(read('<html>maintenance</html>')).toBe('no-column');
  expect(read(`pair,bid,ask,as_of\n${'EUR,1,2,x\n'.repeat(10_001)}`)).toBe('too-many-rows');
});

test('R-MKT-39 no content makes the reader throw', () => {
  const line = fc.array(fc.constantFrom('pair', 'bid', 'ask', 'as_of', 'EUR', '1.1', '"', '', '\u0000', 'x'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.string(), (lines, noise) => {
      expect(() => read(lines.map((cells) => cells.join(',')).join('\n') + noise)).not.toThrow();
    }),
  );
});
