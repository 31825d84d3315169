import { findRoute } from '../navigation/routes.ts';

/** One file of a build. Those of the core are kept from the first visit on; the others (languages, typefaces) once used. */
export interface ShellFile {
  readonly path: string;
  readonly isCore: boolean;
}

/** What one build of the app consists of. Only these files, and the page, are ever kept (R-SCR-60). */
export interface Shell {
  /** As the page of the same build carries it. */
  readonly version: string;
  readonly files: readonly ShellFile[];
}

/** The part of a Cache that is used, so that a test can stand in for it. */
export interface ShellStore {
  match(path: string): Promise<Response | undefined>;
  put(path: string, response: Response): Promise<void>;
}

export interface ShellStores {
  open(name: string): Promise<ShellStore>;
  keys(): Promise<readonly string[]>;
  delete(name: string): Promise<boolean>;
}

export interface ShellCacheDeps {
  readonly shell: Shell;
  readonly stores: ShellStores;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly origin: string;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** The part of a request that decides who answers it. */
export interface AskedFor {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
}

const storePrefix = 'candor-shell-';
/** A network that says nothing for so long is as good as none for showing the page. */
export const pageWaitMs = 3_000;
const loadsAtOnce = 4;
const pagePath = '/';

/**
 * Keeps the files of one build, so that the app opens without a network. The server is always asked for the page first:
 * what it says holds, and the kept page stands in only where it says nothing. Calls, prices, sockets, uploads, the
 * console and whatever else is no file of the build never pass through here.
 */
export function createShellCache({ shell, stores, fetch, origin, sleep = wait }: ShellCacheDeps) {
  const ownName = storePrefix + shell.version;
  const files = new Map(shell.files.map((file) => [file.path, file]));

  const own = (): Promise<ShellStore> => stores.open(ownName);

  async function shellNames(): Promise<string[]> {
    return (await stores.keys()).filter((name) => name.startsWith(storePrefix));
  }

  async function keep(store: ShellStore, path: string): Promise<void> {
    if ((await store.match(path)) !== undefined) return;
    // A name with a hash never changes its content; the others are asked for anew.
    const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache', credentials: 'omit' });
    if (!isFile(response)) throw new Error(`${path} was answered with ${response.status}`);
    await store.put(path, response);
  }

  async function keepPage(store: ShellStore): Promise<void> {
    const response = await fetch(pagePath, { cache: 'no-cache', credentials: 'omit' });
    const text = response.ok && !response.redirected ? await response.clone().text() : '';
    // Between two builds the page may be another one's already.
    if (!text.includes(`content="${shell.version}"`)) throw new Error('The page is not of this build');
    await store.put(pagePath, response);
  }

  /** Languages and typefaces that the build before this one was used with, under their names in this one. */
  async function usedBefore(): Promise<string[]> {
    const used = new Set<string>();
    for (const name of await shellNames()) {
      const store = await stores.open(name);
      for (const path of await pathsOf(store)) used.add(withoutHash(path));
    }
    return shell.files.filter(({ path, isCore }) => !isCore && used.has(withoutHash(path))).map(({ path }) => path);
  }

  async function pathsOf(store: ShellStore): Promise<string[]> {
    const list = await store.match(usedPath);
    return list === undefined ? [] : ((await list.json()) as string[]);
  }

  async function noteUsed(store: ShellStore, paths: readonly string[]): Promise<void> {
    const all = new Set([...(await pathsOf(store)), ...paths]);
    await store.put(usedPath, new Response(JSON.stringify([...all])));
  }

  async function answerPage(request: Request | string): Promise<Response> {
    const kept = (await own()).match(pagePath);
    const asked = fetch(request).then(
      async (response) => (response.status >= 500 ? ((await kept) ?? response) : response),
      async () => (await kept) ?? Response.error(),
    );
    return Promise.race([asked, sleep(pageWaitMs).then(async () => (await kept) ?? asked)]);
  }

  async function answerFile(path: string, request: Request | string): Promise<Response> {
    for (const name of [ownName, ...(await shellNames()).toReversed()]) {
      const known = await (await stores.open(name)).match(path);
      if (known !== undefined) return known;
    }
    return fetch(request);
  }

  return {
    /** Whole or not at all: a build with a file missing is tried again another time. */
    async install(): Promise<void> {
      const store = await own();
      await keepPage(store);
      const used = await usedBefore();
      const paths = [...shell.files.filter(({ isCore }) => isCore).map(({ path }) => path), ...used];
      for (let at = 0; at < paths.length; at += loadsAtOnce) {
        await Promise.all(paths.slice(at, at + loadsAtOnce).map((path) => keep(store, path)));
      }
      await noteUsed(store, used);
    },
    /** Drops what no page on show can still need: the build before this one is kept for pages that are still open. */
    async activate(): Promise<void> {
      const others = (await shellNames()).filter((name) => name !== ownName);
      await Promise.all(others.slice(0, -1).map((name) => stores.delete(name)));
    },
    /** Keeps what a page says that it has loaded, as far as it is a file of this build. */
    async keepUsed(paths: readonly string[]): Promise<void> {
      const wanted = paths.filter((path) => files.get(path)?.isCore === false);
      if (wanted.length === 0) return;
      const store = await own();
      for (const path of wanted) await keep(store, path);
      await noteUsed(store, wanted);
    },
    /** The answer to a request, or null for all that the browser is to fetch as if we were not here. */
    answer(asked: AskedFor, request: Request | string = asked.url): Promise<Response> | null {
      const url = new URL(asked.url);
      if (asked.method !== 'GET' || url.origin !== origin) return null;
      if (asked.mode === 'navigate') return findRoute(url.pathname) === undefined ? null : answerPage(request);
      const isOurs = files.has(url.pathname) || isHashed(url.pathname);
      return isOurs ? answerFile(url.pathname, request) : null;
    },
  };
}

/** Under which the store notes what was used; the app has no such file. */
const usedPath = '/assets/used';

function isHashed(path: string): boolean {
  return path.startsWith('/assets/');
}

/** The same file in every build: `/assets/de-B1xYz_09.js` is `/assets/de.js`. */
function withoutHash(path: string): string {
  return path.replace(/-[\w-]{8}(?=\.\w+$)/, '');
}

/** A file, and not a page that somebody sent in its place. */
function isFile(response: Response): boolean {
  return response.ok && !response.redirected && response.headers.get('content-type')?.startsWith('text/html') !== true;
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
