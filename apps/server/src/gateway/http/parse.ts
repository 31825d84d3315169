import type * as z from 'zod/mini';
import { invalidField } from './envelope.ts';

/** Reads untrusted input by its schema; throws code 1001 naming the first field that is wrong. */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.infer<Schema> {
  const result = schema.safeParse(isPlainObject(input) ? input : {});
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path[0];
  throw invalidField(path === undefined ? 'body' : String(path));
}

function isPlainObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
