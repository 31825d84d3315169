import { describe, expect, test } from 'vitest';
import type { Shell, ShellStore } from './shell-cache.ts';
import { ShellCache } from './shell-cache.ts';

const origin = 'https://m.acme.example';
const first: Shell = {
  version: 'aaa111',
  files: [
    { path: '/assets/index-AAAAAAA1.js', isCore: true },
    { path: '/assets/de-AAAAAAA1.js', isCore: false },
    { path: '/assets/ru-AAAAAAA1.js', isCore: false },
    { path: '/icons/mark.svg', isCore: true },
  ],
};
const second: Shell = {
  version: 'bbb222',
  files: first.files.map(({ path, isCore }) => ({ path: path.replace('AAAAAAA1', 'BBBBBBB2'), isCore })),
};

/** Caches of a browser, and a server of one build. */
function setUp() {
  const kept = new Map<string, Map<string, Response>>();
  const stores = {
    open: (name: string): Promise<ShellStore> => {
      const store = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, store);
      return Promise.resolve({
        match: (path) => Promise.resolve(store.get(path)?.clone()),
        put: (path, response) => Promise.resolve(void store.set(path, response)),
      });
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  };
  const server = { shell: first, isUp: true, isSilent: false, pageStatus: 200, gone: '', asked: [] as string[] };
  const serve = (request: Request | string): Promise<Response> => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, origin);
    server.asked.push(pathname);
    if (server.isSilent) return new Promise(() => undefined);
    if (!server.isUp) return Promise.reject(new TypeError('no network'));
    if (pathname === server.gone) return Promise.resolve(new Response('', { status: 404 }));
    if (!pathname.includes('.')) {
      const page = `<meta name="candor-build" content="${server.shell.version}" />`;
      return Promise.resolve(
        new Response(page, { status: server.pageStatus, headers: { 'content-type': 'text/html' } }),
      );
    }
    return Promise.resolve(new Response(`of the server: ${pathname}`));
  };
  const worker = (shell: Shell, sleep: () => Promise<void> = () => new Promise(() => undefined)) =>
    new ShellCache({ shell, stores, fetch: serve, origin, sleep });
  const pathsOf = (version: string) => [...(kept.get(`candor-shell-${version}`)?.keys() ?? [])];
  return { server, worker, kept, pathsOf };
}

const get = (path: string, mode = 'cors') => ({ url: new URL(path, origin).href, method: 'GET', mode });
const visit = (path: string) => get(path, 'navigate');

describe('R-SCR-60 cached files', () => {
  test('are the page, the files of the build, and the languages in use', async () => {
    const { worker, pathsOf } = setUp();
    const cache = worker(first);
    await cache.install();
    expect(pathsOf('aaa111')).not.toContain('/assets/de-AAAAAAA1.js');
    await cache.keepUsed(['/assets/de-AAAAAAA1.js', '/v1/api/forex/my_deal', '/assets/none-AAAAAAA1.js']);
    expect(pathsOf('aaa111').filter((path) => path !== '/assets/used')).toEqual([
      '/',
      '/assets/index-AAAAAAA1.js',
      '/icons/mark.svg',
      '/assets/de-AAAAAAA1.js',
    ]);
  });

  test('of the next build include the languages in use; one earlier build is kept for open pages', async () => {
    const { server, worker, kept, pathsOf } = setUp();
    kept.set('candor-shell-older', new Map());
    const old = worker(first);
    await old.install();
    await old.keepUsed(['/assets/de-AAAAAAA1.js']);
    server.shell = second;
    const next = worker(second);
    await next.install();
    await next.activate();
    expect(pathsOf('bbb222')).toContain('/assets/de-BBBBBBB2.js');
    expect(pathsOf('bbb222')).not.toContain('/assets/ru-BBBBBBB2.js');
    expect([...kept.keys()]).toEqual(['candor-shell-aaa111', 'candor-shell-bbb222']);
    server.isUp = false;
    const chunk = await next.answer(get('/assets/index-AAAAAAA1.js'));
    expect(await chunk?.text()).toContain('AAAAAAA1');
  });

  test.each(['a page of another build', 'a file that is missing', 'a server that is down'])(
    '%s: nothing is installed',
    async (fault) => {
      const { server, worker } = setUp();
      if (fault.startsWith('a page')) server.shell = second;
      else if (fault.startsWith('a file')) server.gone = '/icons/mark.svg';
      else server.isUp = false;
      await expect(worker(first).install()).rejects.toThrow();
    },
  );
});

describe('R-SCR-60 source of an answer', () => {
  test.each([
    visit('/console'),
    visit('/console/users'),
    visit('/files/1.png'),
    visit('/healthz'),
    visit('/.well-known/candor-receipt-keys.json'),
    visit('/api/user/statement?format=pdf'),
    get('/v1/api/forex/trade_list?t=1'),
    get('/api/basicSet/getBasicInfo'),
    get('/manifest.json'),
    get('/app.webmanifest'),
    get('/flags/eu.svg'),
    get('/icons/company.svg'),
    get('https://api.acme.example/v1/api/forex/kline'),
    get('https://other.example/assets/index-AAAAAAA1.js'),
    { ...visit('/'), method: 'POST' },
    { ...get('/assets/index-AAAAAAA1.js'), method: 'POST' },
  ])('$method $url ($mode) is the network’s', async (request) => {
    const { worker } = setUp();
    const cache = worker(first);
    await cache.install();
    expect(cache.answer(request)).toBeNull();
  });

  test('the page comes from the server, and from the cache if the server does not answer', async () => {
    const { server, worker } = setUp();
    const cache = worker(first);
    await cache.install();
    server.shell = second;
    expect(await (await cache.answer(visit('/trade?x=1')))?.text()).toContain('bbb222');
    server.isUp = false;
    expect(await (await cache.answer(visit('/trade')))?.text()).toContain('aaa111');
    server.isUp = true;
    server.pageStatus = 502;
    expect(await (await cache.answer(visit('/')))?.text()).toContain('aaa111');
  });

  test('a silent network is waited for a few seconds', async () => {
    const { server, worker } = setUp();
    const cache = worker(first, () => Promise.resolve());
    await cache.install();
    server.isSilent = true;
    expect(await (await cache.answer(visit('/')))?.text()).toContain('aaa111');
  });

  test('files of the build come from the cache without a request', async () => {
    const { server, worker } = setUp();
    const cache = worker(first);
    await cache.install();
    server.asked.length = 0;
    expect(await (await cache.answer(get('/assets/index-AAAAAAA1.js')))?.text()).toContain('/assets/index-AAAAAAA1.js');
    expect(server.asked).toEqual([]);
    await cache.answer(get('/assets/ru-AAAAAAA1.js'));
    expect(server.asked).toEqual(['/assets/ru-AAAAAAA1.js']);
  });
});
