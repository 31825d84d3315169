import { outsideLink } from '../../navigation/outside-link.ts';

/** Host of a site, for display; empty if the site must not be opened. */
export function siteName(address: string): string {
  const link = outsideLink(address, location);
  return link === null ? '' : new URL(link).host;
}
