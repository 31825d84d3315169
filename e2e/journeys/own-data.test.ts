import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { openDesk, Trader } from '../../testkit/money-desk.ts';
import { goodPassword } from '../../testkit/people.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { TestServer } from '../../testkit/test-server.ts';
import { listen, MoneyApp } from '../page-models/money-app.ts';

let server: TestServer;
let url: string;
let phone: BrowserContext;
let trader: Trader;
let app: MoneyApp;

beforeAll(async () => {
  server = await TestServer.start();
  await openDesk(server);
  url = await listen(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = await Trader.verified(server);
  phone = await newPhone(await sharedBrowser());
  app = await MoneyApp.enter(phone, url, trader);
});
afterEach(() => phone.close());

async function askToClose(): Promise<void> {
  await app.open('/mine/security');
  await app.button('Close account').click();
  await app.question.getByText('You cannot log in again.', { exact: false }).waitFor();
  await app.question.getByRole('button', { name: 'Close account' }).click();
  const proof = app.page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(goodPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
}

test('R-SES-45 a trader downloads everything about themselves', async () => {
  await app.open('/mine/security');
  const [file] = await Promise.all([
    app.page.waitForEvent('download'),
    app.button(/^Download everything about me/).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`candor-${trader.uid}.json`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ profile: [{ uid: trader.uid, email: trader.account }] });
});

test('R-SES-45 an account with money says what to do first; an empty one is closed and left', async () => {
  await trader.fund('100');
  await askToClose();
  await app.text(/^Withdraw your balance first\./).waitFor();

  trader = await Trader.verified(server);
  await phone.close();
  phone = await newPhone(await sharedBrowser());
  app = await MoneyApp.enter(phone, url, trader);
  await askToClose();
  await app.text('Your account is closed').waitFor();
  await expect
    .poll(() => app.page.evaluate(() => localStorage.getItem('candor.session') ?? ''))
    .not.toContain(trader.token);
});
