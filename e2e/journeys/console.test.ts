import { readFileSync, rmSync } from 'node:fs';
import { codes } from '@candor/contracts/codes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSignIn } from '../../testkit/operator-desk.ts';
import { call, type Product, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { picture } from '../../testkit/send-picture.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { totpOf } from '../../testkit/totp.ts';
import { registerTrader } from '../page-models/real-trader.ts';

/** Data folder of the real program; one operator opens the link from the file and does a day's work. */
const dataDir = scratchFolder('candor-console-');
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];
const strangers: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ dataDir }), sharedBrowser()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => request.url().startsWith('http') && noteStranger(request.url()));
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function noteStranger(url: string): void {
  if (new URL(url).origin !== product.url) strangers.push(url);
}

const menu = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
const inDialog = () => page.getByRole('dialog');

async function upload(token: string, number: number): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await picture(number))], { type: 'image/jpeg' }), 'side.jpg');
  const headers = { authorization: token, lang: 'en' };
  const answer = await fetch(`${product.callUrl}/api/common/image_upload`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Registers a trader who has submitted both sides of a document. */
async function submit(name: string, number: string): Promise<{ readonly token: string; readonly uid: string }> {
  const { token, user } = await registerTrader(product.callUrl, dataDir);
  const [front_pic, reverse_pic] = [await upload(token, 20), await upload(token, 200)];
  const fields = { name, card_id: number, front_pic, reverse_pic };
  expect((await call(product.callUrl, '/api/user_real/real_name', fields, token)).code).toBe(codes.ok);
  return { token, uid: user.uid };
}

async function reviewOf(token: string): Promise<{ review_status: number; remark: string }> {
  return (await call<{ review_status: number; remark: string }>(product.callUrl, '/api/user_real/center', null, token))
    .data;
}

async function openHalted(token: string): Promise<number> {
  const fields = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 100 };
  return (await call(product.callUrl, '/v1/api/forex/submit', fields, token)).code;
}

test('R-OPS-73 R-OPS-70 R-CON-30 the first operator opens the file’s link, chooses a password, and sets up a second factor', async () => {
  const [, token] = firstSignIn(dataDir).link.split('#');
  await page.goto(`${product.url}/console/invitation#${token}`);
  await page.getByLabel('New password', { exact: true }).fill('nine quiet harbours');
  await page.getByLabel('New password again').fill('nine quiet harbours');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = await page.locator('p.code').innerText();
  await page.getByLabel(/Six digits/).fill(totpOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  await page.reload();
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
});

test('R-OPS-77 one identity check is rejected with a reason, another approved, both sides visible', async () => {
  const rosa = await submit('Rosa Marchetti', '12AB3456');
  await menu('Identity checks');
  await page
    .getByRole('row', { name: new RegExp(rosa.uid) })
    .getByRole('link')
    .click();
  await page.getByText('Rosa Marchetti').waitFor();
  for (const side of ['Front side', 'Back side']) {
    const image = page.getByRole('img', { name: side });
    await image.waitFor();
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: 'Reject' }).click();
  await inDialog().getByLabel('Remark').fill('The back side cannot be read.');
  await inDialog().getByRole('button', { name: 'Reject' }).click();
  await expect.poll(async () => (await reviewOf(rosa.token)).remark).toBe('The back side cannot be read.');

  const hugo = await submit('Hugo Lindqvist', '77CD9021');
  // The queue shows a new entry by itself, once the pointer is not over its rows.
  await page.mouse.move(0, 0);
  await page
    .getByRole('row', { name: new RegExp(hugo.uid) })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await inDialog().getByText('Hugo Lindqvist').waitFor();
  await inDialog().getByRole('button', { name: 'Approve' }).click();
  await expect.poll(async () => (await reviewOf(hugo.token)).review_status).toBe(2);
});

test('R-OPS-72 a halt refuses new orders; ending it allows them again', async () => {
  const demo = await call<{ token: string }>(product.callUrl, '/api/user/createAccountDemoForU', {
    demo_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  });
  const { token } = demo.data;
  expect(await openHalted(token)).toBe(codes.ok);
  await menu('Halts');
  await page.getByRole('button', { name: 'Halt openings' }).click();
  await inDialog().getByLabel('What is halted').click();
  await page.getByRole('option', { name: 'The whole company' }).click();
  await inDialog().getByLabel('Reason').fill('Testing the brakes');
  await inDialog().getByRole('button', { name: 'Halt now' }).click();
  await inDialog().waitFor({ state: 'detached' });
  await page.getByText('Testing the brakes').waitFor();
  expect(await openHalted(token)).toBe(codes.tradingHalted);
  await page.getByRole('button', { name: 'End halt' }).click();
  await inDialog().getByLabel('Reason').fill('They hold');
  await inDialog().getByRole('button', { name: 'End halt' }).click();
  await expect.poll(() => openHalted(token)).toBe(codes.ok);
});

test('R-OPS-78 a receipt is checked in the browser against the published keys', async () => {
  await menu('Orders');
  await page
    .getByRole('link', { name: /^800000\d$/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Check signature' }).first().click();
  await page.getByText('Signed by a published key and unchanged.').waitFor();
});

test('R-OPS-72 the audit trail contains the actions; its chain is checked and it is downloaded as CSV', async () => {
  await menu('Audit trail');
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await page
    .getByText(/The chain is intact: \d+ entries/)
    .first()
    .waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain('Testing the brakes');
});

test('R-OPS-71 no page failed, and no other origin was called', async () => {
  for (const name of ['Users', 'Accounts', 'Instruments', 'Exposure', 'Brand and rules', 'Operators']) {
    await menu(name);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('could not be').count(), name).toBe(0);
  }
  expect(problems).toEqual([]);
  expect(strangers).toEqual([]);
});
