import { receiptKeysPath } from '@candor/contracts/http/receipts';
import { nameOfHost } from '../../services/company/companies.ts';

/** Hosts of their own for what must not share the app's origin; null where everything is served from any host. */
export interface HostPlan {
  readonly files: string | null;
  readonly console: string | null;
}

const anywhere: ReadonlySet<string> = new Set(['/healthz', '/readyz', receiptKeysPath]);

type Zone = keyof HostPlan | 'app';

/**
 * Whether a path is served at a host (R-SEC-09): uploads at the files host alone and the console at its own, once a
 * setting names them, and nothing else there. Liveness and the public keys of receipts are told anywhere.
 */
export function isServedAt(plan: HostPlan, host: string, url: string): boolean {
  if (plan.files === null && plan.console === null) return true;
  if (anywhere.has(url.split('?')[0] ?? '')) return true;
  const zone = zoneOf(url);
  const name = nameOfHost(host);
  const wanted = zone === 'app' ? null : plan[zone];
  if (wanted !== null) return name === wanted;
  return name !== plan.files && name !== plan.console;
}

function zoneOf(url: string): Zone {
  if (url.startsWith('/files/')) return 'files';
  return /^\/(?:console|api\/console)(?:[/?]|$)/.test(url) ? 'console' : 'app';
}
