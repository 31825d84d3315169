import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newPhone } from '../../testkit/browser.ts';
import { type Product, startProduct } from '../../testkit/product.ts';

const scriptsMaxBytes = 170 * 1_024;
/** With its boot script, in the first packets that a server sends without waiting. */
const pageMaxBytes = 4 * 1_024;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('R-SCR-63 what the market needs before it can be used is small, comes in one go, and holds no chart', async () => {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()));
  await page.goto(product.url);
  await page.getByTestId('market-row').first().waitFor();
  const html = await (await fetch(product.callUrl)).text();
  expect(gzipSync(html).length).toBeLessThanOrEqual(pageMaxBytes);
  const texts = await Promise.all(asked.map(async (url) => (await fetch(url)).text()));
  expect(texts.length).toBeGreaterThan(0);
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(bytes).toBeLessThanOrEqual(scriptsMaxBytes);
  expect(texts.filter((text) => text.includes('candle_pane'))).toEqual([]);
  await phone.close();
});
