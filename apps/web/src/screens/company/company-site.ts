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
