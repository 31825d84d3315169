import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { type Desk, openDesk, otherTronAddress, Trader, tronAddress } from '../../testkit/money-desk.ts';
import { goodPassword } from '../../testkit/people.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { TestServer } from '../../testkit/test-server.ts';
import { listen, MoneyApp } from '../page-models/money-app.ts';

const draw = '/api/account/draw';

let server: TestServer;
let browser: Browser;
let url: string;
let desk: Desk;
let phone: BrowserContext;
let trader: Trader;
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
  trader = await Trader.verified(server);
  await trader.fund('1000');
  phone = await newPhone(browser);
  app = await MoneyApp.enter(phone, url, trader);
});
afterEach(() => phone.close());

async function prove(): Promise<void> {
  const question = app.page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Password', { exact: true }).fill(goodPassword);
  await question.getByRole('button', { name: 'Confirm' }).click();
}

async function ask(amount: string): Promise<void> {
  await app.open('/mine/withdraw');
  await app.field('You withdraw').fill(amount);
  await app.button(/^Withdraw [\d.,]+ USD$/).click();
  await app.sheet.waitFor();
}

const asked = async () => (await trader.get('/api/account/draw_list')).data.data as { id: number; state: string }[];
const balances = async () => (await trader.get('/v1/api/main/account/forexDetail')).data;

test('R-FND-86 R-FND-89 R-FND-90 without a payout method a dialog leads to binding one, and a withdrawal to the new one is held', async () => {
  await app.open('/mine/withdraw');
  await app.field('You withdraw').fill('100');
  await app.button('Withdraw 100.00 USD').click();
  await app.question.getByText('No address bound yet').waitFor();
  await app.question.getByRole('button', { name: 'Bind address' }).click();
  await app.field('Address').fill(`${tronAddress}x`);
  await app.button('Bind address').click();
  await app.text('Not a valid TRC20 address').waitFor();
  await app.field('Address').fill(tronAddress.replace(/.$/, 'a'));
  await app.button('Bind address').click();
  await app.text('This is not a valid address of this network. Please check it.').waitFor();
  await app.field('Address').fill(` ${tronAddress} `);
  await app.button('Bind address').click();
  await prove();
  await app.text('Bound to your account').waitFor();
  await app.text(/^New: it can receive payouts from/).waitFor();
  await app.field('You withdraw').fill('100');
  await app.button('Withdraw 100.00 USD').click();
  await app.button('Confirm 100.00 USD').click();
  await prove();
  await app.text('Your withdrawal has been requested').waitFor();
  await expect.poll(() => app.newest.innerText()).toMatch(/Held until/);
  const [held] = await asked();
  expect((await trader.post('/api/account/draw_cancel', { id: held?.id })).data.state).toBe('cancelled');

  await app.open('/mine/bank-card-list');
  await app.text('No bank account bound yet').waitFor();
  await app.open('/mine/coin-address-list');
  await app.text('TR7NHqje…Lj6t').waitFor();
  await app.open('/mine/wallet');
  await app.text(/^usable from/).waitFor();
  await app.button(/^Delete TR7NHqje/).click();
  await app.question.getByText('Are you sure to delete?').waitFor();
  await app.question.getByRole('button', { name: 'Delete' }).click();
  await app.text('No coin address bound yet').waitFor();
  expect((await trader.get('/api/wallet/get_draw_method')).data).toEqual([]);
});

