import type { IncomingMessage } from 'node:http';
import { readableUrl } from './readable-url.ts';

/**
 * Returns the URL of a request in readable form, before any hook. Removes the forwarded host: the framework would trust
 * it from a proxy, and the caller may have written it (R-SEC-06).
 */
export function readTarget({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  delete headers['x-forwarded-host'];
  return readableUrl(url);
}
