import { BookedDay, type StatementBreak } from '@candor/domain/hedging/statement';
import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { describeDay, parseStatementArgs } from './open-hedge-statement.ts';

test('R-HDG-19 the command names its files and its day, which may end at any hour', () => {
  const args = ['--hedge-statement', '--day', '2026-11-26', '--trades', 't.csv'];
  const endMs = Date.parse('2026-11-27T00:00:00Z');
  const whole = { trades: 't.csv', positions: null, startMs: endMs - 86_400_000, endMs };
  expect(parseStatementArgs(args)).toEqual(whole);
  expect(parseStatementArgs([...args, '--ends', '22:00', '--positions', 'p.csv'])).toEqual({
    ...{ trades: 't.csv', positions: 'p.csv' },
    ...{ startMs: Date.parse('2026-11-25T22:00:00Z'), endMs: Date.parse('2026-11-26T22:00:00Z') },
  });
  for (const ends of ['24:30', '00:00', 'noon'])
    expect(() => parseStatementArgs([...args, '--ends', ends])).toThrow(`--ends ${ends} is not the end of a day`);
  for (const day of ['yesterday', '2026-02-30'])
    expect(() => parseStatementArgs(['--trades', 'a', '--day', day])).toThrow(`--day ${day} is not a day`);
  expect(() => parseStatementArgs(['--day', '2026-11-26'])).toThrow('needs --trades <file>');
  expect(() => parseStatementArgs([...args, '--positions', '--day'])).toThrow('--positions needs the path of a file');
});

test('R-HDG-19 each break is a line, with both sides in exact figures', () => {
  const sum = {
    ...{ companyId: 1 as CompanyId, code: 'EURUSD', side: 'buy' as const },
    ...{ unitsE8: 10_000_000_000_000n, valueE16: 1_100_000_000_000_000_000_000n, feeE16: null },
  };
  const breaks: StatementBreak[] = [
    { kind: 'not-ours', orderId: 'X', stated: sum },
    { kind: 'not-booked', orderId: 'H1', stated: sum, isLater: true },
    { kind: 'not-stated', orderId: 'H2', booked: { ...sum, feeE16: 27_500_000_000_000_000n } },
    { kind: 'differs', orderId: 'H3', fields: ['units', 'value'], stated: sum, booked: sum },
    { kind: 'position', place: '1/EURUSD' as never, statedE8: 5n, bookedE8: 0n },
  ];
  const endMs = Date.parse('2026-11-27T00:00:00Z');
  const lines = describeDay({ startMs: endMs - 86_400_000, endMs }, [], new BookedDay(), breaks);
  const text = 'company 1 buy 100000 EURUSD, value 110000';
  expect(lines).toEqual([
    'Statement from 2026-11-26T00:00:00.000Z until 2026-11-27T00:00:00.000Z: 0 trades of 0 orders stated, 0 orders booked.',
    '5 breaks:',
    `  X: not an order of the hedger; stated ${text}`,
    `  H1: not booked on this day, but on the next; stated ${text}`,
    `  H2: not stated; booked ${text}, fee 2.75`,
    `  H3: units, value differ; stated ${text}; booked ${text}`,
    '  position of company 1 in EURUSD: stated 0.00000005, booked 0 units',
  ]);
  const many = Array.from({ length: 1_002 }, (): StatementBreak => ({ kind: 'not-ours', orderId: 'X', stated: sum }));
  expect(describeDay({ startMs: 0, endMs: 1 }, [], new BookedDay(), many).at(-1)).toBe('and 2 more.');
});
