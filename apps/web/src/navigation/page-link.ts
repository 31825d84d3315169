import { type AppSearch, readSearch } from './app-search.ts';
import { findRoute, type RoutePath } from './routes.ts';

/**
 * Returns where a page of a notice is, as a link needs it: the path and its search parameters. A page that this build
 * does not have is the market.
 */
export function pageLink(page: string): { readonly to: RoutePath; readonly search: AppSearch } {
  const [path = '', query = ''] = page.split('?', 2);
  const to = findRoute(path)?.path;
  if (to === undefined) return { to: '/', search: {} };
  return { to: to as RoutePath, search: readSearch(Object.fromEntries(new URLSearchParams(query))) };
}
