import { calls as callTable } from '@candor/contracts/http/calls';
import { clientMessage } from '@candor/contracts/ws/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compiledSchema } from './compiled-schema.ts';

const calls = Object.values(callTable);

const values: readonly unknown[] = [
  ...[0, 1, 2, -1, 1.5, 2 ** 53, Number.NaN, '0', '1', '0.1', '-3', '1e3', '', 'a', 'en', 'USD', '123456'],
  ...['a'.repeat(32), '0a1b2c3d-0000-4000-8000-0123456789ab', 'b@example.com', '2026-01', 'x'.repeat(5_000)],
  ...[true, false, null, undefined, {}, [], ['1'], [1, 2], { id: 1 }],
];

/** Returns inputs of the fields of a schema, foreign fields, and for each field more values that it accepts. */
function inputsOf(schema: z.ZodMiniType): fc.Arbitrary<Record<string, unknown>> {
  const shape = schema instanceof z.ZodMiniObject ? (schema._zod.def.shape as Record<string, z.ZodMiniType>) : {};
  const ofField = (field: z.ZodMiniType) => {
    const accepted = values.filter((value) => field.safeParse(value).success);
    const any = fc.constantFrom(...values);
    return accepted.length === 0 ? any : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...accepted) }, any);
  };
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, ofField(field)]));
  const known = fc.record(fields);
  return fc.tuple(known, fc.constantFrom(...values)).map(([all, foreign]) => ({ ...all, foreign }));
}

/** Returns all that a reading gives, the order of fields included. */
function resultOf(result: z.core.util.SafeParseResult<unknown>): unknown {
  if (!result.success) return { issues: result.error.issues };
  return { data: result.data, names: JSON.stringify(result.data) };
}

test.each(calls.map((call) => [call.name, call.input] as const))(
  'R-WIRE-22 %s reads fields as described',
  (_, schema) => {
    const read = compiledSchema(schema);
    fc.assert(
      fc.property(inputsOf(schema), (input) => {
        expect(resultOf(read(input))).toStrictEqual(resultOf(schema.safeParse(input)));
      }),
      { numRuns: 60 },
    );
  },
);

test('R-WIRE-22 most calls have inputs here that they accept', () => {
  const accepts = ({ input }: (typeof calls)[number]) =>
    fc.sample(inputsOf(input), { numRuns: 60, seed: 1 }).some((fields) => input.safeParse(fields).success);
  expect(calls.filter(accepts).length / calls.length).toBeGreaterThan(0.7);
});

test('R-WIRE-22 messages of sockets are read as described', () => {
  const read = compiledSchema(clientMessage);
  const params = fc.constantFrom<unknown>(
    ...[
      { n: 1, call: 'submit', fields: { type: 1 } },
      { n: 1, call: 'foreign', fields: {} },
      { n: -1, call: 'close' },
    ],
    ...[{ topic: 'KLINE', forex_id: 1, period: 1 }, { topic: 'DAY_MARKET', ids: [1] }, { token: 'a' }, null, [], {}],
  );
  const type = fc.constantFrom<unknown>('login', 'logout', 'sub', 'unsub', 'call', 'foreign', 1, undefined);
  fc.assert(
    fc.property(fc.record({ type, params, foreign: fc.constant(1) }, { requiredKeys: [] }), (message) => {
      expect(resultOf(read(message))).toStrictEqual(resultOf(clientMessage.safeParse(message)));
    }),
    { numRuns: 500 },
  );
});

test('R-WIRE-22 a strict object within another refuses foreign fields, and an object keeps its own check', () => {
  const inner = z.strictObject({ low: z.number(), high: z.number() }).check(z.refine(({ low, high }) => low <= high));
  const schema = z.object({ inner, list: z.array(z.object({ id: z.number() })) });
  const read = compiledSchema(schema);
  const list = [{ id: 1, foreign: 2 }];
  for (const value of [{ low: 1, high: 2 }, { low: 2, high: 1 }, { low: 1, high: 2, foreign: 3 }, { low: 1 }]) {
    expect(resultOf(read({ inner: value, list }))).toStrictEqual(resultOf(schema.safeParse({ inner: value, list })));
  }
});
