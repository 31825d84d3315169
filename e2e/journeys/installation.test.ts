import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { queryEmbedded } from '../../testkit/embedded-database.ts';
import { firstSignIn } from '../../testkit/operator-desk.ts';
import { codeMailedTo } from '../../testkit/outbox.ts';
import { type Product, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { totpOf } from '../../testkit/totp.ts';
import { until } from '../../testkit/until.ts';
import { IdentityApp } from '../page-models/identity-app.ts';

/** Data folder of the real program; companies are made in the console, set up by operators and used by traders. */
const dataDir = scratchFolder('candor-installation-');
const contexts: BrowserContext[] = [];
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ dataDir }), sharedBrowser()]);
});
afterAll(async () => {
  for (const context of contexts) await context.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (host: string) => product.at(host);

/** Opens an operator's first link: own password, second factor. */
async function comeIn(link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('nine quiet harbours');
  await page.getByLabel('New password again').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await page.getByLabel(/Six digits/).fill(totpOf(await page.locator('p.code').innerText()));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  return page;
}

const menu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

test('R-RUN-15 the running program connects to the database with its two roles only', async () => {
  const connected = `select distinct usename as name from pg_stat_activity
    where datname = 'candor' and backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`;
  expect(await queryEmbedded(dataDir, connected)).toEqual([{ name: 'candor_app' }, { name: 'candor_core' }]);
});

test('R-COM-10 a company is made in the console, its first operator sets up a deposit method, and a trader registers there', async () => {
  const page = await comeIn(firstSignIn(dataDir).link);
  await menu(page, 'Companies').click();
  await page.getByRole('row', { name: /Acme \(trial\)/ }).waitFor();
  await page.getByRole('link', { name: 'New company' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Newco');
  await page.getByLabel('Email of its first operator').fill('boss@newco.example');
  await page.getByLabel('Hosts', { exact: true }).fill('m.acme.localhost');
  await page.getByLabel('Reason').fill('a second brand');
  await page.getByRole('button', { name: 'New company' }).click();
  // Another company has this host.
  await page.getByText('This host belongs to another company.').waitFor();
  await page.getByLabel('Hosts', { exact: true }).fill('m.newco.localhost');
  await page.getByRole('button', { name: 'New company' }).click();
  const link = await page.getByRole('dialog').locator('.code').innerText();
  expect(link).toContain(`${at('m.newco.localhost')}/console/invitation#`);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Newco' }).waitFor();

  const boss = await comeIn(link);
  expect(await menu(boss, 'Companies').count()).toBe(0);
  await menu(boss, 'Deposit methods').click();
  await boss.getByRole('link', { name: 'Add deposit method' }).click();
  await boss.getByLabel('Currency', { exact: true }).fill('USDT');
  await boss.getByLabel('Network').fill('ERC20');
  await boss.getByLabel('Shared address').fill(`0x${'1'.repeat(40)}`);
  await boss.getByRole('button', { name: 'Save' }).click();
  await boss.getByRole('dialog').getByText('1 USD = 1 USDT').waitFor();
  await boss.getByRole('button', { name: 'Save this rate' }).click();
  await boss.getByRole('row', { name: /USDT/ }).waitFor();

  const phone = await newPhone(browser);
  contexts.push(phone);
  const app = new IdentityApp(await phone.newPage(), at('m.newco.localhost'));
  const email = 'rosa@trader.example';
  await app.register(email, 'seven green bottles', () => codeMailedTo(dataDir, email));
  await app.open('/mine/charge');
  await app.page
    .getByText(`0x${'1'.repeat(8)}`)
    .first()
    .waitFor();
  await menu(boss, 'Users').click();
  await boss.getByRole('row', { name: /Real/ }).waitFor();
  await menu(page, 'Users').click();
  await page.getByText(/^Nothing (here|matches)\.$/).waitFor();
});

test('R-RUN-12 R-CON-30 the trial company’s operator begins by the link from the file, which is deleted once all are used', async () => {
  const email = 'admin@acme.localhost';
  const page = await comeIn(firstSignIn(dataDir, email).link);
  await menu(page, 'Operators').click();
  await page.getByRole('row', { name: new RegExp(email) }).waitFor();
  expect(await menu(page, 'Companies').count()).toBe(0);
  await until('the file of the link is gone', () => !existsSync(join(dataDir, 'operator.txt')));
});
