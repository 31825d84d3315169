import { whenIdle } from './idle.ts';

/** Wait for an idle page before registering: the worker serves later visits only. */
const idleWithinMs = 4_000;

/** Service workers of this origin; undefined where the browser has none, as on plain http and in some private windows. */
export function workers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker;
}

/**
 * Registers the service worker, which lets the app open without a network (R-SCR-60). Browsers have none on plain http
 * except on localhost; there the app works without it.
 */
export function registerServiceWorker(): void {
  if (workers() === undefined) return;
  const register = () => whenIdle(() => void put().catch(() => undefined), idleWithinMs);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Lets the worker fetch the newer build now, for the next visit without a network. */
export function updateServiceWorker(): void {
  void workers()
    ?.getRegistration()
    .then((registration) => registration?.update())
    .catch(() => undefined);
}

/** Calls back with the page that a pressed notification asks for. */
export function onPageAsked(open: (page: string) => void): void {
  workers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const page = (data as { readonly openPage?: unknown } | null)?.openPage;
    if (typeof page === 'string') open(page);
  });
}

async function put(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  await reportLoadedFiles();
}

/** Gives the worker the files that were loaded before it took the page, such as the language and fonts in use, to keep. */
export async function reportLoadedFiles(): Promise<void> {
  const active = (await workers()?.ready)?.active;
  active?.postMessage(
    performance.getEntriesByType('resource').flatMap(({ name }) => ownPath(name)),
    { transfer: [] },
  );
}

function ownPath(address: string): string[] {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : [];
}
