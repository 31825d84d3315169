import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { installationDesk, sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();
const acmeUrl = product.at('m.acme.localhost');
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Changes the trial company as an operator of the installation does in the console; applies at once. */
async function change(fields: (acme: Acme) => object): Promise<void> {
  const desk = installationDesk();
  const all = await desk.get<{ data: Acme[] }>('/companies');
  const path = `/companies/${all.data.find(({ name }) => name === 'Acme (trial)')?.id}`;
  const present = await desk.get<Acme>(path);
  await desk.post(path, { ...present, ...fields(present), reason: 'a journey' });
}

interface Acme {
  readonly id: number;
  readonly name: string;
  readonly hosts: readonly string[];
}

test('R-COM-01 R-WIRE-13 R-SEC-02 the trial company has its own look, hosts, prices and demo, within the page’s policy', async () => {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const app = new PhoneApp(page, acmeUrl);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const called = new Set<string>();
  page.on('request', (request) => request.url().includes('/api/') && called.add(new URL(request.url()).host));
  page.on('websocket', (socket) => called.add(new URL(socket.url()).host));

  await app.open();
  await app.seen('market-row').first().waitFor();
  await expect.poll(() => page.title()).toContain('Acme (trial)');
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim());
  await expect.poll(accent).toBe('#0B5D4E');
  await app.tab('order').click();
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  await expect.poll(() => app.livePushes('FOREX_TRADE').length).toBeGreaterThan(0);
  expect([...called]).toEqual([new URL(acmeUrl).host.replace('m.', 'api.')]);
  expect(problems).toEqual([]);
  await phone.close();
});

test('R-COM-02 a company put out of service redirects visitors to its address, including those already on the site', async () => {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const app = new PhoneApp(page, acmeUrl);
  await app.open();
  await app.seen('market-row').first().waitFor();
  await change(() => ({ status: 1, links: [product.url], loss_url: `${product.url}/language` }));
  // The next call is refused. The page may navigate away during the tap, so the test does not await the tap.
  await page.evaluate(() => setTimeout(() => document.querySelector<HTMLElement>('[data-testid=tab-trade]')?.click()));
  await page.waitForURL(`${product.url}/language`);
  await page.goto(acmeUrl);
  await page.waitForURL(`${product.url}/language`);
  await change(() => ({ status: 0 }));
  await phone.close();
});

test('R-WIRE-15 a desktop is offered the company’s desktop site until it declines or opens it; a phone is not', async () => {
  await change(({ hosts }) => ({ hosts: [...hosts, 'pc.acme.localhost'] }));
  const siteUrl = acmeUrl.replace('m.', 'pc.');
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await desk.newPage();
  const offer = page.getByRole('complementary', { name: 'This company also has a site for desktops.' });
  await page.goto(acmeUrl);
  await offer.getByRole('link', { name: 'Open it' }).click();
  await page.waitForURL(`${siteUrl}/`);
  await page.getByTestId('market-row').first().waitFor();
  expect(await offer.count()).toBe(0);
  await page.goto(acmeUrl);
  await offer.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await page.getByTestId('market-row').first().waitFor();
  expect(await offer.count()).toBe(0);
  await desk.close();

  const phone = await newPhone(browser, {
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari',
  });
  const app = new PhoneApp(await phone.newPage(), acmeUrl);
  await app.open();
  await app.seen('market-row').first().waitFor();
  expect(await app.page.getByRole('link', { name: 'Open it' }).count()).toBe(0);
  await phone.close();
});
