import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';
import { enterAs, registerTrader } from '../page-models/real-trader.ts';

const product = sharedProduct();

test('R-SCR-94 real and demo stay signed in and are switched by one tap; a logout ends both', async () => {
  const phone = await newPhone(await sharedBrowser());
  const trader = await registerTrader(product.callUrl, product.dataDir);
  await enterAs(phone, trader);
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/user');
  const choose = (name: 'Real' | 'Demo') => app.seen('account-switch').getByRole('tab', { name }).click();
  const balance = () => page.locator('[data-part=account-value]').filter({ visible: true }).innerText();
  await expect.poll(balance).toMatch(/^0\.00/);

  await choose('Demo');
  await expect.poll(balance).toMatch(/^50,000\.00/);
  await page.getByText('The positions of your real account stay open').waitFor();
  const stored = () =>
    page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('candor.session') ?? '{}') as {
            state: { token: string; other: { token: string } | null };
          }
        ).state,
    );
  const demo = (await stored()).token;
  expect((await stored()).other?.token).toBe(trader.token);
  // The demo offers the real account that is signed in, no new one; and a log-in does not take its place unasked.
  expect(await page.getByText('You trade with practice money').count()).toBe(0);
  for (const path of ['/', '/mine/charge', '/login', '/register']) {
    await app.open(path);
    await page.getByRole('button', { name: 'Switch to real' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Password' }).count()).toBe(0);
    for (const name of ['Open real', 'Register'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
  }
  await page.getByText('A real account is already signed in').waitFor();
  await page.getByRole('button', { name: 'Switch to real' }).click();
  await expect.poll(async () => (await stored()).token).toBe(trader.token);
  await app.open('/user');
  await choose('Demo');
  await expect.poll(async () => (await stored()).token).toBe(demo);
  // An order of the demo, and none of the real account.
  const order = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 };
  await call(product.callUrl, '/v1/api/forex/submit', order, demo);
  await app.tab('order').click();
  await expect.poll(() => app.orderRow.count()).toBe(1);

  await choose('Real');
  await page.getByText('No open positions').waitFor();
  expect(await app.orderRow.count()).toBe(0);
  await page.reload();
  await page.getByText('No open positions').waitFor();
  await choose('Demo');
  await expect.poll(() => app.orderRow.count()).toBe(1);
  expect((await stored()).token).toBe(demo);

  await app.open('/mine/system');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(async () => (await stored()).other).toBeNull();
  for (const token of [demo, trader.token])
    await expect
      .poll(async () => (await call<unknown>(product.callUrl, '/api/user/info', null, token)).code)
      .not.toBe(1);
  await phone.close();
});
