import type { OperatorRole } from '@candor/contracts/http/console';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../testkit/browser.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { type Desk, openDesk, Trader } from '../../testkit/money-desk.ts';
import { TestServer } from '../../testkit/test-server.ts';
import { listen } from '../page-models/money-app.ts';

/** The money desk in the console, on a real server and database. */
let server: TestServer;
let stub: ConsoleStub;
let browser: Browser;
let desk: Desk;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [server, stub, browser] = await Promise.all([TestServer.start(), ConsoleStub.start(), launchBrowser()]);
  desk = await openDesk(server);
  stub.upstream = await listen(server);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await stub.close();
  await server.stop();
});

/** An operator of a role, signed in at a browser of his own, before a page of the console. */
async function operatorAt(role: OperatorRole, path: string): Promise<Page> {
  const { authorization } = await server.operator(role);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  contexts.push(context);
  await stub.join(context);
  const page = await context.newPage();
  [stub.role, stub.token] = [role, authorization];
  await stub.open(page, path);
  return page;
}

/** Presses what a page offers, and what its dialog asks. */
async function decide(page: Page, button: string, dialog: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: dialog, exact: true }).click();
}

test('R-OPS-75 a deposit is approved beside its proof, as it was shown, and credited', async () => {
  const trader = await Trader.register(server);
  expect((await trader.deposit(desk, '1500')).code).toBe(1);
  const page = await operatorAt('cashier', '/deposits');
  await page
    .getByRole('row', { name: new RegExp(trader.uid) })
    .getByRole('link')
    .click();
  const proof = page.getByRole('img', { name: 'Proof' });
  await proof.waitFor();
  await expect.poll(() => proof.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByText('1,500 USDT').first().waitFor();
  await decide(page, 'Approve', 'Approve deposit');
  await page.getByText('Credited', { exact: true }).last().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
});

test('R-OPS-75 a withdrawal above the threshold takes two operators, then is marked as paid with its reference', async () => {
  const admin = await operatorAt('admin', '/pay-ways');
  await admin.getByRole('tab', { name: 'Thresholds' }).click();
  await admin.getByLabel('Withdrawals from this need a second operator (USD)').fill('100');
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Saved.').waitFor();

  const trader = await Trader.verified(server);
  await trader.fund('1000');
  const method = await trader.bound(desk.payout.id);
  await trader.stepUp();
  expect((await trader.withdraw(desk, method, '500')).code).toBe(1);

  const first = await operatorAt('cashier', '/withdrawals');
  await first
    .getByRole('row', { name: new RegExp(trader.uid) })
    .getByRole('link')
    .click();
  await first.getByText('499 USDT').first().waitFor();
  await decide(first, 'Approve', 'Approve withdrawal');
  await first.getByText('1 of 2').waitFor();
  await decide(first, 'Approve', 'Approve withdrawal');
  await first.getByRole('dialog').getByRole('alert').waitFor();
  expect(await first.getByRole('dialog').getByRole('alert').innerText()).not.toBe('');

  const second = await operatorAt('cashier', new URL(first.url()).pathname.replace('/console', ''));
  await decide(second, 'Approve', 'Approve withdrawal');
  await second.getByText('2 of 2').waitFor();
  await second.getByRole('button', { name: 'Mark as paid' }).click();
  await second.getByLabel('Reference of the payment (transaction or bank)').fill('test-payout-1');
  await second.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await second.getByText('Paid', { exact: true }).waitFor();
  await second.getByText('test-payout-1').waitFor();
  expect(await second.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0);
});

test('R-OPS-75 a correction is proposed by one operator and posted by another', async () => {
  const trader = await Trader.register(server);
  const proposer = await operatorAt('cashier', '/corrections');
  await proposer.getByRole('button', { name: 'Propose a correction' }).click();
  const dialog = proposer.getByRole('dialog');
  await dialog.getByLabel('User number').fill(trader.uid);
  await dialog.getByLabel('Amount in USD, with a minus to take').fill('12.50');
  await dialog.getByLabel('Reason').fill('Charged twice');
  await dialog.getByRole('button', { name: 'Propose a correction' }).click();
  await proposer.getByText('Charged twice').waitFor();

  const other = await operatorAt('compliance', '/corrections');
  await decide(other, 'Approve', 'Post correction');
  await other.getByText('Nothing matches.').waitFor();
  await other.getByRole('tab', { name: 'Posted' }).click();
  await other.getByText('Charged twice').waitFor();
});
