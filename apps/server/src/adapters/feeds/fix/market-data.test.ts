import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { fixBytes } from '../../../../../../testkit/fix-acceptor.ts';
import { fixPlanOf, sampleFixConfig } from '../../../../../../testkit/fix-plans.ts';
import { parseFields } from './fix-message.ts';
import { MarketData } from './market-data.ts';

const sentMs = Date.parse('2026-11-27T10:00:00Z');
let data: MarketData;
let quotes: string[];
let doubts: string[];
let faults: string[];

function open(change: object = {}): void {
  [quotes, doubts, faults] = [[], [], []];
  data = new MarketData(fixPlanOf({ ...sampleFixConfig(), ...change }).dialect, 'r', {
    quote: ({ symbol, bid, ask, timeMs }) =>
      quotes.push(`${symbol.symbol} ${bid}/${ask} @${timeMs === null ? 'none' : timeMs - sentMs}`),
    doubt: ({ symbol }) => doubts.push(symbol),
    fault: (fault, detail) => faults.push(detail === undefined ? fault : `${fault}: ${detail}`),
  });
  data.subscribe();
}
beforeEach(() => open());

function read(text: string) {
  const bytes = fixBytes(text);
  return data.read(parseFields(bytes, 0, bytes.length), sentMs);
}

const side = (type: number, price: string, more = '') => `269=${type}|270=${price}|271=1000000${more}`;
const snapshot = (bid: string, ask: string, more = '') =>
  `35=W|262=r-1|55=EUR/USD|268=2|${side(0, bid, more)}|${side(1, ask, more)}`;
const change = (action: number, type: number, price: string, more = '') => `279=${action}|${side(type, price, more)}`;

describe('R-MKT-36 requests', () => {
  const bodies = () => data.subscribe().map((fields) => fields.map(([tag, value]) => `${tag}=${value}`).join('|'));

  test('one for each symbol, and their ends before new ones', () => {
    const ask = (id: string, symbol: string) => `262=${id}|263=1|264=1|265=1|267=2|269=0|269=1|146=1|55=${symbol}`;
    const end = (id: string, symbol: string) => `262=${id}|263=2|264=1|267=2|269=0|269=1|146=1|55=${symbol}`;
    expect(bodies()).toEqual([
      end('r-1', 'EUR/USD'),
      end('r-2', 'USD/JPY'),
      ask('r-3', 'EUR/USD'),
      ask('r-4', 'USD/JPY'),
    ]);
  });

  test('of several symbols, by SecurityID, with full updates and further fields', () => {
    open({
      symbolsPerRequest: 10,
      identify: 'security-id',
      securityIdSource: '8',
      updates: 'full',
      depth: 0,
      requestFields: { '1070': '1' },
    });
    expect(bodies()[1]).toBe(
      '262=r-2|263=1|264=0|265=0|267=2|269=0|269=1|146=2|48=EUR/USD|22=8|48=USD/JPY|22=8|1070=1',
    );
    expect(read('35=W|48=EUR/USD|22=8|268=2|269=0|270=1.1|271=1|269=1|270=1.2|271=1').isQuote).toBe(true);
  });
});

