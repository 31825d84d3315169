import { socketPath } from '@candor/contracts/http/paths';

/**
 * Returns the origin of the API: the page's host with its first label replaced by `api` (R-WIRE-13), e.g. m.example.com
 * → api.example.com, m.localhost:8080 → api.localhost:8080. A single label or an IP address has no sub-domain to
 * replace: same origin.
 */
export function apiOrigin(page: Pick<URL, 'protocol' | 'hostname' | 'port' | 'origin'>): string {
  const labels = page.hostname.split('.');
  const isIp = page.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(page.hostname);
  if (isIp || labels.length < 2 || labels[0] === 'api') return page.origin;
  const isApex = labels.length === 2 && labels[1] !== 'localhost';
  const host = isApex ? ['api', ...labels] : ['api', ...labels.slice(1)];
  return `${page.protocol}//${host.join('.')}${page.port === '' ? '' : `:${page.port}`}`;
}

/**
 * Returns the address of the company's desktop site (R-WIRE-15), with the scheme and port of the page. Null where the
 * company has none, or the page is on it.
 */
export function desktopSite(pcHost: string, page: Pick<URL, 'protocol' | 'hostname' | 'port'>): string | null {
  if (pcHost === '' || pcHost === page.hostname) return null;
  return `${page.protocol}//${pcHost}${page.port === '' ? '' : `:${page.port}`}/`;
}

/** True if the user agent is a desktop browser. Tablets that identify as desktops are served as desktops. */
export function isDesktopAgent(userAgent: string): boolean {
  return !/Mobi|Android|iPhone|iPad|iPod/i.test(userAgent);
}

/**
 * Returns the address of the socket on the API host. Browsers cannot set headers on a socket, so the language is in the
 * query.
 */
export function socketUrl(origin: string, language: string): string {
  return `${origin.replace(/^http/, 'ws')}${socketPath}?lang=${encodeURIComponent(language)}`;
}
