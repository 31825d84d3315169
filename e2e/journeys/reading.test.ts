import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { SignedIn } from '@candor/contracts/http/identity';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import type { OperatorDesk } from '../../testkit/operator-desk.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { type JourneyCompany, openCompany } from '../../testkit/shared-product.ts';
import { attacks } from '../../testkit/xss-attacks.ts';
import { ReadingApp, scrolledBy } from '../page-models/reading-app.ts';
import { enterAs, registerTrader } from '../page-models/real-trader.ts';

let product: JourneyCompany;
let browser: Browser;
let desk: OperatorDesk;
const phones: BrowserContext[] = [];
const problems: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openCompany('reading'), sharedBrowser()]);
  ({ desk } = product);
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

async function newReader(session: SignedIn | null = null, options: object = {}): Promise<ReadingApp> {
  const phone = await newPhone(browser, options);
  phones.push(phone);
  if (session !== null) await enterAs(phone, session);
  const page = await phone.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return new ReadingApp(page, product.url);
}

async function newDemo(): Promise<SignedIn> {
  return (await call<SignedIn>(product.callUrl, '/api/user/createAccountDemoForU', { demo_id: randomUUID() })).data;
}

const dollar = {
  desc: 'What EUR/USD makes of it.',
  source: '# Levels to watch\n\nThe pair **holds**.\n\n<script>alert(1)</script>',
  is_pinned: true,
  texts: [{ language: 'de', title: 'Der Dollar gibt nach', desc: '', source: '# Marken\n\nDas Paar hält.' }],
};

test('R-NEWS-01 R-NEWS-03 R-NAV-03 an operator’s article is marked unread, and after reading it is read on every device', async () => {
  await desk.publish('Gold waits', { published_at: Date.now() - 3_600_000 });
  await desk.publish('The dollar slips', dollar);
  const demo = await newDemo();
  const app = await newReader(demo);
  await app.open();
  await app.newsLink('News, 2 unread').click();
  await expect.poll(() => app.seen('tab-market').isVisible()).toBe(true);
  // A pinned article comes before newer ones.
  await expect.poll(() => app.rows.first().innerText()).toContain('The dollar slips');
  await app.rows.first().getByText('Pinned').waitFor();
  await app.rows.first().getByText('Unread').waitFor({ state: 'attached' });
  const [reply] = await Promise.all([
    app.page.waitForResponse((answer) => answer.url().endsWith('/api/news/read')),
    app.rows.first().click(),
  ]);
  expect(await reply.json()).toMatchObject({ code: codes.ok });
  await app.title('The dollar slips').waitFor();
  await app.page.getByRole('heading', { level: 2, name: 'Levels to watch' }).waitFor();
  await app.page.getByRole('link', { name: /EUR\/USD.*Mentioned in this article/ }).waitFor();
  expect(await app.page.title()).toContain('The dollar slips');
  await app.back();
  await expect.poll(() => app.rows.first().getByText('Unread').count()).toBe(0);
  await expect.poll(() => app.rows.nth(1).getByText('Unread').count()).toBe(1);

  const other = await newReader(demo);
  await other.open();
  await other.newsLink('News, 1 unread').waitFor();
  await other.newsLink().click();
  await other.rows.nth(1).click();
  await other.title('Gold waits').waitFor();
  await other.tab('market').or(other.button('Back')).first().click();
  await other.tab('market').click();
  await other.newsLink('News').waitFor();
});

test('R-NEWS-01 R-NEWS-03 an article is shown in the reader’s language, or with the name of its language', async () => {
  const app = await newReader();
  await app.open('/news#lang=de');
  await app.rows.filter({ hasText: 'Der Dollar gibt nach' }).click();
  await app.page.getByRole('heading', { level: 2, name: 'Marken' }).waitFor();
  expect(await app.page.getByText('Gezeigt auf').count()).toBe(0);
  const french = await newReader();
  await french.open('/news#lang=fr');
  await french.rows.filter({ hasText: 'The dollar slips' }).click();
  await french.page.getByText(/Affiché en.*English/).waitFor();
  await expect.poll(() => french.title('The dollar slips').locator('..').getAttribute('lang')).toBe('en');
});

test('R-CNT-03 R-NEWS-03 R-NAV-03 a visitor’s device remembers the articles read on it', async () => {
  const app = await newReader();
  await app.open();
  await app.newsLink('News, 2 unread').click();
  await app.rows.first().click();
  await app.title('The dollar slips').waitFor();
  await app.open();
  await app.newsLink('News, 1 unread').waitFor();
  const bell = app.page.getByRole('link', { name: /^Announcements, \d+ unread$/ });
  await bell.click();
  await app.announcements.first().click();
  await app.page.locator('[data-part=article-text]').waitFor();
  await app.open();
  await app.page.getByRole('link', { name: 'Announcements', exact: true }).waitFor();
});