describe('R-MKT-36 quotes', () => {
  test('of a snapshot, rounded outward, and of each change after it', () => {
    expect(read(snapshot('1.100004', '1.10010')).isQuote).toBe(true);
    read(`35=X|262=r-1|268=2|${change(1, 0, '1.10002', '|55=EUR/USD')}|${change(1, 1, '1.100111', '|55=EUR/USD')}`);
    // One side alone keeps the other.
    read(`35=X|262=r-1|268=1|${change(0, 0, '1.10003', '|55=EUR/USD')}`);
    expect(quotes).toEqual(['EUR/USD 110000/110010 @0', 'EUR/USD 110002/110012 @0', 'EUR/USD 110003/110012 @0']);
    expect([doubts, faults]).toEqual([[], []]);
  });

  test('each of several in one message, of one symbol and of several; a symbol holds until the next', () => {
    read(snapshot('1.1', '1.2'));
    const both = (bid: string, ask: string) =>
      `${change(1, 0, bid, '|55=EUR/USD|278=B')}|${change(1, 1, ask, '|278=A')}`;
    const yen = `${change(0, 0, '150.001', '|55=USD/JPY')}|${change(0, 1, '150.003')}`;
    read(`35=X|268=6|${both('1.11', '1.21')}|${both('1.12', '1.22')}|${yen}`);
    expect(quotes.slice(1)).toEqual([
      'EUR/USD 111000/121000 @0',
      'EUR/USD 112000/122000 @0',
      'USD/JPY 150001/150003 @0',
    ]);
  });

  test('have the time of the message, of their newest entry, or none', () => {
    open({ time: 'entry' });
    read(snapshot('1.1', '1.2', '|272=20261127|273=09:59:59.500'));
    read(`35=X|268=1|${change(1, 0, '1.11', '|55=EUR/USD|273=09:59:59.750')}`);
    read(`35=X|268=1|${change(1, 0, '1.12', '|55=EUR/USD')}`);
    expect(quotes).toEqual(['EUR/USD 110000/120000 @-500', 'EUR/USD 111000/120000 @-250']);
    expect(faults).toEqual(['no-time']);
    open({ time: 'none' });
    read(snapshot('1.1', '1.2'));
    expect(quotes).toEqual(['EUR/USD 110000/120000 @none']);
  });

  test('trades and other entries are no sides', () => {
    read(`35=W|262=r-1|55=EUR/USD|268=3|269=2|270=9|${side(0, '1.1')}|${side(1, '1.2')}`);
    expect(quotes).toHaveLength(1);
  });
});

describe('R-MKT-36 no quote, and the last one in doubt', () => {
  const refused: [fault: string, message: string, change?: object][] = [
    ['crossed', snapshot('1.3', '1.2')],
    ['no-price', '35=W|262=r-1|55=EUR/USD|268=0'],
    ['no-price', `35=W|262=r-1|55=EUR/USD|268=1|${side(0, '1.1')}`],
    ['no-size', snapshot('1.1', '1.2').replaceAll('1000000', '0')],
    ['no-size', snapshot('1.1', '1.2').replaceAll('|271=1000000', '')],
    ['not-a-price', snapshot('0', '1.2')],
    ['not-a-price', snapshot('NaN', '1.2')],
    ['exponent', snapshot('1e0', '1.2')],
    ['malformed', '35=W|262=r-1|55=EUR/USD|268=9|269=0|270=1.1'],
    ['inactive', snapshot('1.1', '1.2', '|276=B')],
    ['not-firm', snapshot('1.1', '1.2', '|276=C I')],
  ];
  test.each(refused)('%s: %s', (fault, message, config = {}) => {
    open(config);
    read(snapshot('1.1', '1.2'));
    expect(read(message)).toMatchObject({ isQuote: false });
    expect(quotes).toHaveLength(1);
    expect(doubts).toEqual(['EUR/USD']);
    expect(faults).toEqual([fault]);
    read(snapshot('1.1', '1.2'));
    expect(quotes).toHaveLength(2);
  });

  test('a price that is not firm is one of an indicative feed', () => {
    open({ prices: 'indicative' });
    read(snapshot('1.1', '1.2', '|276=I'));
    expect(quotes).toHaveLength(1);
  });

  test('without sizes where the file says that the venue has none', () => {
    open({ sizes: false });
    read(snapshot('1.1', '1.2').replaceAll('|271=1000000', ''));
    expect(quotes).toHaveLength(1);
  });

  test('of all symbols if it hides which are meant', () => {
    read(snapshot('1.1', '1.2'));
    read(`35=X|268=1|${change(1, 0, '1.1')}`);
    expect([doubts, faults]).toEqual([['EUR/USD'], ['no-symbol']]);
    read('35=X|268=7|279=0');
    expect(faults.at(-1)).toBe('malformed');
  });

  test('a refused request, another message, another symbol, an answer to an old request', () => {
    read(snapshot('1.1', '1.2'));
    data.read(parseFields(fixBytes('35=Y|262=r-1|281=0|58=no such pair'), 0, 999), sentMs);
    expect([doubts, faults]).toEqual([['EUR/USD'], ['request-refused: EUR/USD: no such pair']]);
    read('35=Y|262=r-2|281=3');
    read('35=j|45=2|372=V|380=3|58=not now');
    read('35=8');
    read(snapshot('1.1', '1.2').replace('EUR/USD', 'GBP/USD'));
    read(snapshot('1.1', '1.2').replace('r-1', 'r-0'));
    expect(faults.slice(1)).toEqual([
      'request-refused: USD/JPY: reason 3',
      'business-reject: not now',
      'unexpected-message',
      'unknown-symbol',
      'old-request',
    ]);
    expect(quotes).toHaveLength(1);
  });
});

