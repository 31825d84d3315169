const base = '/console';

/** Where somebody without a session signs in, told which page he wanted. */
export function signInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const wanted = `${pathname.slice(base.length)}${search}`;
  return /^\/?$/.test(wanted) ? `${base}/login` : `${base}/login?from=${encodeURIComponent(wanted)}`;
}

/** The page that was wanted, from the sign-in's own query; followed only inside the console, and never back to the sign-in. */
export function wantedPage(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from') ?? '';
  const isInside = /^\/(?![/\\])[^\\\s]*$/.test(from) && !/^\/login(?:[/?#]|$)/.test(from);
  return isInside ? from : undefined;
}
