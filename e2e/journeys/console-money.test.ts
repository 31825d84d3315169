import type { OperatorRole } from '@candor/contracts/console/permissions';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { testSpecs } from '../../testkit/engine-scenario.ts';
import { type Desk, openDesk, Trader } from '../../testkit/money-desk.ts';
import { goodPassword } from '../../testkit/people.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { TestServer } from '../../testkit/test-server.ts';
import { submitPath } from '../../testkit/with-test-server.ts';
import { listen, MoneyApp } from '../page-models/money-app.ts';
import { takePhoto, VerificationPage } from '../page-models/verification-page.ts';

/** Real server and database behind the console's money pages. */
let server: TestServer;
let stub: ConsoleStub;
let browser: Browser;
let desk: Desk;
let url: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [server, stub, browser] = await Promise.all([TestServer.start(), ConsoleStub.start(), sharedBrowser()]);
  desk = await openDesk(server);
  url = await listen(server);
  stub.upstream = url;
});
afterEach(async () => {
  for (const context of contexts.splice(0)) {
    // The stub may still be forwarding a picture.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
});
afterAll(async () => {
  await stub.close();
  await server.stop();
});

/** Signs in an operator of a role in a new browser context and opens a page of the console. */
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

/** Presses a button of the page, then the confirming button of its dialog. */
async function decide(page: Page, button: string, dialog: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: dialog, exact: true }).click();
}

/** Opens the app on a phone, signed in as the trader. */
async function phoneOf(trader: Trader): Promise<MoneyApp> {
  const phone = await newPhone(browser);
  contexts.push(phone);
  return MoneyApp.enter(phone, url, trader);
}

async function markPaid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByLabel('Reference of the payment (transaction or bank)').fill('test-payout-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
}

/** Opens the trader's row in a queue. */
async function openRow(page: Page, { uid }: Trader): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(uid) })
    .getByRole('link')
    .click();
}

