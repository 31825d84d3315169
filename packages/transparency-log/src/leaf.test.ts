import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLeaf, encodeHiddenLeaf, encodePublicLeaf } from './leaf.ts';
import { leafHash } from './merkle.ts';
import { decodeQuoteLeaf, encodeQuoteLeaf, type LoggedPrice } from './quote-leaf.ts';
import { requireEntry } from './tile-bytes.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const refusal = expect.objectContaining({ name: 'LogError', code: 'bad-leaf' });

describe('leaves have the bytes of docs/adr/0044 (R-LOG-05)', () => {
  test('of a second of quotes', () => {
    const quotes = [
      { instrumentId: 1, seq: 1_000, timeMs: 1_795_000_000_120, bid: 115_283, ask: 115_295 },
      { instrumentId: 3, seq: 1_001, timeMs: 1_795_000_000_250, bid: 157_120, ask: 157_134 },
      { instrumentId: 1, seq: 1_002, timeMs: 1_795_000_000_900, bid: 115_281, ask: 115_293 },
    ];
    const leaf = encodeQuoteLeaf({ second: 1_795_000_000, source: 'simulated', quotes });
    expect(hex(leaf)).toBe('01c08df6d7060973696d756c61746564020102d00ff001a6890e1804980c0318020101f4038097131c');
    expect(decodeQuoteLeaf(leaf).quotes).toEqual([quotes[0], quotes[2], quotes[1]]);
  });

  test('of a receipt, a correction and a rule', () => {
    const salt = Buffer.alloc(32, 7);
    const receipt = encodeHiddenLeaf('receipt', salt, '{"id":"1-open"}');
    expect(hex(receipt)).toBe('025fe5c7e681e256b571609e55cd30ac5829189d1e3b455a95dfed9f0876206a85');
    expect(hex(leafHash(receipt))).toBe('1f78690b48c46ce65f6dd71b998e9f8a730ab88ef0a2e837dbf69e986d2ed18a');
    expect(decodeLeaf(receipt)).toEqual({ kind: 'receipt', hash: receipt.subarray(1) });
    expect(decodeLeaf(encodeHiddenLeaf('correction', salt, 'x')).kind).toBe('correction');
    expect(hex(encodePublicLeaf('rule', '{"rule":"halt"}'))).toBe('037b2272756c65223a2268616c74227d');
    expect(decodeLeaf(encodePublicLeaf('rule', '{}'))).toEqual({ kind: 'rule', text: '{}' });
    expect(decodeLeaf(Buffer.of(1))).toEqual({ kind: 'quotes' });
  });

  test('the salt hides the text: another salt gives another leaf, a short one is refused', () => {
    const leaves = [7, 8].map((byte) => hex(encodeHiddenLeaf('receipt', Buffer.alloc(32, byte), 'x')));
    expect(new Set(leaves).size).toBe(2);
    for (const length of [0, 31, 33])
      expect(() => encodeHiddenLeaf('receipt', Buffer.alloc(length), 'x')).toThrow(refusal);
  });
});

const quote: fc.Arbitrary<LoggedPrice> = fc.record({
  instrumentId: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  seq: fc.integer({ min: 0, max: 2 ** 51 }),
  timeMs: fc.integer({ min: 0, max: 2 ** 45 }),
  bid: fc.integer({ min: 0, max: 2 ** 50 }),
  ask: fc.integer({ min: 0, max: 2 ** 50 }),
});

describe('leaves (R-LOG-05)', () => {
  test('of any quotes come back, by instrument and in order', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.string({ maxLength: 10 }),
        fc.array(quote, { minLength: 1 }),
        (second, source, quotes) => {
          const sorted = quotes.toSorted((one, other) => one.instrumentId - other.instrumentId);
          expect(decodeQuoteLeaf(encodeQuoteLeaf({ second, source, quotes }))).toEqual({
            second,
            source,
            quotes: sorted,
          });
        },
      ),
    );
  });

  test('the most quotes of the longest form fit an entry; none and more are refused', () => {
    const quotes = Array.from({ length: 1_500 }, (_, at) => ({
      instrumentId: 4_000_000_000 + at,
      seq: at % 2 === 0 ? 0 : 2 ** 51,
      timeMs: 2 ** 51,
      bid: 2 ** 51,
      ask: 0,
    }));
    const batch = { second: 1, source: 'x'.repeat(47), quotes };
    requireEntry(encodeQuoteLeaf(batch));
    const [first] = quotes;
    if (first === undefined) throw new Error('no quote');
    expect(() => encodeQuoteLeaf({ ...batch, quotes: [...quotes, first] })).toThrow(refusal);
    expect(() => encodeQuoteLeaf({ ...batch, quotes: [] })).toThrow(refusal);
    expect(() => encodeQuoteLeaf({ ...batch, source: 'x'.repeat(48) })).toThrow(refusal);
    expect(() => encodeQuoteLeaf({ ...batch, second: -1 })).toThrow(refusal);
  });

  test('any bytes are decoded to what encodes to them again, or refused by name', () => {
    const quotes = [
      { instrumentId: 1, seq: 9, timeMs: 5_010, bid: 100, ask: 101 },
      { instrumentId: 2, seq: 10, timeMs: 5_020, bid: 200, ask: 202 },
    ];
    const leaf = encodeQuoteLeaf({ second: 5, source: 'a', quotes });
    const check = (bytes: Uint8Array) => {
      try {
        expect(encodeQuoteLeaf(decodeQuoteLeaf(bytes))).toEqual(Uint8Array.from(bytes));
      } catch (error) {
        expect(error).toEqual(refusal);
      }
    };
    for (let end = 0; end < leaf.length; end += 1)
      expect(() => decodeQuoteLeaf(leaf.subarray(0, end))).toThrow(refusal);
    expect(() => decodeQuoteLeaf(Buffer.concat([leaf, Buffer.of(0)]))).toThrow(refusal);
    // A number with a needless last byte.
    expect(() => decodeQuoteLeaf(Buffer.concat([leaf.subarray(0, 1), Buffer.of(0x85, 0), leaf.subarray(2)]))).toThrow(
      refusal,
    );
    for (let at = 0; at < leaf.length; at += 1) for (let byte = 0; byte < 256; byte += 1) check(leaf.with(at, byte));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => check(Uint8Array.of(1, ...bytes))));
    for (const bytes of [
      '',
      '00',
      '08',
      '06ff',
      '07ff',
      `02${'00'.repeat(31)}`,
      `04${'00'.repeat(33)}`,
      '03ff',
      '05ff',
    ])
      expect(() => decodeLeaf(Buffer.from(bytes, 'hex'))).toThrow(refusal);
  });
});
