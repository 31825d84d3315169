import * as z from 'zod/mini';
import * as core from 'zod/v4/core';

/** Reads input as the schema does, with the same values and the same issues. */
export type Reader<Output> = (input: unknown) => z.core.util.SafeParseResult<Output>;

const readers = new WeakMap<z.ZodMiniType, Reader<unknown>>();

/**
 * Returns the reader of a schema, made once: objects are read by a function that the library writes for their fields.
 * The light form of the library, which the browser needs, reads them field by field, at about twice the cost.
 */
export function compiledSchema<Schema extends z.ZodMiniType>(schema: Schema): Reader<z.output<Schema>> {
  const known = readers.get(schema);
  if (known !== undefined) return known as Reader<z.output<Schema>>;
  const compiled = compile(schema);
  const reader: Reader<unknown> = (input) => core.safeParse(compiled, input);
  readers.set(schema, reader);
  return reader as Reader<z.output<Schema>>;
}

/** Rebuilds objects, those within objects, and unions of objects; every other schema stays as it is. */
function compile(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof z.ZodMiniDiscriminatedUnion) {
    const { def } = schema._zod;
    return new core.$ZodDiscriminatedUnion({ ...def, options: def.options.map(compile) as typeof def.options });
  }
  if (!(schema instanceof z.ZodMiniObject)) return schema;
  const { def } = schema._zod;
  const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, compile(field)]));
  return new core.$ZodObjectJIT({ ...def, shape });
}
