/**
 * Whether a page at `origin` may call `host`: the same host, or the API host that belongs to the page's, which has
 * `api` in place of its first label, as `api.example.com` for `m.example.com` (R-WIRE-13). Compared with the port.
 */
export function isSameCompanyOrigin(origin: string, host: string): boolean {
  let originHost: string;
  try {
    originHost = new URL(origin).host;
  } catch {
    return false;
  }
  if (originHost === host) return true;
  return host.startsWith('api.') && host === apiHostOf(originHost);
}

/** The API host of a page's host; null for bare names and IP addresses, which are served from one origin. */
function apiHostOf(host: string): string | null {
  const [name = ''] = host.split(':');
  const labels = host.split('.');
  if (/^[\d.]+$/.test(name) || host.startsWith('[') || labels.length < 2) return null;
  return ['api', ...labels.slice(1)].join('.');
}
