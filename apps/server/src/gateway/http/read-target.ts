import type { IncomingMessage } from 'node:http';
import { readableUrl } from './readable-url.ts';

/**
 * Returns what a request asks for, before anything reads it. The host is the Host header's: a forwarded one is written by
 * the caller where the proxy does not overwrite it, and the framework would believe it from a proxy (R-SEC-06).
 */
export function readTarget({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  delete headers['x-forwarded-host'];
  return readableUrl(url);
}
