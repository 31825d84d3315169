import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { decode, decodeDecision, encode, encodeDecision } from './codec.ts';

/** Reference encoding of all journals so far: a payload must not change, or its hash no longer matches. */
function plainly(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
}

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, '12', 'n', '-n', 'open', '"', '\\', '\n', '\ud800'),
);
const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/);
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('the codec of the journal (R-LED-05)', () => {
  test('encodes the same bytes as earlier versions', () => {
    fc.assert(
      fc.property(fc.array(values), (value) => {
        expect(encode(value)).toBe(plainly(value));
      }),
      { numRuns: 500 },
    );
  });

  test('decodes its own output: bigints of any size, and texts that resemble encoded bigints', () => {
    const value = { a: -(10n ** 30n), b: ['0n?', 'n', '-n', '1', 0n, 1.5], c: { d: null, e: true } };
    expect(decode(encode(value))).toEqual(value);
    expect(decode('"-12n"')).toBe(-12n);
  });

  test('typed texts never decode as bigints, and bigints never as texts (R-FND-11)', () => {
    expect(encode(['12n', '~-3n', 'open', 'pan'])).toBe('["~12n","~~-3n","open","pan"]');
    const typed = fc.stringMatching(/^~{0,3}-?\d{0,3}n?\n?$/);
    const texts = fc.oneof(typed, fc.string({ unit: 'binary' }), fc.bigInt());
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(texts, fc.array(texts)), { noNullPrototype: true }), (value) => {
        expect(decode(encode(value))).toEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });

  test('decodes and encodes the decisions of an engine to the same bytes', () => {
    const scenario = new EngineScenario({ balance: '10000.00' });
    scenario.quote(testSpecs.eurusd, '1.15283', '1.15295');
    scenario.quote(testSpecs.usdjpy, '157.123', '157.131');
    scenario.quote(testSpecs.eurjpy, '181.100', '181.120');
    scenario.place(testSpecs.eurusd, { lots: '1.00', stopLoss: '1.15000' });
    scenario.place(testSpecs.eurjpy, { lots: '0.10', target: '180.000' });
    scenario.quote(testSpecs.eurjpy, '179.900', '179.920');
    scenario.close(1, '0.40');
    scenario.quote(testSpecs.eurusd, '1.14990', '1.15002');
    expect(scenario.events.length).toBeGreaterThan(4);
    for (const event of scenario.events) {
      const decision = { kind: 'done', events: [event] } as const;
      const text = encodeDecision(decision);
      expect(text).toBe(plainly(decision));
      expect(decodeDecision(text)).toEqual(decision);
      expect(encodeDecision(decodeDecision(text))).toBe(text);
    }
    const refused = { kind: 'refused', refusal: 'no-price' } as const;
    expect(decodeDecision(encodeDecision(refused))).toEqual(refused);
  });
});
