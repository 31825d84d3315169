import * as z from 'zod/mini';

/** Names a schema in the documents of the API (docs/api): one component, referred to wherever it is used. */
export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema, description = ''): Schema {
  z.globalRegistry.add(schema, description === '' ? { id } : { id, description });
  return schema;
}

/** Returns the schema with a description for the documents of the API. */
export function note<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

/** A decimal on the wire: a string, or a JSON number written without exponent. Its precision is checked where its field is known. */
export const decimalField = z.pipe(
  z.union([
    z.string(),
    z.pipe(
      z.number(),
      z.transform((value: number) => String(value)),
    ),
  ]),
  z.string().check(z.regex(/^-?(0|[1-9]\d{0,14})(\.\d{1,8})?$/)),
);

const digitsText = z.pipe(z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)), z.transform(Number));

/** A whole number from `min` to `max`, as JSON number or as plain digits (queries and forms); nothing else is coerced. */
export function integerField(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.pipe(z.union([z.number(), digitsText]), z.number().check(z.int(), z.gte(min), z.lte(max)));
}

/** The client's own 128-bit id of a state change, as hex or UUID (R-WIRE-09). */
export const clientIdField = z
  .string()
  .check(z.regex(/^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/));

/** `client_id` of a body; the header `idempotency-key` is the same. */
export const optionalClientId = note(
  'Id of the request, chosen by the client. The same id with the same fields gets the same answer; with other fields it is refused.',
  z.optional(clientIdField),
);

/** `page` of a list, from 1. */
export const pageField = z._default(integerField(1, 100_000), 1);

/** Money, prices, lots and rates travel as decimal strings (R-WIRE-06). */
export const decimalText = named('Decimal', z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), 'A decimal number as text.');
export type DecimalText = z.infer<typeof decimalText>;

/** Milliseconds since 1970-01-01T00:00Z. */
export const timeMs = named('TimeMs', z.number().check(z.int()), 'Milliseconds since 1970-01-01T00:00Z.');

/** 0 or 1, for no or yes. */
export const flag = z.literal([0, 1]);

/** A page of a list: its rows, and the number of rows in the whole list. */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.strictObject({ data: z.array(row), total: z.number() });
}
