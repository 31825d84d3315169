import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newPhone } from '../../testkit/browser.ts';
import { queryEmbedded } from '../../testkit/embedded-database.ts';
import { type Product, startProduct } from '../../testkit/product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

let product: Product;
let browser: Browser;
let dataDir: string;
let acmeUrl: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'candor-companies-'));
  [product, browser] = await Promise.all([startProduct({ dataDir }), launchBrowser()]);
  acmeUrl = product.at('m.acme.localhost');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What an operator will do in the console. */
async function change(columns: string): Promise<void> {
  await query(`update company set ${columns} where name = 'Acme (trial)'`);
}

const query = (text: string) => queryEmbedded(dataDir, text);

test('R-RUN-15 once it serves, the program is on the database as its two roles alone', async () => {
  const connected = `select distinct usename as name from pg_stat_activity
    where datname = 'candor' and backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`;
  expect(await query(connected)).toEqual([{ name: 'candor_app' }, { name: 'candor_core' }]);
});

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

test('R-COM-02 a company put out of service sends its visitors where it says, also those who are there', async () => {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const app = new PhoneApp(page, acmeUrl);
  await app.open();
  await app.seen('market-row').first().waitFor();
  await change(`status = 1, links = '{${product.url}}', loss_url = '${product.url}/language'`);
  const status = () => page.evaluate(async () => (await fetch('/api/company/getCompanyStatus')).text());
  await expect.poll(status, { timeout: 15_000 }).toContain('"status":1');
  // Whatever is asked for next is refused.
  await app.tab('trade').click();
  await page.waitForURL(`${product.url}/language`);
  await page.goto(acmeUrl);
  await page.waitForURL(`${product.url}/language`);
  await change(`status = 0`);
  await phone.close();
});

test('R-WIRE-15 a desktop is offered the company’s site for desktops, until it declines or is there; a phone is not', async () => {
  await query(`insert into company_host select 'pc.acme.localhost', id from company where name = 'Acme (trial)'`);
  const siteUrl = acmeUrl.replace('m.', 'pc.');
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await desk.newPage();
  const offer = page.getByRole('complementary', { name: 'This company also has a site for desktops.' });
  // What is known of companies is a few seconds old at most.
  const isOffered = async () => {
    await page.goto(acmeUrl);
    return offer.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isOffered, { timeout: 15_000 }).toBe(true);
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
