import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { enterAs, registerTrader } from '../page-models/real-trader.ts';

const product = sharedProduct();
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

test('R-INV-01 R-INV-02 R-INV-03 the code and its link are copied and shown as QR; a user who registers with it is listed, masked', async () => {
  const host = await registerTrader(product.callUrl, product.dataDir);
  const phone = await newPhone(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await enterAs(phone, host);
  const page = await phone.newPage();
  await page.goto(`${product.url}/mine/invite`);
  await page.getByText(host.user.invite_code, { exact: true }).waitFor();
  await page.getByText('Nobody has joined yet').waitFor();
  await page.getByText('There is no reward.').waitFor();

  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByText('Copied successfully').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(host.user.invite_code);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/register?');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.get('invite_code')).toBe(host.user.invite_code);

  await page.getByRole('button', { name: 'Show QR' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'QR code of your invite link' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const friend = await registerTrader(product.callUrl, product.dataDir, host.user.invite_code);
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: '•' });
  await row.waitFor();
  expect(await row.innerText()).not.toContain(friend.user.email);
  await expect.poll(() => page.getByRole('heading', { name: /Joined with your code/ }).innerText()).toContain('1');
  await phone.close();
});

test('R-SES-14 a demo account cannot invite and sees the reason', async () => {
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  await page.goto(`${product.url}/login?from=/user`);
  await page.getByRole('button', { name: /a demo account/ }).click();
  await page.getByRole('button', { name: 'Invite friends' }).click();
  await page.getByText('Only real account').waitFor();
  expect(new URL(page.url()).pathname).toBe('/user');
  await page.goto(`${product.url}/mine/invite`);
  await page.getByText('Only real account').waitFor();
  await phone.close();
});
