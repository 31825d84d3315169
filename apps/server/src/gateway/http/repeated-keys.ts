import type { FastifyInstance } from 'fastify';
import { invalidField } from './envelope.ts';

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
