import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, newPhone } from '../../testkit/browser.ts';
import { queryEmbedded } from '../../testkit/embedded-database.ts';
import { type Product, startProduct } from '../../testkit/product.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'candor-company-'));
let product: Product;
let browser: Browser;
let phone: BrowserContext;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ dataDir }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  phone = await newPhone(browser);
  page = await phone.newPage();
});
afterEach(() => phone.close());

/** Changes the default company as an operator of the installation would, and waits until everybody is told. */
async function setCompany(assignments: string, isTold: (status: { type: number; status: number }) => boolean) {
  await queryEmbedded(dataDir, `update company set ${assignments} where id = 1`);
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${product.callUrl}/api/company/getCompanyStatus?t=1`);
        return isTold(((await answer.json()) as { data: { type: number; status: number } }).data);
      },
      { timeout: 15_000 },
    )
    .toBe(true);
}

test('R-COM-03 main mode finds a company by its name, remembers the choice for 3 years and opens its site', async () => {
  await page.goto(`${product.url}/product`);
  await page.getByRole('searchbox', { name: 'Search code or name' }).waitFor();
  await setCompany('type = 0', ({ type }) => type === 0);
  await page.goto(`${product.url}/product`);
  await page.getByRole('heading', { name: 'Find your company' }).waitFor();
  const searches: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/company/getCompany') searches.push(url.searchParams.get('name') ?? '');
  });
  await page.getByRole('searchbox').pressSequentially('zzz', { delay: 20 });
  await page.getByText('No company is called “zzz”').waitFor();
  expect(searches).toEqual(['zzz']);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox').fill('acm');
  await page.getByText('1 company').waitFor();
  await page.getByRole('button', { name: /Acme/ }).click();
  await page.getByRole('dialog').getByText('Registered address').waitFor();

  await page.getByRole('button', { name: 'Enter company site' }).click();
  // The port this program happens to have, with nobody telling the company.
  await page.waitForURL(({ origin }) => origin === product.at('m.acme.localhost'));
  await expect.poll(() => page.title()).toContain('Acme (trial)');
  const cookie = (await phone.cookies(product.url)).find(({ name }) => name === 'company_id');
  expect(cookie).toMatchObject({ sameSite: 'Lax', secure: false });
  expect(Number(cookie?.value)).toBeGreaterThan(1);
  // Browsers cap what they keep at 400 days, whatever a page asks for.
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1_000 + 390 * 24 * 3_600);
  await setCompany('type = 1', ({ type }) => type === 1);
});

test('R-COM-02 a company out of service sends its visitors where it says, and nowhere unsafe', async () => {
  await page.route('https://closed.example/**', (route) => route.fulfill({ body: 'moved' }));
  await setCompany(
    `status = 1, loss_url = 'https://closed.example/', links = '{https://closed.example}'`,
    ({ status }) => status === 1,
  );
  await page.goto(`${product.url}/trade`);
  await page.getByText('moved').waitFor();
  await setCompany(`loss_url = ''`, () => true);
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/trade`);
        return page.getByText('This site is closed').or(page.getByText('moved')).first().innerText();
      },
      { timeout: 15_000 },
    )
    .toBe('This site is closed');
  await setCompany('status = 0', ({ status }) => status === 0);
});
