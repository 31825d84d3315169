import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyId } from '../../packages/domain/src/values/ids.ts';
import { newPhone } from '../../testkit/browser.ts';
import { coinWay, type Desk, openDesk, otherTronAddress, Trader } from '../../testkit/money-desk.ts';
import { repositoryRoot } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { TestServer } from '../../testkit/test-server.ts';
import { listen, MoneyApp } from '../page-models/money-app.ts';
import { takePhoto } from '../page-models/verification-page.ts';

const submit = '/api/quickCharge/submit';
const audit = () => ({ operatorId: null, action: 'set-up', subject: 'test', reason: '' });

let server: TestServer;
let browser: Browser;
let url: string;
let desk: Desk;
let trader: Trader;
let phone: BrowserContext;
let app: MoneyApp;

beforeAll(async () => {
  [server, browser] = await Promise.all([TestServer.start(), sharedBrowser()]);
  desk = await openDesk(server);
  url = await listen(server);
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  trader = await Trader.register(server);
  phone = await newPhone(browser);
  app = await MoneyApp.enter(phone, url, trader);
});
afterEach(() => phone.close());

async function openReport(amount: string): Promise<void> {
  await app.open('/mine/charge');
  await app.button(/^Amount sent/).click();
  await app.field('Amount sent').fill(amount);
}

async function reported(): Promise<{ number: string; usd_number: string; usd_price: string }[]> {
  return (await trader.get('/api/quickCharge/quick_ist')).data.data;
}

test('R-FND-80 R-FND-81 R-FND-83 R-FND-84 a coin deposit is reported with its proof once, and appears in the records', async () => {
  await app.open('/mine/charge');
  await app.page.getByRole('img', { name: 'QR code of the deposit address' }).waitFor();
  expect((await app.page.locator('[data-part=deposit-address] b').allInnerTexts()).join('…')).toBe(
    `${otherTronAddress.slice(0, 6)}…${otherTronAddress.slice(-6)}`,
  );
  await app.text('Send only USDT on TRC20.').waitFor();
  await expect.poll(() => app.button('Submit deposit').isDisabled()).toBe(true);

  await app.button(/^Amount sent/).click();
  await app.field('Amount sent').fill('4');
  await app.addProof(await takePhoto(app.page, 1600, 1200, 140));
  await expect.poll(() => app.button('Submit deposit').isDisabled()).toBe(true);
  await app.field('Amount sent').blur();
  await app.text('At least 5.00 USDT').waitFor();
  await app.field('Amount sent').fill('1500.5');
  expect(await app.figure('Credited to your account')).toBe('1,500.50 USD');

  await app.button('Submit deposit').dblclick();
  await app.text('Your deposit has been submitted').waitFor();
  await app.newest.waitFor();
  expect(app.countOf(submit)).toBe(1);
  await expect
    .poll(() => app.newest.innerText())
    .toMatch(/USDT · TRC20[\s\S]*1,500\.50[\s\S]*Unchecked[\s\S]*Under review/);
  expect(await reported()).toHaveLength(1);
  // Back returns to the page with the QR code, not to the submitted report.
  await app.page.goBack();
  await app.page.getByRole('img', { name: 'QR code of the deposit address' }).waitFor();
});

test('R-FND-83 a proof that fails to upload leaves its field empty; one from an iPhone is accepted unchanged, and can be removed', async () => {
  await openReport('20');
  await app.page.route('**/api/common/image_upload', (route) => route.abort('connectionreset'));
  await app.chooseProof(await takePhoto(app.page, 800, 600, 140));
  await app.text('Network error · ERR_NETWORK').waitFor();
  await app.button('Add photo or screenshot').waitFor();
  await app.page.unroute('**/api/common/image_upload');
  const heic = readFileSync(join(repositoryRoot, 'testkit', 'phone-picture.heic'));
  await app.addProof({ name: 'IMG_2048.HEIC', mimeType: 'image/heic', buffer: heic });
  await app.text('IMG_2048.HEIC').waitFor();
  await app.button('Remove image').click();
  await app.button('Add photo or screenshot').waitFor();
  await expect.poll(() => app.button('Submit deposit').isDisabled()).toBe(true);
});

test('R-FND-82 a report with a lost answer is looked up and made once, also after a reload', async () => {
  await openReport('77');
  await app.addProof(await takePhoto(app.page, 800, 600, 140));
  const restore = await app.loseAnswers(submit);
  await app.page.route('**/v1/api/forex/command*', (route) => route.abort('connectionreset'));
  await app.button('Submit deposit').click();
  await app.text(/^The server did not answer/).waitFor();
  expect(new Set(await reported()).size).toBe(1);
  await restore();
  await app.page.unroute('**/v1/api/forex/command*');
  await app.open('/mine/charge');
  await app.text(/^Your earlier request was received/).waitFor();
  await app.button('Deposit records').click();
  await app.newest.waitFor();
  expect(await reported()).toHaveLength(1);
});

test('R-FND-83 a changed rate shows the new figure and needs another confirmation', async () => {
  const { depositMethods } = server.stores;
  const own = 1 as CompanyId;
  const way = await depositMethods.add(own, { ...coinWay, currency: 'USDC', protocol: 'ERC20' }, 1, audit);
  await app.open('/mine/charge');
  await app.button('USDC ERC20').click();
  await app.button(/^Amount sent/).click();
  await app.field('Amount sent').fill('100');
  expect(await app.figure('Credited to your account')).toBe('100.00 USD');
  await app.addProof(await takePhoto(app.page, 800, 600, 140));
  await depositMethods.replace(own, way.id, { ...way, usdPriceE8: 125_000_000n }, 2, audit);
  await app.button('Submit deposit').click();
  await app.text('The rate has changed. Check the new figure and submit again.').waitFor();
  expect(await app.figure('Credited to your account')).toBe('80.00 USD');
  expect(await reported()).toEqual([]);
  await app.button('Submit deposit').click();
  await app.text('Your deposit has been submitted').waitFor();
  expect(await reported()).toMatchObject([{ number: '100', usd_number: '80.00', usd_price: '1.25' }]);
});

test('R-FND-80 a bank wire shows the account’s fields to copy, and is reported with its proof', async () => {
  await app.open('/mine/charge');
  await app.tab('Bank wire').click();
  await app.text('Test Company').waitFor();
  for (const name of ['Payee name', 'Payee account', 'Bank', 'SWIFT'])
    await expect.poll(() => app.button(`Copy ${name}`).first().isVisible(), { message: name }).toBe(true);
  await app.field('Amount').fill('200,50');
  expect(await app.figure('Credited to your account')).toBe('250.62 USD');
  await app.addProof(await takePhoto(app.page, 800, 600, 140));
  await app.button('Submit deposit').click();
  await app.text('Your deposit has been submitted').waitFor();
  await app.newest.waitFor();
  expect(new URL(app.page.url()).search).toBe('?view=records&type=2');
  await app.page.reload();
  await app.newest.waitFor();
  await expect.poll(() => app.newest.innerText()).toMatch(/EUR · Bank wire[\s\S]*200\.50/);
  expect(desk.bank.currency).toBe('EUR');
});
