import { type Shell, ShellCache } from './shell-cache.ts';

// Service worker: `scripts/app-shell.mjs` bundles it into one file with the list of the build's files.

declare const candorShell: Shell;

/** Members that a service worker has and a page has not; the DOM types do not contain them. */
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

const cache = new ShellCache({
  shell: candorShell,
  stores: caches,
  fetch: (request, init) => fetch(request, init),
  origin: scope.location.origin,
});

// Taking over at once harms no open page: the names of its files are those of its build, and they stay.
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
