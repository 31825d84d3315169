import type { BrowserContext, Locator, Page, Response } from 'playwright-core';
import type { Trader } from '../../testkit/money-desk.ts';
import type { TestServer } from '../../testkit/test-server.ts';
import { serveBuiltApp } from '../visual/built-app.ts';
import { enterAs } from './real-trader.ts';

/** Makes a test server listen for a browser; resolves to its address. */
export async function listen(server: TestServer): Promise<string> {
  return server.server.app.listen({ port: 0, host: '127.0.0.1' });
}

/** Page model of the money screens: the built app with a test server. */
export class MoneyApp {
  readonly page: Page;
  readonly #url: string;
  /** Paths of all POST requests of the page. */
  readonly posts: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('request', (request) => {
      if (request.method() === 'POST') this.posts.push(new URL(request.url()).pathname);
    });
  }

  static async enter(phone: BrowserContext, url: string, trader: Trader): Promise<MoneyApp> {
    await serveBuiltApp(phone, url);
    // These screens need no prices; a socket that never connects shows no error.
    await phone.routeWebSocket(/\/v1\/ws/, () => new Promise(() => undefined));
    const user = { id: trader.id, uid: trader.uid, email: trader.account, is_demo: 0, currency: 'USD' };
    await enterAs(phone, { token: trader.token, user } as unknown as Parameters<typeof enterAs>[1]);
    return new MoneyApp(await phone.newPage(), url);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name });
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text).first();
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog');
  }

  get question(): Locator {
    return this.page.getByRole('alertdialog');
  }

  /** Figure beside a label. */
  async figure(label: string | RegExp, within: Locator | Page = this.page): Promise<string> {
    const row = within.locator(':has(> dt)', { has: this.page.getByText(label, { exact: label === 'To' }) }).last();
    return (await row.locator('dd').innerText()).trim();
  }

  async chooseProof(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('input[type=file]').last().setInputFiles(file);
  }

  /** Uploads a proof. The server starts a process for the first picture, which takes seconds on a busy machine. */
  async addProof(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.chooseProof(file);
    await this.text('Uploaded').waitFor({ timeout: 90_000 });
  }

  /** First record of a list. */
  get newest(): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ hasText: /No\. \d/ })
      .first();
  }

  answerTo(path: string): Promise<Response> {
    return this.page.waitForResponse((response) => response.url().includes(path));
  }

  countOf(path: string): number {
    return this.posts.filter((posted) => posted === path).length;
  }

  /** Lets requests reach the server but drops their answers; returns the function that undoes this. */
  async loseAnswers(path: string): Promise<() => Promise<void>> {
    const pattern = `**${path}`;
    await this.page.route(pattern, async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort('connectionreset');
    });
    return () => this.page.unroute(pattern);
  }
}
