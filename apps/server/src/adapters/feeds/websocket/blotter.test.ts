import { describe, expect, test } from 'vitest';
import { createBlotter } from './blotter.ts';

const plan = {
  url: 'wss://venue.example/v1/abcdef123/ws?key=SECRET%2FKEY&level=1&bare-token',
  host: 'venue.example',
  subscribe: [
    '{"method":"subscribe","token":"tok-n.1(2)","channel":"channel","symbol":["BTC-USD","btcusdt"],"id":12345678,"deep":[{"k":"quo\\"ted1"}]}',
  ],
  keepAlive: { message: '{"op":"pulse-77","n":5}', everyMs: 1_000 },
  names: ['BTC-USD', 'btcusdt'],
};
const blot = createBlotter(plan);

describe('R-MKT-27 a key is not shown in a log', () => {
  test.each([
    `cannot open ${plan.url}`,
    'no such path: /v1/abcdef123/ws',
    'unknown client abcdef123.',
    'unknown client ABCDEF123.',
    'query ?key=SECRET%2FKEY&level=1',
    'the key SECRET/KEY is not known',
    'the key SECRET%2FKEY is not known',
    'the token bare-token is not known',
    'the token tok-n.1(2) is not known',
    'the number 12345678 is not known',
    'text: {"k":"quo\\"ted1"}',
    'text: quo"ted1',
    'no such op: pulse-77',
  ])('%s', (text) => {
    const shown = blot(text, 200);
    expect(shown).not.toMatch(/SECRET|abcdef|bare-|tok-n|12345678|ted1|pulse/i);
    expect(shown).toContain(text.slice(0, 6));
  });

  test('also where the end of the text cuts it', () => {
    for (let longest = 1; longest < 40; longest += 1) {
      const shown = blot('abcdef123 is no client, tok-n.1(2) is none', longest);
      expect('… is no client, … is none'.startsWith(shown.trimEnd())).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(longest);
    }
    expect(blot('x'.repeat(500), 200)).toBe('x'.repeat(200));
    expect(blot('', 200)).toBe('');
  });

  test('symbols, names of fields and short texts stay', () => {
    for (const text of ['level 1 has no / sides', 'no channel for BTC-USD and btcusdt', 'the method is wrong'])
      expect(blot(text, 200)).toBe(text);
    expect(blot(`cannot open ${plan.url}`, 200)).toBe('cannot open venue.example');
  });

  test('an address and messages without any', () => {
    const plain = createBlotter({
      url: 'wss://v.example/',
      host: 'v.example',
      subscribe: [],
      keepAlive: null,
      names: [],
    });
    expect(plain('nothing to hide / here', 200)).toBe('nothing to hide / here');
  });
});
