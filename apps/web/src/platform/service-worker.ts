import { whenIdle } from './idle.ts';

/** Once the page is there and idle, so that nothing it needs waits for what only later visits need. */
const idleWithinMs = 4_000;

/**
 * Puts the service worker in place, which lets the app open without a network (R-SCR-60). Browsers have none on plain
 * http beyond one's own machine; there everything else works as ever.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => whenIdle(() => void put().catch(() => undefined), idleWithinMs);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Lets the worker fetch the newer build now, so that it is there for the next visit without a network. */
export function updateServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.update())
    .catch(() => undefined);
}

async function put(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const { active } = await navigator.serviceWorker.ready;
  // What came before there was a worker: the language and the typefaces in use among it.
  active?.postMessage(
    performance.getEntriesByType('resource').flatMap(({ name }) => ownPath(name)),
    { transfer: [] },
  );
}

function ownPath(address: string): string[] {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : [];
}
