import type { CompanyRecord } from '../../ports/company.ts';
import { nameOfHost } from '../../services/company/companies.ts';

/** Returns the company of a host, if it is cached. */
export type PeekCompany = (host: string) => CompanyRecord | null;

/**
 * True if a page at `origin` may call `host`: the same host, or the API host of the page's host (R-WIRE-13), and both
 * of one company. If one of them is on the company's list the other must be too, so that an unlisted sub-domain is
 * refused. Ports count; behind https an http page is refused.
 */
export function isSameCompanyOrigin(peek: PeekCompany, origin: string, host: string, isHttps: boolean): boolean {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false;
  }
  if (isHttps && url.protocol !== 'https:') return false;
  if (url.host === host) return true;
  if (!host.startsWith('api.') || host !== apiHostOf(url.host)) return false;
  const [page, api] = [peek(url.host), peek(host)];
  if (page === null || api === null || page.id !== api.id) return false;
  return page.hosts.includes(nameOfHost(url.host)) === api.hosts.includes(nameOfHost(host));
}

/** Headers that a page on another host of the company may read: file name and retry time. */
const exposedHeaders = 'content-disposition, retry-after';

/** Returns the headers that let a page at `origin` read the answers of `host`; null if it may not (R-WIRE-13). */
export function originHeaders(
  peek: PeekCompany,
  origin: string,
  host: string,
  isHttps: boolean,
): Record<string, string> | null {
  if (!isSameCompanyOrigin(peek, origin, host, isHttps)) return null;
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/**
 * The API host of a page's host: its first label replaced by `api`, or put before a bare domain, as the web does. Null
 * for single labels and IP addresses, which are served from one origin.
 */
export function apiHostOf(host: string): string | null {
  const name = nameOfHost(host);
  const labels = host.split('.');
  if (/^[\d.]+$/.test(name) || host.startsWith('[') || labels.length < 2) return null;
  const isBareDomain = labels.length === 2 && !name.endsWith('.localhost');
  return ['api', ...(isBareDomain ? labels : labels.slice(1))].join('.');
}
