import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { parseMapping, readMapping } from './mapping.ts';

const examples = join(import.meta.dirname, '../../../../../../ops/feeds');
const refusalOf = (change: (given: ReturnType<typeof sampleMapping>) => unknown): string => {
  const given = sampleMapping();
  const changed = change(given);
  try {
    parseMapping(JSON.stringify(changed ?? given), 'feed.json');
  } catch (error) {
    return (error as Error).message.replace('The mapping file feed.json of the setting FEED cannot be used: ', '');
  }
  return 'accepted';
};

test('R-MKT-21 every example is a mapping, and says where its shape is documented', () => {
  const files = readdirSync(examples).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(['binance.json', 'coinbase.json', 'kraken.json']);
  for (const file of files) {
    const { source, about } = readMapping(join(examples, file));
    expect(`${source}.json`).toBe(file);
    expect(about).toMatch(/https:\/\/\S+.*Obey the venue's terms/);
  }
});

describe('R-MKT-21 a mapping that cannot be used is refused by its field', () => {
  type Given = Record<string, never> & ReturnType<typeof sampleMapping>;
  const faults: [string, (given: Given) => unknown, string][] = [
    ['a list', () => [], 'it is not a JSON object'],
    ['no source', (given) => ({ ...given, source: undefined }), 'source is missing: it must be a name in lower case'],
    ['a name of ours', (given) => ({ ...given, source: 'replayed' }), 'source must be a name in lower case'],
    ['an unknown field', (given) => ({ ...given, colour: 'red' }), 'there is no field colour'],
    [
      'an unknown field of a part',
      (given) => ({ ...given, quote: { ...given.quote, last: 'p' } }),
      'there is no field quote.last',
    ],
    ['an address in clear', (given) => ({ ...given, url: 'ws://venue.example' }), 'url must be a wss:// address'],
    ['a password', (given) => ({ ...given, url: 'wss://u:p@venue.example' }), 'url must be a wss:// address'],
    ['a fragment', (given) => ({ ...given, url: 'wss://venue.example/x#y' }), 'url must be a wss:// address'],
    ['an empty fragment', (given) => ({ ...given, url: 'wss://venue.example/#' }), 'password or # (ws://'],
    ['a page', (given) => ({ ...given, url: 'https://venue.example' }), 'url must be a wss:// address'],
    [
      'a list in the address that nothing fills',
      (given) => ({ ...given, url: 'wss://venue.example/{symbols}' }),
      'url has {symbols} exactly if urlSymbols says how they are written',
    ],
    [
      'a list without symbols',
      (given) => ({ ...given, url: 'wss://v.example/{symbols}', urlSymbols: { each: 'x', join: '/' } }),
      'urlSymbols.each must contain {symbol}',
    ],
    ['no meaning of prices', (given) => ({ ...given, prices: 'good' }), 'prices must be "tradeable" or "indicative"'],
    ['no rules', (given) => ({ ...given, frames: [] }), 'frames must be a list of 1 to 30 rules'],
    [
      'no quotes',
      (given) => ({ ...given, frames: [{ when: { a: 'b' }, use: 'ignore' }] }),
      'frames has no rule with "use": "quotes"',
    ],
    [
      'a rule for every frame',
      (given) => ({ ...given, frames: [{ when: {}, use: 'quotes' }] }),
      'frames[0].when is empty: name at least one path',
    ],
    [
      'a rule of an object',
      (given) => ({ ...given, frames: [{ when: { a: {} }, use: 'quotes' }] }),
      'frames[0].when.a must be an object of paths',
    ],
    [
      'a path with holes',
      (given) => ({ ...given, quote: { ...given.quote, bid: 'a..b' } }),
      'quote.bid must be a path such as "data.bid"',
    ],
    [
      'a path without end',
      (given) => ({ ...given, quote: { ...given.quote, bid: 'a.b.c.d.e.f.g.h.i' } }),
      'quote.bid must be a path such as "data.bid"',
    ],
    [
      'one size',
      (given) => ({ ...given, quote: { ...given.quote, askSize: undefined } }),
      'quote.bidSize and quote.askSize belong together',
    ],
    [
      'a unit',
      (given) => ({ ...given, quote: { ...given.quote, time: { path: 't', unit: 'days' } } }),
      'quote.time.unit must be "s", "ms", "us", "ns" or "iso"',
    ],
    [
      'heartbeats of none',
      (given) => ({ ...given, unchanged: 'heartbeats', frames: [given.frames[0]] }),
      'unchanged is "heartbeats", and frames has no rule with "use": "heartbeat"',
    ],
    [
      'one and all',
      (given) => ({ ...given, subscribe: [{ a: '{symbol}', b: '{symbols}' }] }),
      'subscribe[0] has both {symbol} and {symbols}',
    ],
    ['a text to subscribe', (given) => ({ ...given, subscribe: ['hi'] }), 'subscribe[0] must be an object'],
    ['no instrument', (given) => ({ ...given, instruments: [] }), 'instruments must be a list of 1 to 500 instruments'],
    [
      'digits as text',
      (given) => ({ ...given, instruments: [{ ...given.instruments[0], digits: '2' }] }),
      'instruments[0].digits must be a whole number from 0 to 10',
    ],
    [
      'no digits',
      (given) => ({ ...given, instruments: [{ ...given.instruments[0], digits: undefined }] }),
      'instruments[0].digits is missing',
    ],
    [
      'a symbol twice',
      (given) => ({ ...given, instruments: [given.instruments[0], { ...given.instruments[0], instrument: 'ETHUSD' }] }),
      'instruments[1].symbol is that of instruments[0]',
    ],
    [
      'an instrument twice',
      (given) => ({ ...given, instruments: [given.instruments[0], { ...given.instruments[0], symbol: 'X' }] }),
      'instruments[1].instrument is that of instruments[0]',
    ],
    [
      'endless frames',
      (given) => ({ ...given, frameBytesMax: 1e9 }),
      'frameBytesMax must be a whole number from 1,024',
    ],
    [
      'a use that is none',
      (given) => ({ ...given, frames: [{ when: { a: 'b' }, use: 'stop' }] }),
      'frames[0].use must be "quotes", "heartbeat", "doubt", "ignore" or "error"',
    ],
    [
      'a long silence before a deal',
      (given) => ({ ...given, silenceMs: 60_001 }),
      'silenceMs is more than 60,000, the most where prices are "tradeable"',
    ],
    [
      'a text that is no error',
      (given) => ({ ...given, frames: [{ when: { a: 'b' }, use: 'quotes', text: 'x' }] }),
      'frames[0].text belongs to a rule with "use": "error"',
    ],
  ];
  test.each(faults)('%s', (_, change, refusal) => {
    expect(refusalOf(change as (given: ReturnType<typeof sampleMapping>) => unknown)).toContain(refusal);
  });

  test('the sample itself is accepted, and so is a venue of this machine without TLS', () => {
    expect(refusalOf((given) => given)).toBe('accepted');
    expect(refusalOf((given) => ({ ...given, silenceMs: 60_000 }))).toBe('accepted');
    expect(refusalOf((given) => ({ ...given, prices: 'indicative', silenceMs: 3_600_000 }))).toBe('accepted');
    for (const url of ['ws://localhost:1/', 'ws://127.0.0.1:1/', 'ws://[::1]:1/'])
      expect(refusalOf((given) => ({ ...given, url }))).toBe('accepted');
    expect(refusalOf((given) => ({ ...given, url: 'ws://127.0.0.1.venue.example/' }))).not.toBe('accepted');
  });
});

test('R-MKT-21 a refusal repeats no value of the file, which may be a key', () => {
  for (const place of ['url', 'source', 'prices'])
    expect(refusalOf((given) => ({ ...given, [place]: 'SECRETKEY' }))).not.toContain('SECRETKEY');
});

test('R-MKT-21 a file that is missing, too large or no JSON is refused by its name', () => {
  const folder = scratchFolder('candor-mapping-');
  const refusal = (file: string) => {
    try {
      readMapping(file);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  const [large, broken] = [join(folder, 'large.json'), join(folder, 'broken.json')];
  writeFileSync(large, ' '.repeat(300_000));
  writeFileSync(broken, '{"source": "x",');
  expect(refusal(join(folder, 'none.json'))).toMatch(/none\.json .*it cannot be read \(ENOENT\)/);
  expect(refusal(folder)).toContain('it cannot be read (EISDIR)');
  expect(refusal(large)).toContain('it is larger than 262144 bytes');
  expect(refusal(broken)).toContain('it is not JSON');
});
