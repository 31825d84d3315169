import { socketPath } from '@candor/contracts/http/paths';

/**
 * The API host is the page's host with its first label replaced by `api` (R-WIRE-13): m.example.com → api.example.com,
 * m.localhost:8080 → api.localhost:8080. A single label or an IP address has no sub-domain to replace: same origin.
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
 * The company's site for desktops as an address (R-WIRE-15), by the page's own scheme and port. Null where the company has
 * none, or the page is of it.
 */
export function desktopSite(pcHost: string, page: Pick<URL, 'protocol' | 'hostname' | 'port'>): string | null {
  if (pcHost === '' || pcHost === page.hostname) return null;
  return `${page.protocol}//${pcHost}${page.port === '' ? '' : `:${page.port}`}/`;
}

/** Whether a browser says that it is a desktop's. Tablets that pass for one are served as they ask to be. */
export function isDesktopAgent(userAgent: string): boolean {
  return !/Mobi|Android|iPhone|iPad|iPod/i.test(userAgent);
}

/** The socket's address on the API host. Browsers set no headers on a socket, so the language stands in the query. */
export function socketUrl(origin: string, language: string): string {
  return `${origin.replace(/^http/, 'ws')}${socketPath}?lang=${encodeURIComponent(language)}`;
}