test('R-COM-08 R-SCR-07 R-SCR-10 announcements begin with the countries not served, without a time, then the published ones', async () => {
  await desk.publish('Trading hours on 26 November', { kind: 'announcement', source: 'Gold rests from 14:30.' });
  const app = await newReader(await newDemo());
  await app.open('/user');
  await app.page.getByRole('button', { name: 'Announcements 2 unread' }).click();
  await expect.poll(() => app.announcements.count()).toBe(2);
  const [countries, hours] = [app.announcements.first(), app.announcements.nth(1)];
  expect(await countries.locator('time').count()).toBe(0);
  await hours.click();
  await app.page.getByText('Gold rests from 14:30.').waitFor();
  await app.back();
  await app.announcements.first().click();
  await app.page.locator('[data-part=article-text] li, [data-part=article-text] p').first().waitFor();
  await app.back();
  await app.back();
  await expect.poll(() => app.page.getByText(/unread/).count()).toBe(0);
  for (const name of ['Online service', 'Announcements', 'Company email'])
    await app.page.getByRole('button', { name, exact: true }).waitFor();
});

test('R-NEWS-01 R-NAV-01 R-NAV-02 the list loads more on scrolling, is kept while another page is open, and returns at its top', async () => {
  for (let number = 1; number <= 22; number += 1)
    await desk.publish(`Story ${number}`, { published_at: Date.now() - (number + 10) * 3_600_000 });
  const app = await newReader();
  const pages: string[] = [];
  app.page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/news/list' && url.searchParams.get('category_id') === '1')
      pages.push(url.searchParams.get('page') ?? '');
  });
  await app.open('/news');
  await expect.poll(() => app.rows.count()).toBe(20);
  await app.rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => app.rows.count()).toBe(24);
  await app.page.getByText('No more news').waitFor();
  expect(await scrolledBy(app.page)).toBeGreaterThan(300);
  await app.rows.last().click();
  await app.title('Story 22').waitFor();
  expect(await scrolledBy(app.page)).toBe(0);
  await app.back();
  await expect.poll(() => app.rows.count()).toBe(24);
  expect(await scrolledBy(app.page)).toBe(0);
  expect(pages).toEqual(['1', '2']);
});

test('R-NAV-02 each navigation reconnects a lost socket, and market and chart fetch the trade list again', async () => {
  const app = await newReader();
  const { page } = app;
  let sockets = 0;
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    sockets += 1;
    // The connection breaks at once, so that each navigation finds the socket waiting for its retry.
    void socket.close();
  });
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/forex/trade_list')) lists.push(new URL(page.url()).pathname);
  });
  await app.open('/feedback');
  await app.title('Feedback').waitFor();
  await app.open('/news');
  await app.rows.first().waitFor();
  expect(lists).toEqual([]);
  await app.tab('market').click();
  await app.seen('market-row').first().waitFor();
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  await page.clock.install();
  for (const tab of ['trade', 'market'] as const) {
    const [before, known] = [sockets, lists.length];
    await app.tab(tab).click();
    await expect.poll(() => sockets).toBeGreaterThan(before);
    await expect.poll(() => lists.length).toBeGreaterThan(known);
  }
});

test('R-SCR-31 R-NAV-03 the account strip links to the orders and to registration, deposit or login, on phone and desktop', async () => {
  const demo = await newReader(await newDemo());
  await demo.open();
  const { page } = demo;
  await page.getByRole('link', { name: /^Net value/ }).click();
  await page.waitForURL('**/order');
  await demo.tab('market').click();
  await page.getByRole('link', { name: 'Open real' }).click();
  await page.waitForURL('**/register');
  const real = await newReader(await registerTrader(product.callUrl, product.dataDir), {
    viewport: { width: 1280, height: 800 },
  });
  await real.open();
  for (const name of ['Online service', 'Account']) await real.page.getByRole('link', { name, exact: true }).waitFor();
  await real.newsLink().waitFor();
  await real.page.getByRole('link', { name: /^Announcements/ }).waitFor();
  await real.page.getByRole('link', { name: 'Deposit' }).click();
  await real.page.waitForURL('**/mine/charge');
  const visitor = await newReader();
  await visitor.open();
  await visitor.page.getByRole('link', { name: /Log in$/ }).click();
  await visitor.page.waitForURL('**/login?from=*');
});

