/** What a request without a path is taken for: a call that does not exist. */
const noPath = '/api/';

/**
 * A URL as the router and our hooks read it alike (R-SEC-09). The router reads percent encoding, takes the scheme and
 * the host of an absolute form away and ends at `#`; the hooks tell calls, uploads and the console apart by the text. So
 * both are given the path and the query alone, and what needs no encoding loses it. A path that is not well-formed would
 * be answered before any hook, in words of the framework: its percent signs are taken for themselves, which leads to the
 * not-found answer of whatever it was meant to be (R-WIRE-01). What has no path is an unknown call.
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

/** The path and the query of `http://host/path?query#fragment`; whom the request is for is told by its Host header. */
function toOriginForm(url: string): string {
  const end = url.indexOf('#');
  const whole = end < 0 ? url : url.slice(0, end);
  if (whole.startsWith('/')) return whole;
  const [authority = ''] = schemeAndAuthority.exec(whole) ?? [];
  const rest = whole.slice(authority.length);
  return authority !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
}

/** What RFC 3986 calls unreserved, by itself; everything else as it was. */
function plainly(code: string): string {
  const character = decodeURIComponent(code);
  return /[\w.~-]/.test(character) ? character : code;
}

function isWellFormed(path: string): boolean {
  try {
    // The result is looked at because a bundler drops a call whose result nobody wants.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