test('R-MON-03 R-OPS-75 a deposit reported on the phone and approved in the console appears in the balance on the phone', async () => {
  const trader = await Trader.register(server);
  const app = await phoneOf(trader);
  await app.open('/mine/charge');
  await app.button(/^Amount sent/).click();
  await app.field('Amount sent').fill('1500');
  await app.addProof(await takePhoto(app.page, 800, 600, 140));
  await app.button('Submit deposit').click();
  await app.text('Your deposit has been submitted').waitFor();
  await expect.poll(() => app.newest.innerText()).toMatch(/Unchecked/);

  const page = await operatorAt('cashier', '/deposits');
  await openRow(page, trader);
  const proof = page.getByRole('img', { name: 'Proof' });
  await proof.waitFor();
  await expect.poll(() => proof.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await page.getByText('1,500.00 USDT').first().waitFor();
  await decide(page, 'Approve', 'Approve deposit');
  // The open dialog blocks the page's buttons, so wait until it closes with the server's answer.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);

  await app.open('/mine/history');
  const entry = app.page.getByRole('listitem').filter({ hasText: 'Balance' }).first();
  await entry.waitFor();
  await expect.poll(() => entry.innerText()).toMatch(/\+1,500\.00[\s\S]*Balance 1,500\.00/);
  await app.open('/mine/charge');
  await app.button('Deposit records').click();
  await app.newest.waitFor();
  await expect.poll(() => app.newest.innerText()).toMatch(/Completed/);
});

test('R-MON-07 R-MON-08 a withdrawal requested on the phone is approved by two operators, paid by a third, and shown as paid', async () => {
  const admin = await operatorAt('admin', '/pay-ways');
  await admin.getByRole('tab', { name: 'Thresholds' }).click();
  await admin.getByLabel('Withdrawals from this need a second operator (USD)').fill('100');
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Sent to the other operators.').waitFor();
  const compliance = await operatorAt('compliance', '/approvals');
  await compliance.getByRole('link', { name: '1', exact: true }).click();
  await compliance.getByText('Withdrawals from this need a second operator (USD)').first().waitFor();
  await decide(compliance, 'Approve', 'Approve');
  await compliance.getByText('Approved. The change is made.').waitFor();
  await compliance.goto(new URL('/console/approvals', compliance.url()).href);
  await compliance.getByRole('heading', { name: 'Nobody waits' }).waitFor();
  const trader = await Trader.verified(server);
  await trader.fund('1000');
  await trader.bound(desk.payout.id);
  const app = await phoneOf(trader);
  await app.open('/mine/withdraw');
  await app.field('You withdraw').fill('500');
  await app.button(/^Withdraw [\d.,]+ USD$/).click();
  await app.button('Confirm 500.00 USD').click();
  const question = app.page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Password', { exact: true }).fill(goodPassword);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await app.text('Your withdrawal has been requested').waitFor();

  const first = await operatorAt('cashier', '/withdrawals');
  await openRow(first, trader);
  await first.getByText('499.00 USDT').first().waitFor();
  await decide(first, 'Approve', 'Approve withdrawal');
  await first.getByText('1 of 2').waitFor();
  await decide(first, 'Approve', 'Approve withdrawal');
  await first.getByRole('dialog').getByRole('alert').waitFor();
  expect(await first.getByRole('dialog').getByRole('alert').innerText()).not.toBe('');

  const second = await operatorAt('cashier', new URL(first.url()).pathname.replace('/console', ''));
  await decide(second, 'Approve', 'Approve withdrawal');
  await second.getByText('2 of 2').waitFor();
  await markPaid(second);
  await second.getByText('You approved this withdrawal').waitFor();

  const payer = await operatorAt('cashier', new URL(first.url()).pathname.replace('/console', ''));
  await markPaid(payer);
  await payer.getByText('Paid', { exact: true }).waitFor();
  await payer.getByText('test-payout-1').waitFor();
  expect(await payer.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0);

  await app.open('/mine/withdraw');
  await app.button('Withdraw records').click();
  await app.newest.waitFor();
  await expect.poll(() => app.newest.innerText()).toMatch(/Paid/);
  expect((await trader.get('/v1/api/main/account/forexDetail')).data).toEqual({
    balance: '500.00',
    lock_balance: '0.00',
  });
});

test('R-KYC-02 R-OPS-77 documents sent on the phone are rejected in the console with a reason, sent again and approved', async () => {
  const trader = await Trader.register(server);
  const app = await phoneOf(trader);
  const verification = new VerificationPage(app.page);
  const send = async () => {
    await verification.fillDetails('Rosa Marchetti', '12AB3456');
    await verification.take('Front side', await takePhoto(app.page, 1600, 1000, 20));
    await verification.take('Back side', await takePhoto(app.page, 1600, 1000, 200));
    await verification.button('Submit for review').click();
    await verification.heading('Waiting for review').waitFor();
  };
  await app.open('/mine/auth');
  await send();
  const page = await operatorAt('compliance', '/verifications');
  await openRow(page, trader);
  for (const side of ['Front side', 'Back side']) {
    const image = page.getByRole('img', { name: side });
    await image.waitFor();
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByLabel('Remark').fill('The back side cannot be read.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.page.reload();
  await app.text('The back side cannot be read.').waitFor();
  await send();
  await stub.open(page, '/verifications');
  await openRow(page, trader);
  await decide(page, 'Approve', 'Approve');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.page.reload();
  await verification.heading('Identity verified').waitFor();
});

test('R-OPS-75 a correction proposed by one operator is posted by another', async () => {
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
  await other.getByRole('heading', { name: 'Nobody waits' }).waitFor();
  await other.getByRole('tab', { name: 'Posted' }).click();
  await other.getByText('Charged twice').waitFor();
});

test('R-OPS-81 R-CNT-01 an article is written, previewed without unsafe parts, shown to readers, and removed', async () => {
  const page = await operatorAt('support', '/articles/new');
  await page.getByLabel('Title').fill('Hours over the holidays');
  await page
    .getByLabel('Text', { exact: true })
    .fill('## Closed\n\n<script>alert(1)</script>Gold rests on **Friday**.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe[title="Preview of the text"]');
  await frame.getByRole('heading', { name: 'Closed' }).waitFor();
  await page.getByLabel('Shown from (empty: a draft)').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await stub.open(page, '/articles');
  await page
    .getByRole('row', { name: /Hours over the holidays/ })
    .getByText('en')
    .waitFor();

  const read = async () =>
    (await (await fetch(`${url}/api/news/list?category_id=1&page=1`, { headers: { lang: 'en' } })).json()) as {
      data: { data: { id: number; title: string }[] };
    };
  const [shown] = (await read()).data.data;
  expect(shown).toMatchObject({ title: 'Hours over the holidays' });
  const info = await (await fetch(`${url}/api/news/info?id=${shown?.id}`, { headers: { lang: 'en' } })).json();
  expect(JSON.stringify(info)).toContain('<strong>Friday</strong>');
  expect(JSON.stringify(info)).not.toContain('<script');

  await page
    .getByRole('row', { name: /Hours over the holidays/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The holidays are over');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(async () => (await read()).data.data).toEqual([]);
});

test('R-FND-47 R-OPS-75 approval of a withdrawal held by a closed market is refused with the reason, also shown on its page', async () => {
  const { eurusd } = testSpecs;
  server.market.give(eurusd, '1.15283', '1.15295');
  const trader = await Trader.verified(server);
  await trader.fund('5500');
  await trader.post(submitPath, { type: 1, cont: '1.50', forex_id: eurusd.id, status: 1, multiple: 400 });
  await trader.withdraw(desk, await trader.bound(desk.payout.id), '4900');
  const page = await operatorAt('cashier', '/withdrawals');
  await openRow(page, trader);
  await page.getByText('4,899.00 USDT').first().waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  // The question was opened while the market was open, so the server refuses.
  server.market.kind = 'closed';
  await page.getByRole('dialog').getByRole('button', { name: 'Approve withdrawal', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/gap could cost more than the rest/)
    .waitFor();
  await page.reload();
  await page.getByText('Waits until a market has opened').waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  await page
    .getByRole('alert')
    .getByText(/once the market has opened/)
    .waitFor();
  server.market.kind = 'open';
  await page.reload();
  await page.getByText('4,899.00 USDT').first().waitFor();
  expect(await page.getByText(/once the market has opened/).count()).toBe(0);
});
