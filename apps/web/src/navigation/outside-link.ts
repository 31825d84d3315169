/**
 * An address outside the app that the server names, as it may be followed: https, or a page of the same origin; plain
 * http on a machine's own names only. Null for anything else, whoever has put it there (R-COM-04).
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

/** Where a company out of service sends its visitors. Null for the page that is open already: it would load for ever. */
export function wayOut(text: string, page: Pick<URL, 'origin' | 'href'>): string | null {
  const link = outsideLink(text, page);
  if (link === null) return null;
  const [there, here] = [new URL(link), new URL(page.href)];
  return there.origin === here.origin && there.pathname === here.pathname ? null : link;
}
