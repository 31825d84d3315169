import { outsideLink } from '../../navigation/outside-link.ts';

/** How a site is called by people: its host. Empty where it must not be opened. */
export function siteName(address: string): string {
  const link = outsideLink(address, location);
  return link === null ? '' : new URL(link).host;
}
