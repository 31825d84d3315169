import { codes } from '@candor/contracts/codes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payWay } from '../../testkit/console-money-samples.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';

/** Server of the built console's money pages; calls are answered from samples. */
let stub: ConsoleStub;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [stub, browser] = await Promise.all([ConsoleStub.start(), sharedBrowser()]);
});
afterAll(async () => {
  await stub.close();
});
beforeEach(async () => {
  stub.role = 'admin';
  stub.answers.clear();
  stub.calls.length = 0;
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await stub.join(context);
  page = await context.newPage();
});
afterEach(() => context.close());

test('R-FND-44 approving one of several claims on a payment shows all claims and names the rejected ones', async () => {
  await stub.open(page, '/deposits/13');
  await page.getByText('Another account claims the same payment').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Compare claims' }).click();
  for (const [id, uid, paid] of [
    [13, '91418880', '1,250 USDT'],
    [14, '91418881', '1,200 USDT'],
  ] as const) {
    const claim = page.locator('section', { hasText: `Claim ${id}` });
    await claim.getByText(uid).waitFor();
    await claim.getByText(paid).waitFor();
    await claim.getByRole('img', { name: `Proof ${id}` }).waitFor();
  }
  const network = page.locator('section', { hasText: 'On the network' });
  await network.getByText('40 / 12').waitFor();
  await page.locator('section', { hasText: 'Claim 14' }).getByRole('button', { name: 'Approve this claim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve claim 14' });
  await dialog.getByText(/13 are rejected/).waitFor();
  await dialog.getByLabel('Reason').fill('The address is the payer’s own.');
  await dialog.getByRole('button', { name: 'Approve claim 14' }).click();
  await expect
    .poll(() => stub.calls.find((call) => call.startsWith('POST /deposits/14/decide')))
    .toMatch(/"payload_hash":"q{43}","rivals":\[13\],"reason":"The address/);
});

describe('R-OPS-79 the dashboard without an active deposit method', () => {
  const hint = () => page.getByText('Nobody can pay in yet');
  const payWays = (...rows: object[]) =>
    stub.answers.set('GET /pay-ways', { code: codes.ok, msg: '', data: { data: rows, total: rows.length } });
  const dashboard = async () => {
    await stub.open(page, '/');
    await page.getByRole('img', { name: /^Revenue\. Highest day/ }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  test('links to the deposit methods if there are none or all are inactive, and not if one is active', async () => {
    payWays();
    await dashboard();
    await hint().waitFor();
    payWays({ ...payWay, is_active: false });
    await dashboard();
    await hint().waitFor();
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Deposit methods' }).first().waitFor();
    payWays({ ...payWay, is_active: false }, { ...payWay, id: 4 });
    await dashboard();
    expect(await hint().count()).toBe(0);
  });

  test('requests no deposit methods for a role that may not read them', async () => {
    stub.role = 'support';
    payWays();
    await dashboard();
    expect(await hint().count()).toBe(0);
    expect(stub.calls.filter((call) => call.startsWith('GET /pay-ways'))).toEqual([]);
  });
});
