import { ownPage, readPushed, type ShownNotice } from './pushed-notice.ts';
import { type Shell, ShellCache } from './shell-cache.ts';

// Service worker: `scripts/app-shell.mjs` bundles it into one file with the list of the build's files.

declare const candorShell: Shell;

/** Members that a service worker has and a page has not; the DOM types do not contain them. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: { showNotification(title: string, options: ShownNotice['options']): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Extendable & Fetching) => void): void;
  addEventListener(
    type: 'push',
    listener: (event: Extendable & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(type: 'notificationclick', listener: (event: Extendable & Clicked) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & { readonly data: unknown }) => void): void;
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
/** Open page of the app. */
interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, options: { transfer: [] }): void;
}
interface Clicked {
  readonly notification: { readonly data: unknown; close(): void };
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

scope.addEventListener('push', (event) => {
  const notice = readPushed(event.data?.text() ?? '');
  if (notice !== null) event.waitUntil(scope.registration.showNotification(notice.title, notice.options));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const page = (event.notification.data as { readonly page?: unknown } | null)?.page;
  event.waitUntil(openPage(ownPage(typeof page === 'string' ? page : '')));
});

/** Opens a page in the app's window, if there is one: a reload would lose what is typed there. */
async function openPage(page: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // The console has the same origin where it has no host of its own.
  const own = windows.find(({ url }) => !new URL(url).pathname.startsWith('/console'));
  if (own === undefined) {
    await scope.clients.openWindow(page);
    return;
  }
  own.postMessage({ openPage: page }, { transfer: [] });
  await own.focus();
}
