/**
 * A URL as the router and our hooks read it alike. The router reads percent encoding, the hooks tell calls, uploads and
 * the console apart by the text: letters that hide behind it would be served past all of them, so what needs no encoding
 * loses it (R-SEC-09). A path that is not well-formed would be answered before any hook, in words of the framework: its
 * percent signs are taken for themselves, which leads to the not-found answer of whatever it was meant to be (R-WIRE-01).
 */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const readable = isWellFormed(path) ? path.replace(encoded, plainly) : path.replaceAll('%', '%25');
  return readable + url.slice(path.length);
}

const encoded = /%[2-7][0-9a-f]/gi;

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
