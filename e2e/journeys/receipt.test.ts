import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPaths, receiptKeysPath } from '@candor/contracts/http/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { repositoryRoot } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-receipt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('R-ORD-24 R-ORD-25 R-VER-13 a receipt is shown with its quote, verified in the browser, downloaded and verified offline', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  await app.submitOrder(await app.openBuyTicket());
  await app.tab('order').click();
  await app.closeFirstOrder();
  await page.getByText('No open positions').waitFor();
  await page.getByRole('tab', { name: /History/ }).click();
  await app.orderRow.first().click();
  await app.seen('order-receipt').click();

  const sheet = page.getByRole('dialog', { name: 'Receipt' });
  await sheet.getByText('Closed · By you').waitFor();
  await expect.poll(() => sheet.getByText(/^simulated · \d+$/).count()).toBe(2);
  const link = sheet.getByRole('link', { name: 'Verify without this app' });
  expect(await link.getAttribute('href')).toBe(publicPaths.verify);
  await sheet.getByRole('button', { name: 'Verify' }).click();
  await sheet.getByText('Verified: signed by the platform and unchanged since.').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download' }).click(),
  ]);
  await download.saveAs(join(folder, 'receipt.json'));
  const keys = await fetch(product.callUrl + receiptKeysPath);
  writeFileSync(join(folder, 'keys.json'), await keys.text());
  await phone.close();

  const command = join(repositoryRoot, 'node_modules', '.bin', 'candor-verify-receipt');
  const { status, stdout } = spawnSync(command, ['receipt.json', '--keys', 'keys.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // Without the key of the log, its proofs are not checked.
  expect(stdout).toMatch(
    /VERIFIED\. These 2 receipts hold in every check(\.| that was made; \d+ (was|were) not \(–\)\.)/,
  );
  expect(status).toBe(0);
});