test('R-COM-07 R-SCR-10 the company’s email is copied; a company without one says so', async () => {
  const app = await newReader(null, { permissions: ['clipboard-read', 'clipboard-write'] });
  await app.open('/mine/email');
  await app.page.getByText('No company email').waitFor();
  await product.changeSettings({ email: 'complaints@candor.example' });
  await app.open('/mine/email');
  await app.button('Copy').click();
  await app.page.getByText('Copied successfully').waitFor();
  expect(await app.page.evaluate(() => navigator.clipboard.readText())).toBe('complaints@candor.example');
});

test('R-SCR-10 R-SEC-02 support opens in a sandboxed frame or a new page as configured, and is absent without an address', async () => {
  const link = 'https://help.example/chat';
  const app = await newReader();
  await app.page
    .context()
    .route('https://help.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Write to us</p><a href="/" target="_top">home</a>' }),
    );
  await app.open();
  await app.page.getByRole('link', { name: 'Online service' }).click();
  await app.page.getByText('No online service here').waitFor();
  await product.changeSettings({ links: ['https://help.example', 'https://pictures.example'], service_link: link });
  await app.open('/mine/chat');
  await app.page.frameLocator('iframe').getByText('Write to us').waitFor();
  expect(await app.page.locator('iframe').getAttribute('sandbox')).not.toContain('top-navigation');
  problems.length = 0;
  // A linked page other than the support page is not framed.
  await app.page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://pictures.example/' })),
  );
  await expect.poll(() => problems.join()).toMatch(/frame-src|Framing/);
  problems.length = 0;
  await product.changeSettings({ service_link_type: 1 });
  await app.open('/mine/chat');
  const outside = app.page.getByRole('link', { name: 'Open in a new page' });
  await expect.poll(() => outside.getAttribute('href')).toBe(link);
  expect(await app.page.locator('iframe').count()).toBe(0);
  const [opened] = await Promise.all([app.page.context().waitForEvent('page'), outside.click()]);
  await opened.getByText('Write to us').waitFor();
});

test('no page reported an error', () => expect(problems).toEqual([]));

test('R-NEWS-02 no known attack in an article runs a script, loads a file or adds a part that is not allowed', async () => {
  const phone = await newPhone(browser);
  phones.push(phone);
  const page = await phone.newPage();
  const strangers: string[] = [];
  page.on('request', (request) => /evil\.example/.test(request.url()) && strangers.push(request.url()));
  page.on('pageerror', (error) => strangers.push(error.message));
  page.on('dialog', (dialog) => {
    strangers.push(dialog.message());
    void dialog.dismiss();
  });
  const [first = 0] = await ids();
  const answer = await call<object>(product.callUrl, `/api/news/info?id=${first}`, null);
  await page.route('**/api/news/info*', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('id'));
    const data = { ...answer.data, id: at, title: `Attack ${at}`, content: attacks[at] };
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto(`${product.url}/feedback`);
  await page.getByRole('heading', { name: 'Feedback', exact: true }).waitFor();
  for (const [at, attack] of attacks.entries()) {
    await page.evaluate((path) => history.pushState(null, '', path), `/news/detail?id=${at}`);
    await page.getByRole('heading', { name: `Attack ${at}`, exact: true }).waitFor();
    expect(await page.evaluate(strangersInArticle), attack).toEqual([]);
  }
  expect(strangers).toEqual([]);
});

/** Returns elements and attributes of the shown article that are not allowed in articles. Runs in the page. */
function strangersInArticle(): string[] {
  const known = new Set(
    'P BR HR H2 H3 H4 BLOCKQUOTE PRE CODE FIGURE FIGCAPTION IMG A STRONG B EM I U S DEL INS SUB SUP UL OL LI DL DT DD TABLE CAPTION THEAD TBODY TFOOT TR TH TD'.split(
      ' ',
    ),
  );
  const attributes =
    /^(?:lang|dir|href|target|rel|src|alt|loading|decoding|referrerpolicy|start|colspan|rowspan|align)$/;
  return [...document.querySelectorAll('[data-part=article-text] *')].flatMap((element) => [
    ...(known.has(element.tagName) ? [] : [element.tagName]),
    ...[...element.attributes].filter(({ name }) => !attributes.test(name)).map(({ name }) => name),
    ...(/^https:|^$/.test(element.getAttribute('href') ?? '') ? [] : ['href']),
  ]);
}

async function ids(): Promise<number[]> {
  const answer = await call<{ data: { id: number }[] }>(product.callUrl, '/api/news/list?category_id=1', null);
  return answer.data.data.map(({ id }) => id);
}
