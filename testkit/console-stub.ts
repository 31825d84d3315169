import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { OperatorRole } from '@candor/contracts/console/permissions';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { buildGateway } from '../apps/server/src/gateway/http/build-gateway.ts';
import { registerConsoleApp } from '../apps/server/src/gateway/http/console-app.ts';
import { registerWebApp } from '../apps/server/src/gateway/http/web-app.ts';
import { consoleSamples } from './console-samples.ts';
import { repositoryRoot } from './product.ts';
import { testCompany } from './test-company.ts';

const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="${colour}"/><text x="60" y="260" font-size="60" font-family="sans-serif">TEST PICTURE</text></svg>`;

/** Answer to one call instead of its sample. */
export type StubAnswer = { readonly code: number; readonly msg: string; readonly data?: unknown };

/** Server of the built console with the gateway's headers; calls are answered from samples or by another server. */
export class ConsoleStub {
  readonly url: string;
  /** Calls made, as `POST /deposits/11/approve {…}`. */
  readonly calls: string[] = [];
  /** Answers by `METHOD path`. */
  readonly answers = new Map<string, StubAnswer | (() => StubAnswer)>();
  /** Requests to other origins; there must be none. */
  readonly strangers: string[] = [];
  role: OperatorRole = 'admin';
  /** True if the operator belongs to the default company. */
  isInstallation = false;
  token = 'test-token';
  /** Address of a server that answers instead of the samples; null for samples. */
  upstream: string | null = null;
  readonly #close: () => Promise<unknown>;

  private constructor(url: string, close: () => Promise<unknown>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<ConsoleStub> {
    const companies = { ofHost: () => testCompany, peek: () => testCompany };
    const app = buildGateway(false, companies);
    const root = (name: string) => join(repositoryRoot, 'apps', name, 'dist');
    if (!existsSync(root('console'))) throw new Error('The console is not built: run `npm run build` first.');
    const place = { isHttps: false, filesOrigin: '' };
    registerWebApp(app, root('web'), place);
    registerConsoleApp(app, root('console'), place);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return new ConsoleStub(`http://localhost:${port}`, () => app.close());
  }

  async join(context: BrowserContext): Promise<void> {
    const { upstream } = this;
    if (upstream !== null) {
      const paths = /\/(?:api\/console|files|\.well-known)\//;
      await context.route(paths, (route) => passOn(route, upstream));
      return;
    }
    await context.route(/\/api\/console\//, (route) => this.#answer(route));
    await context.route(/\/files\/sample-/, (route) => {
      const body = picture(route.request().url().includes('front') ? '#cfd8e6' : '#d9e6cf');
      return route.fulfill({ body, contentType: 'image/svg+xml' });
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== this.url) this.strangers.push(request.url());
    });
  }

  /** Opens a page with a signed-in operator. */
  async open(page: Page, path: string): Promise<void> {
    const { role, isInstallation } = this;
    const operator = { id: 1, email: 'ada@test.example', role, is_installation: isInstallation };
    const session = { token: this.token, operator };
    await page.addInitScript((kept) => sessionStorage.setItem('candor.console.session', kept), JSON.stringify(session));
    await page.goto(`${this.url}/console${path}`);
  }

  /** Navigates the open console without a reload; resolves once the page is shown. */
  async go(page: Page, path: string): Promise<void> {
    await page
      .locator('h1')
      .first()
      .evaluate((head) => head.setAttribute('data-before', ''));
    await page.evaluate(
      (to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      },
      `/console${path === '/' ? '/' : path}`,
    );
    await page.locator('h1:not([data-before])').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  }

  close(): Promise<unknown> {
    return this.#close();
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const path = pathname.replace('/api/console', '');
    const name = `${request.method()} ${path}`;
    this.calls.push(`${name}${search} ${request.postData() ?? ''}`.trim());
    const given = this.answers.get(name);
    const sample = request.method() === 'GET' ? consoleSamples[path] : undefined;
    if (given !== undefined)
      await route.fulfill({ json: { data: null, ...(typeof given === 'function' ? given() : given) } });
    else if (search.includes('format=csv'))
      await route.fulfill({ body: 'id\r\n1\r\n', contentType: 'text/csv; charset=utf-8' });
    else if (sample !== undefined) await route.fulfill({ json: { code: codes.ok, msg: 'Success', data: sample() } });
    else await route.fulfill({ status: 404, json: { code: codes.unknownPath, msg: 'Unknown path', data: null } });
  }
}

/** Forwards a call with the server's origin, because the product serves console and calls from one origin (R-SEC-11). */
async function passOn(route: Route, upstream: string): Promise<void> {
  const request = route.request();
  const { origin, pathname, search } = new URL(request.url());
  const headers = await request.allHeaders();
  if (headers['origin'] === origin) headers['origin'] = new URL(upstream).origin;
  await route.fulfill({ response: await route.fetch({ url: `${upstream}${pathname}${search}`, headers }) });
}
