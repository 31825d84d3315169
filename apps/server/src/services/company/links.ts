import type { CompanyRecord } from '../../ports/company.ts';

/** Names of this very machine, where there is nobody in between whom encryption would keep out. */
const localName = /^(?:localhost|[a-z0-9.-]+\.localhost)$/;

/**
 * A configured link as it may be followed (R-COM-04): a path of the same origin, or https to one of the company's own
 * hosts or to an origin on its list. Anything else is no link at all: a typing mistake must not lead anywhere.
 */
export function allowedLink(company: Pick<CompanyRecord, 'hosts' | 'links'>, text: string): string {
  if (isPath(text)) return text;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return '';
  }
  if (!isSafe(url) || url.username !== '' || url.password !== '') return '';
  const isListed = company.hosts.includes(url.hostname) || company.links.includes(url.origin);
  return isListed ? url.href : '';
}

/** An origin that a company may put on its list: https, and nothing but the origin. */
export function isListable(text: string): boolean {
  try {
    const url = new URL(text);
    return isSafe(url) && url.origin === text;
  } catch {
    return false;
  }
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && localName.test(hostname));
}

/** Two slashes, or one that a browser reads as such, begin another host. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}

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
