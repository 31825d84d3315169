import type { IncomingMessage } from 'node:http';

/** True if a URL is a call, answered by an envelope, rather than a page or a file. */
export function isCall(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/v1/');
}

/**
 * Returns the URL of a request in readable form, before any hook. Removes the forwarded host: the framework would trust
 * it from a proxy, and the caller may have written it (R-SEC-06).
 */
export function readTarget({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  delete headers['x-forwarded-host'];
  return readableUrl(url);
}

/** Path used for a request without one: a call that does not exist. */
const noPath = '/api/';

/**
 * Returns a URL in the form that router and hooks read alike (R-SEC-09). The router decodes percent signs, drops scheme
 * and host of an absolute form and ends at `#`; the hooks compare text. So both get path and query only, with
 * unreserved characters decoded. Percent signs of a malformed path are escaped, so that it gets the usual not-found
 * answer instead of one by the framework (R-WIRE-01). A URL without a path becomes an unknown call.
 */
export function readableUrl(url: string): string {
  const origin = toOriginForm(url);
  if (!origin.startsWith('/')) return noPath;
  if (!origin.includes('%')) return origin;
  const end = origin.indexOf('?');
  const path = end < 0 ? origin : origin.slice(0, end);
  const readable = isWellFormed(path) ? path.replace(encoded, plainly) : path.replaceAll('%', '%25');
  return readable + origin.slice(path.length);
}

const encoded = /%[2-7][0-9a-f]/gi;

const schemeAndAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Returns path and query of `http://host/path?query#fragment`; the company is found by the Host header. */
function toOriginForm(url: string): string {
  const end = url.indexOf('#');
  const whole = end < 0 ? url : url.slice(0, end);
  if (whole.startsWith('/')) return whole;
  const [authority = ''] = schemeAndAuthority.exec(whole) ?? [];
  const rest = whole.slice(authority.length);
  return authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
}

/** Decodes a character that RFC 3986 calls unreserved; leaves others encoded. */
function plainly(code: string): string {
  const character = decodeURIComponent(code);
  return /[\w.~-]/.test(character) ? character : code;
}

function isWellFormed(path: string): boolean {
  try {
    // The result is used because a bundler removes a call whose result is unused.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
