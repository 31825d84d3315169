import { createShellCache, type Shell } from './shell-cache.ts';

// The service worker: `scripts/app-shell.mjs` builds it into one file and tells it what its build consists of.

declare const candorShell: Shell;

/** What a service worker has beside what pages have; the library of types for pages does not know it. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Extendable & Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & { readonly data: unknown }) => void): void;
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const pathsMax = 200;

const cache = createShellCache({
  shell: candorShell,
  stores: caches,
  fetch: (request, init) => fetch(request, init),
  origin: scope.location.origin,
});

// Taking over at once harms no open page: its own files have its build's names, and stay.
scope.addEventListener('install', (event) => event.waitUntil(cache.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(cache.activate().then(() => scope.clients.claim())));

scope.addEventListener('fetch', (event) => {
  const answer = cache.answer(event.request, event.request);
  if (answer !== null) event.respondWith(answer);
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (!Array.isArray(data)) return;
  const paths = data.slice(0, pathsMax).filter((path): path is string => typeof path === 'string');
  event.waitUntil(cache.keepUsed(paths).catch(() => undefined));
});
