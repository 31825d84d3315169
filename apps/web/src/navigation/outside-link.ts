/**
 * Returns an address outside the app that the server names, if it is safe to open: https, a page of the same origin, or
 * plain http on a name of this machine. Null for anything else (R-COM-04).
 */
export function outsideLink(text: string, page: Pick<URL, 'origin' | 'href'>): string | null {
  let url: URL;
  try {
    url = new URL(text, page.href);
  } catch {
    return null;
  }
  if (text === '' || url.username !== '' || url.password !== '') return null;
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  const isSafe = url.origin === page.origin || url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  return isSafe ? url.href : null;
}

/**
 * Returns the page to which a company out of service redirects; null for the page already open, which would reload
 * endlessly.
 */
export function wayOut(text: string, page: Pick<URL, 'origin' | 'href'>): string | null {
  const link = outsideLink(text, page);
  if (link === null) return null;
  const [there, here] = [new URL(link), new URL(page.href)];
  return there.origin === here.origin && there.pathname === here.pathname ? null : link;
}
