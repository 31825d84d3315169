import { receiptKeysPath } from '@candor/contracts/http/paths';
import { nameOfHost } from '../../services/company/companies.ts';
import { isConsoleHost } from '../../services/company/links.ts';

/** Separate hosts for files and console; null where every host serves them. */
export interface HostPlan {
  readonly files: string | null;
  /** The default company's; the console of another company is at its own host with the same first label. */
  readonly console: string | null;
}

const anywhere: ReadonlySet<string> = new Set(['/healthz', '/readyz', receiptKeysPath]);

type Zone = keyof HostPlan | 'app';

/**
 * True if a path is served at a host (R-SEC-09): once configured, uploads are served at the files host only and the
 * console at its own only, and those hosts serve nothing else. Liveness and public receipt keys are served everywhere.
 */
export function isServedAt(plan: HostPlan, host: string, url: string): boolean {
  if (plan.files === null && plan.console === null) return true;
  if (anywhere.has(url.split('?')[0] ?? '')) return true;
  const zone = zoneOf(url);
  const name = nameOfHost(host);
  const isOfFiles = name === plan.files;
  const isOfConsole = !isOfFiles && isConsoleHost(plan.console, name);
  if (zone === 'files' && plan.files !== null) return isOfFiles;
  if (zone === 'console' && plan.console !== null) return isOfConsole;
  return !isOfFiles && !isOfConsole;
}

function zoneOf(url: string): Zone {
  if (url.startsWith('/files/')) return 'files';
  return /^\/(?:console|api\/console)(?:[/?]|$)/.test(url) ? 'console' : 'app';
}
