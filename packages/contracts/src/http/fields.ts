import * as z from 'zod/mini';

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
