import { findRoute } from '../navigation/routes.ts';

/** One file of a build. Core files are cached from the first visit on; the others (languages, fonts) once used. */
export interface ShellFile {
  readonly path: string;
  readonly isCore: boolean;
}

/** Files of one build of the app. Only these, and the page, are ever cached (R-SCR-60). */
export interface Shell {
  /** Version, as in the page of the same build. */
  readonly version: string;
  readonly files: readonly ShellFile[];
}

/** The methods of a Cache that are used, so that tests can replace it. */
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

/** The facts of a request that decide its source. */
export interface AskedFor {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
}

const storePrefix = 'candor-shell-';
/** Longest wait for the page from the network. */
const pageWaitMs = 3_000;
const loadsAtOnce = 4;
const pagePath = '/';

/**
 * Caches the files of one build, so that the app opens without a network. The page is always requested from the server
 * first; the cached page is used only without an answer. Calls, prices, sockets, uploads, the console and every other
 * path never pass through here.
 */
export class ShellCache {
  readonly #deps: Required<ShellCacheDeps>;
  readonly #ownName: string;
  readonly #files: ReadonlyMap<string, ShellFile>;

  constructor(deps: ShellCacheDeps) {
    this.#deps = { sleep: wait, ...deps };
    this.#ownName = storePrefix + deps.shell.version;
    this.#files = new Map(deps.shell.files.map((file) => [file.path, file]));
  }

  /** Caches all files or none: an incomplete build is tried again later. */
  async install(): Promise<void> {
    const store = await this.#own();
    await this.#keepPage(store);
    const used = await this.#usedBefore();
    const core = this.#deps.shell.files.filter(({ isCore }) => isCore).map(({ path }) => path);
    const paths = [...core, ...used];
    for (let at = 0; at < paths.length; at += loadsAtOnce) {
      await Promise.all(paths.slice(at, at + loadsAtOnce).map((path) => this.#keep(store, path)));
    }
    await noteUsed(store, used);
  }

  /** Removes caches that no open page needs; one earlier build is kept for pages that are still open. */
  async activate(): Promise<void> {
    const others = (await this.#shellNames()).filter((name) => name !== this.#ownName);
    await Promise.all(others.slice(0, -1).map((name) => this.#deps.stores.delete(name)));
  }

  /** Caches the files that a page reports as loaded, if they are of this build. */
  async keepUsed(paths: readonly string[]): Promise<void> {
    const wanted = paths.filter((path) => this.#files.get(path)?.isCore === false);
    if (wanted.length === 0) return;
    const store = await this.#own();
    for (const path of wanted) await this.#keep(store, path);
    await noteUsed(store, wanted);
  }

  /** Returns the answer to a request; null if the browser is to fetch it as without a worker. */
  answer(asked: AskedFor, request: Request | string = asked.url): Promise<Response> | null {
    const url = new URL(asked.url);
    if (asked.method !== 'GET' || url.origin !== this.#deps.origin) return null;
    if (asked.mode === 'navigate') return findRoute(url.pathname) === undefined ? null : this.#answerPage(request);
    const isOurs = this.#files.has(url.pathname) || isHashed(url.pathname);
    return isOurs ? this.#answerFile(url.pathname, request) : null;
  }

  #own(): Promise<ShellStore> {
    return this.#deps.stores.open(this.#ownName);
  }

  async #shellNames(): Promise<string[]> {
    return (await this.#deps.stores.keys()).filter((name) => name.startsWith(storePrefix));
  }

  async #keep(store: ShellStore, path: string): Promise<void> {
    if ((await store.match(path)) !== undefined) return;
    const { fetch } = this.#deps;
    // A file with a hash in its name never changes; the others are requested without the HTTP cache.
    const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache', credentials: 'omit' });
    if (!isFile(response)) throw new Error(`${path} was answered with ${response.status}`);
    await store.put(path, response);
  }

  async #keepPage(store: ShellStore): Promise<void> {
    const { fetch, shell } = this.#deps;
    const response = await fetch(pagePath, { cache: 'no-cache', credentials: 'omit' });
    const text = response.ok && !response.redirected ? await response.clone().text() : '';
    // Between two builds the page may already be that of the other one.
    if (!text.includes(`content="${shell.version}"`)) throw new Error('The page is not of this build');
    await store.put(pagePath, response);
  }

  /** Languages and fonts that were used with the previous build, by their names in this one. */
  async #usedBefore(): Promise<string[]> {
    const { shell, stores } = this.#deps;
    const used = new Set<string>();
    for (const name of await this.#shellNames()) {
      const store = await stores.open(name);
      for (const path of await pathsOf(store)) used.add(withoutHash(path));
    }
    return shell.files.filter(({ path, isCore }) => !isCore && used.has(withoutHash(path))).map(({ path }) => path);
  }

  async #answerPage(request: Request | string): Promise<Response> {
    const { fetch, sleep } = this.#deps;
    const kept = (await this.#own()).match(pagePath);
    const asked = fetch(request).then(
      async (response) => (response.status >= 500 ? ((await kept) ?? response) : response),
      async () => (await kept) ?? Response.error(),
    );
    return Promise.race([asked, sleep(pageWaitMs).then(async () => (await kept) ?? asked)]);
  }

  async #answerFile(path: string, request: Request | string): Promise<Response> {
    const { fetch, stores } = this.#deps;
    for (const name of [this.#ownName, ...(await this.#shellNames()).toReversed()]) {
      const known = await (await stores.open(name)).match(path);
      if (known !== undefined) return known;
    }
    return fetch(request);
  }
}

/** Used files that a cache has noted. */
async function pathsOf(store: ShellStore): Promise<string[]> {
  const list = await store.match(usedPath);
  return list === undefined ? [] : ((await list.json()) as string[]);
}

async function noteUsed(store: ShellStore, paths: readonly string[]): Promise<void> {
  const all = new Set([...(await pathsOf(store)), ...paths]);
  await store.put(usedPath, new Response(JSON.stringify([...all])));
}

/** Key under which the cache notes the used files; the app has no such file. */
const usedPath = '/assets/used';

function isHashed(path: string): boolean {
  return path.startsWith('/assets/');
}

/** Name of a file in every build: `/assets/de-B1xYz_09.js` is `/assets/de.js`. */
function withoutHash(path: string): string {
  return path.replace(/-[\w-]{8}(?=\.\w+$)/, '');
}

/** True if the response is a file, not a page sent in its place. */
function isFile(response: Response): boolean {
  return response.ok && !response.redirected && response.headers.get('content-type')?.startsWith('text/html') !== true;
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
