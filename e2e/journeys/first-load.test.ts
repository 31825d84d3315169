import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';

const scriptsMaxBytes = 170 * 1_024;
/** Maximum size of the page with its boot script: fits into a server's first packets before any acknowledgement. */
const pageMaxBytes = 4 * 1_024;

test('R-SCR-63 the scripts of the market page are small and contain no chart', async () => {
  const product = sharedProduct();
  const phone = await newPhone(await sharedBrowser());
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
