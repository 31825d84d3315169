import { outsideLink } from '../../navigation/outside-link.ts';

const threeYearsSeconds = 3 * 365 * 24 * 60 * 60;

/** Cookie with the company chosen in main mode, for three years (R-COM-03); secure on https pages only. */
export function companyCookie(companyId: number, protocol: string): string {
  const parts = [`company_id=${companyId}`, 'Path=/', `Max-Age=${threeYearsSeconds}`, 'SameSite=Lax'];
  return [...parts, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ');
}

/** Host of a site, for display; empty if the site must not be opened. */
export function siteName(address: string): string {
  const link = outsideLink(address, location);
  return link === null ? '' : new URL(link).host;
}

/** Splits a name around the searched letters; the middle part is empty if the name does not contain them. */
export function splitMatch(name: string, searched: string): readonly [before: string, match: string, after: string] {
  const at = fold(name).indexOf(fold(searched));
  // Letters with a longer lower case would shift the positions after them.
  if (searched === '' || at < 0 || fold(name).length !== name.length) return [name, '', ''];
  return [name.slice(0, at), name.slice(at, at + searched.length), name.slice(at + searched.length)];
}

function fold(text: string): string {
  return text.toLowerCase();
}
