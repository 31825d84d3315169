import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { parseProviderFile } from './provider-file.ts';
import { readStatedPositions, readTrades } from './statement-file.ts';

const folder = scratchFolder('statement-');
const file = join(folder, 'statement.csv');
afterAll(() => rmSync(folder, { recursive: true }));

const planOf = (change: object = {}) =>
  parseProviderFile(
    JSON.stringify({
      ...{ host: '127.0.0.1', port: 9_882, encryption: 'private-line', senderCompId: 'MD', targetCompId: 'LP' },
      rules: 'rules.json',
      companies: [{ company: 1, account: 'ALDER' }],
      instruments: [{ symbol: 'EUR/USD', instrument: 'EURUSD', orderLots: '50.00', positionLots: '200.00' }],
      ...change,
    }),
    'hedger.json',
    folder,
    Object.values(testSpecs),
  );
const head = 'ClOrdID,Account,Symbol,Side,LastQty,LastPx';
function trades(lines: readonly string[], change: object = {}) {
  writeFileSync(file, lines.join('\r\n'));
  return readTrades(file, planOf(change));
}

test('R-HDG-19 reads trades exactly, in units or lots, under names of its own', () => {
  const expected = {
    ...{ orderId: 'H1-0-aa', companyId: 1, code: 'EURUSD', side: 'sell', unitsE8: 10_000_000_000_000n },
    ...{ valueE16: 10_000_000_000_000n * 109_950_000n, feeE16: null },
  };
  expect(trades([`\uFEFF${head},Text`, 'H1-0-aa,ALDER,EUR/USD,2,100000,1.0995,"a, b"', ''])).toEqual([expected]);
  const statement = {
    ...{ separator: ';', order: 'Ref', account: 'Book', symbol: 'Pair', side: 'B/S', quantity: 'Lots', price: 'Rate' },
    fee: 'Fee',
  };
  const named = ['Ref;Book;Pair;B/S;Lots;Rate;Fee', 'H1-0-aa;ALDER;EUR/USD;S;1.00;1.09950;2.75'];
  expect(trades(named, { statement, quantity: 'lots' })).toEqual([{ ...expected, feeE16: 27_500_000_000_000_000n }]);
  // A symbol that is not configured keeps its name, and shows as a break.
  expect(trades([head, 'X,ALDER,GBP/USD,buy,1,1'])).toMatchObject([{ code: 'GBP/USD' }]);
});

test.each([
  ['no column', ['ClOrdID,Account,Symbol,Side,LastQty'], 'its first line names no column "LastPx"'],
  ['an empty file', [''], 'its first line names no column "ClOrdID"'],
  ['another account', [head, 'H,OTHER,EUR/USD,1,1,1'], 'line 2, column "Account" must be an account'],
  ['no side', [head, 'H,ALDER,EUR/USD,long,1,1'], 'line 2, column "Side" must be "buy" or "sell"'],
  ['no quantity', [head, '', 'H,ALDER,EUR/USD,1,0,1'], 'line 3, column "LastQty" must be a quantity above zero'],
  ['a price with an exponent', [head, 'H,ALDER,EUR/USD,1,1,1e3'], 'line 2, column "LastPx" must be a price above zero'],
])('R-HDG-19 refuses %s by line and column, without the value', (_, lines, message) => {
  expect(() => trades(lines)).toThrow(message);
});

test('R-HDG-19 refuses a file that is missing, and one with too many lines', () => {
  expect(() => readTrades(join(folder, 'missing.csv'), planOf())).toThrow('it cannot be read (ENOENT)');
  const many = Array<string>(200_001).fill('H,ALDER,EUR/USD,1,1,1');
  expect(() => trades([head, ...many])).toThrow('it has more than 200000 lines');
});

test('R-HDG-19 reads positions by side, and adds those of one place', () => {
  const lines = ['Account,Symbol,LongQty,ShortQty', 'ALDER,EUR/USD,100000,', 'ALDER,EUR/USD,0,250000', 'ALDER,ABC,5,0'];
  writeFileSync(file, lines.join('\n'));
  expect([...readStatedPositions(file, planOf())]).toEqual([
    ['1/EURUSD', -15_000_000_000_000n],
    ['1/ABC', 500_000_000n],
  ]);
  writeFileSync(file, 'Account,Symbol,LongQty,ShortQty\nALDER,EUR/USD,-1,0');
  expect(() => readStatedPositions(file, planOf())).toThrow('column "LongQty" must be a quantity of zero or more');
});
