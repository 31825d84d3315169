/** Returns the path of the sign-in page, with the requested page as `from`. */
export function signInPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const wanted = `${pathname}${search}`;
  return /^\/?$/.test(wanted) ? '/login' : `/login?from=${encodeURIComponent(wanted)}`;
}

/** Returns the requested page from the query of the sign-in; undefined if it is outside the console or the sign-in itself. */
export function wantedPage(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from') ?? '';
  const isInside = /^\/(?![/\\])[^\\\s]*$/.test(from) && !/^\/login(?:[/?#]|$)/.test(from);
  return isInside ? from : undefined;
}