describe('R-MKT-36 a book of several entries', () => {
  beforeEach(() => open({ depth: 0 }));
  const book = `35=W|262=r-1|55=EUR/USD|268=4|${side(0, '1.10', '|278=b1')}|${side(0, '1.09', '|278=b2')}|${side(1, '1.20', '|278=a1')}|${side(1, '1.21', '|278=a2')}`;
  const apply = (...changes: string[]) => read(`35=X|262=r-1|268=${changes.length}|${changes.join('|')}`);

  test('gives its best, through new, changed, deleted and renamed entries', () => {
    read(book);
    apply(change(0, 0, '1.11', '|55=EUR/USD|278=b3'));
    apply('279=2|278=b3|269=0|55=EUR/USD', '279=2|278=a1|269=1');
    apply(change(1, 0, '1.105', '|55=EUR/USD|278=b2'));
    apply(change(1, 1, '1.19', '|55=EUR/USD|278=a9|280=a2'));
    expect(quotes.map((one) => one.split(' ')[1])).toEqual([
      '110000/120000',
      '111000/120000',
      '110000/121000',
      '110500/121000',
      '110500/119000',
    ]);
    apply('279=2|278=a9|269=1|55=EUR/USD');
    expect(faults).toEqual(['no-price']);
  });

  test('needs a snapshot after a change of an entry that it lacks, and gives nothing until then', () => {
    read(book);
    expect(apply(change(1, 0, '1.3', '|55=EUR/USD|278=x'))).toEqual({ isQuote: false, needsRequest: true });
    expect(apply(change(0, 0, '1.12', '|55=EUR/USD|278=b4')).isQuote).toBe(false);
    expect([faults, doubts, quotes.length]).toEqual([['unknown-entry'], ['EUR/USD'], 1]);
    data.subscribe();
    expect(read(book.replace('r-1', 'r-3'))).toEqual({ isQuote: true, needsRequest: false });
  });

  test('is bounded', () => {
    read(book);
    for (let at = 0; at < 300; at += 1) apply(change(0, 0, '1.05', `|55=EUR/USD|278=n${at}`));
    expect(faults).toEqual(['too-many-entries']);
  });
});

test('R-MKT-36 no message makes it throw, and a snapshot after it gives a quote', () => {
  const tags = fc.constantFrom(35, 55, 262, 268, 269, 270, 271, 272, 273, 276, 278, 279, 280, 290, 58);
  const values = fc.constantFrom(
    '0',
    '1',
    '2',
    'X',
    'W',
    'EUR/USD',
    '1.1',
    'r-1',
    '',
    '-',
    '9999999999',
    'constructor',
  );
  const fields = fc.array(fc.tuple(tags, values), { maxLength: 14 });
  fc.assert(
    fc.property(fc.constantFrom('W', 'X', 'Y', 'j'), fields, (type, list) => {
      open({ depth: 0 });
      read(`35=${type}|${list.map(([tag, value]) => `${tag}=${value}`).join('|')}`);
      quotes = [];
      read(snapshot('1.1', '1.2').replace('|262=r-1', ''));
      expect(quotes).toHaveLength(1);
    }),
    { numRuns: 400 },
  );
});
