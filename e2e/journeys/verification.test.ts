import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { type JourneyCompany, openCompany } from '../../testkit/shared-product.ts';
import { enterAs, registerTrader } from '../page-models/real-trader.ts';
import { takePhoto, VerificationPage } from '../page-models/verification-page.ts';

let company: JourneyCompany;
let browser: Browser;
let phone: BrowserContext;
let page: Page;
let verification: VerificationPage;

beforeAll(async () => {
  [company, browser] = await Promise.all([openCompany('verification'), sharedBrowser()]);
});
beforeEach(async () => {
  phone = await newPhone(browser);
  await enterAs(phone, await registerTrader(company.callUrl, company.dataDir));
  page = await phone.newPage();
  verification = new VerificationPage(page);
  await page.goto(`${company.url}/mine/auth`);
  await verification.heading('Your legal details').waitFor();
});
afterEach(() => phone.close());

const textFile = { name: 'passport.png', mimeType: 'image/png', buffer: readFileSync(import.meta.filename) };

/** Approves or rejects the only waiting submission of this company. */
async function decide(verb: 'approve' | 'reject', fields: object = {}): Promise<void> {
  const waiting = await company.desk.get<{ data: { id: number }[] }>('/verifications?status=waiting');
  expect(waiting.data).toHaveLength(1);
  await company.desk.post(`/verifications/${waiting.data[0]?.id}/${verb}`, fields);
}

async function sendBoth(name: string, number: string): Promise<void> {
  await verification.fillDetails(name, number);
  await verification.take('Front side', await takePhoto(page, 1600, 1000, 20));
  await verification.take('Back side', await takePhoto(page, 1600, 1000, 200));
  await verification.button('Submit for review').click();
  await verification.heading('Waiting for review').waitFor();
}

test('R-KYC-01 R-KYC-02 details and two photographs are sent once, wait for review, and are not stored on the device', async () => {
  await verification.button('Continue').click();
  await page.getByRole('status').getByText('Please enter your full name').waitFor();
  await page.getByLabel('Full name').fill('Rosa Marchetti');
  await verification.button('Continue').click();
  await page.getByRole('status').getByText('Please enter your passport or ID number').waitFor();
  await verification.fillDetails('Rosa Marchetti', '12AB3456');
  await expect.poll(() => verification.button('Submit for review').isDisabled()).toBe(true);
  expect(await page.locator('[data-part=toast]').count()).toBe(0);

  await verification.take('Front side', await takePhoto(page, 4000, 3000, 20));
  expect(await verification.sentSize('Front side')).toEqual([1500, 2000]);
  await verification.take('Back side', await takePhoto(page, 900, 600, 200));
  expect(await verification.sentSize('Back side')).toEqual([600, 900]);

  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toMatch(/Rosa Marchetti|12AB3456|blob:/);
  let submissions = 0;
  page.on('request', (request) => (submissions += request.url().includes('/api/user_real/real_name') ? 1 : 0));
  await verification.button('Submit for review').dblclick();
  await verification.heading('Waiting for review').waitFor();
  expect(submissions).toBe(1);
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain('12AB3456');
  await page.reload();
  await verification.heading('Waiting for review').waitFor();
  await decide('reject', { remark: 'Closing the test' });
});

test('R-KYC-02 a submission is rejected with a reason, sent again, approved, and shown masked', async () => {
  await sendBoth('Rosa Marchetti', '77CD9021');
  await decide('reject', { remark: 'The back side cannot be read.' });
  await page.reload();
  await page.getByText('The back side cannot be read.').waitFor();
  await sendBoth('Rosa Marchetti', '77CD9021');
  await decide('approve');
  await page.reload();
  await verification.heading('Identity verified').waitFor();
  await page.getByText('R••• M••••••••').waitFor();
  await page.getByText('77••••21').waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('Marchetti');
  await page.getByRole('link', { name: 'Back to account' }).click();
  await page.getByRole('button', { name: /Real-name verification.*Verified/ }).waitFor();
});

test('R-CON-09 a failed upload leaves its field empty with the reason; a picture can be retaken', async () => {
  await verification.fillDetails('Rosa Marchetti', '31EF4455');
  await page.route('**/api/common/image_upload', (route) => route.abort('connectionreset'));
  await verification.choose('Front side', await takePhoto(page, 800, 600, 90));
  await page.getByText('Network error · ERR_NETWORK').waitFor();
  await verification.button('Front side: Take a photo').waitFor();
  await page.unroute('**/api/common/image_upload');

  await verification.choose('Front side', textFile);
  await expect
    .poll(() => page.getByRole('status').allInnerTexts())
    .toContainEqual(expect.stringMatching(/image|picture/i));
  await verification.button('Front side: Take a photo').waitFor();

  await verification.take('Front side', await takePhoto(page, 800, 600, 90));
  expect(await verification.sentSize('Front side')).toEqual([600, 800]);
  await verification.take('Front side', await takePhoto(page, 640, 480, 90));
  expect(await verification.sentSize('Front side')).toEqual([480, 640]);
  await page.goBack();
  await verification.heading('Your legal details').waitFor();
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Rosa Marchetti');
});