test('R-FND-85 R-FND-87 R-FND-88 a withdrawal is confirmed with all figures and a proof, requested once, and cancelled', async () => {
  await trader.bound(desk.payout.id);
  // The newer method is on hold, so the app proposes the one that can be paid to.
  await trader.bind(desk.payout.id, otherTronAddress);
  // A new session has no recent proof.
  const { data } = await server.call('POST', '/api/user/loginForU', {
    account: trader.account,
    password: goodPassword,
  });
  await phone.addInitScript((token) => {
    const session = JSON.parse(localStorage.getItem('candor.session') ?? '{}') as { state: { token: string } };
    localStorage.setItem('candor.session', JSON.stringify({ ...session, state: { ...session.state, token } }));
  }, data.token as string);
  await app.open('/mine/withdraw');
  await app.button('All').click();
  await expect.poll(() => app.field('You withdraw').inputValue()).toBe('1,000.00');
  // Keyboard focus selects the whole amount without grouping, so that typing replaces it.
  await app.field('You withdraw').press('Shift+Tab');
  await app.page.keyboard.press('Tab');
  await expect.poll(() => app.field('You withdraw').inputValue()).toBe('1000.00');
  await app.page.keyboard.type('1000.01');
  await app.button('More than the 1,000.00 USD available').waitFor();
  expect(await app.button('More than the 1,000.00 USD available').isDisabled()).toBe(true);

  await app.field('You withdraw').fill('250');
  await app.button('Withdraw 250.00 USD').click();
  await app.sheet.waitFor();
  expect(await app.figure('Handling fee', app.sheet)).toBe('1.00 USD');
  expect(await app.figure('You receive', app.sheet)).toBe('249.00 USDT');
  expect(await app.figure('To', app.sheet)).toBe('TR7NHqje…Lj6t');
  await app.button('Confirm 250.00 USD').dblclick();
  await prove();
  await app.text('Your withdrawal has been requested').waitFor();
  expect(await asked()).toHaveLength(1);
  expect(await balances()).toEqual({ balance: '750.00', lock_balance: '250.00' });

  await app.newest.getByRole('button').click();
  await app.sheet.getByText('Typical payout time appears after 5 payouts (0 so far).').waitFor();
  await app.sheet.getByText('Approvals: 0 of 1').waitFor();
  expect(await app.sheet.getByText('Requested since').count()).toBe(0);
  await app.button('Cancel withdrawal').click();
  await app.question.getByText('250.00 USD returns to your balance at once.').waitFor();
  await app.question.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await app.text('The withdrawal is cancelled').waitFor();
  expect(await asked()).toMatchObject([{ state: 'cancelled' }]);
  expect(await balances()).toEqual({ balance: '1000.00', lock_balance: '0.00' });
});

test('R-FND-82 a request with a lost answer is not made twice', async () => {
  await trader.bound(desk.payout.id);
  await ask('100');
  await app.button('Confirm 100.00 USD').click();
  const question = app.page.getByRole('dialog', { name: 'Confirm it is you' });
  await question.getByLabel('Password', { exact: true }).fill(goodPassword);
  const restore = await app.loseAnswers(draw);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await app.text('Your withdrawal has been requested').waitFor();
  await restore();
  expect(app.countOf(draw)).toBeGreaterThan(1);
  expect(await asked()).toHaveLength(1);
  expect(await balances()).toEqual({ balance: '900.00', lock_balance: '100.00' });
});

test('R-FND-87 a changed fee is shown and needs another confirmation', async () => {
  await trader.bound(desk.payout.id);
  await ask('100');
  await server.open.pool.query('update draw_currency set draw_rate_e8 = 200000000 where id = $1', [desk.payout.id]);
  try {
    await app.button('Confirm 100.00 USD').click();
    await app.sheet.getByText('The rate or the fee has changed. Check the new figures and confirm again.').waitFor();
    expect(await app.figure('Handling fee', app.sheet)).toBe('2.00 USD');
    expect(await app.figure('You receive', app.sheet)).toBe('98.00 USDT');
    expect(await asked()).toEqual([]);
    await app.button('Confirm 100.00 USD').click();
    await prove();
    await app.text('Your withdrawal has been requested').waitFor();
    expect(await asked()).toMatchObject([{ real_number: '98.00' }]);
  } finally {
    await server.open.pool.query('update draw_currency set draw_rate_e8 = 100000000 where id = $1', [desk.payout.id]);
  }
});

test('R-SCR-09 R-FND-91 the account detail lists each movement with the balance after it', async () => {
  await app.open('/mine/history');
  const entry = app.page.getByRole('listitem').filter({ hasText: 'Balance' }).first();
  await entry.waitFor();
  await expect.poll(() => entry.innerText()).toMatch(/\+1,000\.00[\s\S]*Balance 1,000\.00/);
  await expect
    .poll(() => app.page.locator('[data-part=account-card] dd').allInnerTexts())
    .toEqual(['1,000.00', '0.00']);
});

test('R-FND-86 a trader without verification sees the reason and a link to it', async () => {
  const stranger = await Trader.register(server);
  await phone.close();
  phone = await newPhone(browser);
  app = await MoneyApp.enter(phone, url, stranger);
  await app.open('/mine/withdraw');
  await app.text('Verify your identity first.').waitFor();
  await expect.poll(() => app.button('Withdraw').last().isDisabled()).toBe(true);
  await app.page.getByRole('link', { name: 'Verify' }).click();
  await app.text('Your legal details').waitFor();
});
