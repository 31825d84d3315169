import type { CompanyRecord } from '../../ports/company.ts';

/** Loopback names, where http is acceptable. */
const localName = /^(?:localhost|[a-z0-9.-]+\.localhost)$/;

/**
 * Returns a configured link if it is allowed: a path of the same origin, or https to a host of the company or a listed
 * origin; else empty (R-COM-04).
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

/** True if the text is an origin that a company may list: https, without path. */
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

/** True for a path; `//` and `/\` begin another host. */
function isPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}

const defaultCompany = 1;

/** Public addresses of the installation. */
export interface PageHosts {
  readonly isHttps: boolean;
  /** Origin of the default company's pages if it has no host; null if unknown. */
  readonly ownOrigin: string | null;
  /** Console host of the default company; null if consoles are served at every host. */
  readonly consoleHost: string | null;
}

/**
 * Returns the origin of a company's pages; null if unknown. The company's search URL counts only if it is at one of its
 * hosts, since it may be another site.
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

/** Returns the origin of a company's console: its console host's, or that of its pages; null if unknown. */
export function consoleOriginOf(company: Pick<CompanyRecord, 'id' | 'hosts' | 'url'>, pages: PageHosts): string | null {
  const { consoleHost, isHttps } = pages;
  if (consoleHost === null) return pageOriginOf(company, pages);
  const own = company.hosts.find((host) => isConsoleHost(consoleHost, host));
  const host = own ?? (company.id === defaultCompany ? consoleHost : null);
  return host === null || !isHttps ? null : `https://${host}`;
}

/**
 * Returns the origin of a company's console on this machine: that of a host below `localhost`, on the port of the default
 * company's pages; null for other hosts, and with HTTPS.
 */
export function localOriginOf(
  { hosts }: Pick<CompanyRecord, 'hosts'>,
  { isHttps, ownOrigin }: Pick<PageHosts, 'isHttps' | 'ownOrigin'>,
): string | null {
  const host = hosts.find((one) => one.endsWith('.localhost') && !one.startsWith('api.'));
  if (host === undefined || isHttps || ownOrigin === null) return null;
  const { port } = new URL(ownOrigin);
  return `http://${host}${port === '' ? '' : `:${port}`}`;
}

/** True for the default company's console host and others with the same first label. */
export function isConsoleHost(consoleHost: string | null, name: string): boolean {
  return consoleHost !== null && firstLabel(name) === firstLabel(consoleHost);
}

function firstLabel(host: string): string {
  return host.split('.', 1)[0] ?? '';
}
