import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone, typeAtOnce } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { type JourneyCompany, openCompany } from '../../testkit/shared-product.ts';

let company: JourneyCompany;
let browser: Browser;
let phone: BrowserContext;
let page: Page;

beforeAll(async () => {
  [company, browser] = await Promise.all([openCompany('company'), sharedBrowser()]);
});
beforeEach(async () => {
  phone = await newPhone(browser);
  page = await phone.newPage();
});
afterEach(() => phone.close());

test('R-COM-03 main mode finds a company by name, stores the choice for 3 years and opens its site', async () => {
  await page.goto(`${company.url}/product`);
  await page.getByRole('searchbox', { name: 'Search code or name' }).waitFor();
  await company.change({ type: 0 });
  await page.goto(`${company.url}/product`);
  await page.getByRole('heading', { name: 'Find your company' }).waitFor();
  const searches: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/company/getCompany') searches.push(url.searchParams.get('name') ?? '');
  });
  await typeAtOnce(page.getByRole('searchbox'), 'zzz');
  await page.getByText('No company is called “zzz”').waitFor();
  expect(searches).toEqual(['zzz']);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox').fill('acm');
  await page.getByText('1 company').waitFor();
  await page.getByRole('button', { name: /Acme/ }).click();
  await page.getByRole('dialog').getByText('Registered address').waitFor();

  await page.getByRole('button', { name: 'Enter company site' }).click();
  // The address keeps the port of this run, which no company setting contains.
  await page.waitForURL(({ origin }) => origin === company.at('m.acme.localhost'));
  await expect.poll(() => page.title()).toContain('Acme (trial)');
  const cookie = (await phone.cookies(company.url)).find(({ name }) => name === 'company_id');
  expect(cookie).toMatchObject({ sameSite: 'Lax', secure: false });
  expect(Number(cookie?.value)).toBeGreaterThan(1);
  // Browsers cap the lifetime of a cookie at 400 days.
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1_000 + 390 * 24 * 3_600);
  await company.change({ type: 1 });
});

test('R-COM-02 a company out of service redirects visitors to its address; without one, the site says that it is closed', async () => {
  await page.route('https://closed.example/**', (route) => route.fulfill({ body: 'moved' }));
  await company.change({ status: 1, loss_url: 'https://closed.example/', links: ['https://closed.example'] });
  await page.goto(`${company.url}/trade`);
  await page.getByText('moved').waitFor();
  await company.change({ loss_url: '' });
  await page.goto(`${company.url}/trade`);
  await page.getByText('This site is closed').waitFor();
  await company.change({ status: 0 });
});
