import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { compiledSchema } from './compiled-schema.ts';
import { invalidField } from './envelope.ts';

/**
 * Reads untrusted input by its schema; throws code 1001 naming the first field that is wrong, or whose text cannot be stored
 * (R-SEC-05); with `isRaw` the call itself says where in its text that is.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  isRaw = false,
): z.infer<Schema> {
  const result = compiledSchema(schema)(isPlainObject(input) ? input : {});
  if (result.success) {
    const field = isRaw ? undefined : Object.entries(result.data as object).find(([, value]) => !isStorable(value));
    if (field !== undefined) throw invalidField(field[0]);
    return result.data;
  }
  const path = result.error.issues[0]?.path[0];
  throw invalidField(path === undefined ? 'body' : String(path));
}

/** False for the character U+0000, which no table takes, and for half a character, which would be stored as another text. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
}

function isPlainObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Refuses a field given twice in a query or a form (R-SEC-05): one reader could take the first, the next the last. */
export function refuseRepeatedKeys(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const key = repeatedKey(request.query) ?? (isForm ? repeatedKey(request.body) : null);
    if (key === null) done();
    else done(invalidField(key));
  });
}

/** Returns the first repeated field; parsers collect repeated ones in an array. */
function repeatedKey(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  for (const [key, value] of Object.entries(fields)) if (Array.isArray(value)) return key.slice(0, 64);
  return null;
}
