import type { CompanyRecord } from '../../ports/company.ts';

const defaultCompany = 1;

/** How the installation is reached from outside. */
export interface PageHosts {
  readonly isHttps: boolean;
  /** Origin of the default company's pages, where it has no host of its own; null: not known. */
  readonly ownOrigin: string | null;
  /** The default company's console host; null: consoles are served at every host. */
  readonly consoleHost: string | null;
}

/**
 * Returns the origin of a company's pages; null if the installation does not know one. The address that the search of
 * companies leads to counts only where it is at one of the company's own hosts: it may be another site.
 */
export function pageOriginOf(
  company: Pick<CompanyRecord, 'id' | 'hosts' | 'url'>,
  { isHttps, ownOrigin, consoleHost }: PageHosts,
): string | null {
  const pages = company.hosts.filter((host) => !host.startsWith('api.') && !isConsoleHost(consoleHost, host));
  const url = URL.canParse(company.url) ? new URL(company.url) : null;
  if (url !== null && pages.includes(url.hostname)) return url.origin;
  const [page] = pages;
  if (page !== undefined && isHttps) return `https://${page}`;
  return company.id === defaultCompany ? ownOrigin : null;
}

/** Whether a host name is a console's: the default company's, or another one with the same first label. */
export function isConsoleHost(consoleHost: string | null, name: string): boolean {
  return consoleHost !== null && firstLabel(name) === firstLabel(consoleHost);
}

function firstLabel(host: string): string {
  return host.split('.', 1)[0] ?? '';
}
