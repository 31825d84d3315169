import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

interface Listed {
  readonly data: readonly { readonly id: number; readonly price: string }[];
}

/** Sets alerts a tick to both sides of the price of EUR/USD, and waits until one of them has fired. */
async function untilOneFires(token: string): Promise<void> {
  const ids = async () =>
    (await call<Listed>(product.callUrl, '/v1/api/alert/list', null, token)).data.data.map(({ id }) => id);
  const before = await ids();
  for (const [when, away] of [
    ['above', 1],
    ['below', -1],
  ] as const) {
    // A level that the price reaches meanwhile is refused: set from the price of now.
    const set = async () => {
      const price = (((await bidTicks(token)) + away) / 100_000).toFixed(5);
      return call(product.callUrl, '/v1/api/alert/set', { forex_id: 1, side: 'bid', when, price }, token);
    };
    await expect.poll(set).toMatchObject({ code: 1 });
  }
  await expect.poll(async () => (await ids()).length, marketStirs).toBeLessThan(before.length + 2);
  for (const id of await ids())
    if (!before.includes(id)) await call(product.callUrl, '/v1/api/alert/remove', { id }, token);
}

/** Bid of EUR/USD now, in points. */
async function bidTicks(token: string): Promise<number> {
  const { data } = await call<readonly { readonly Id: number; readonly Bid: string }[]>(
    product.callUrl,
    '/v1/api/forex/trade_list',
    null,
    token,
  );
  return Math.round(Number(data.find(({ Id }) => Id === 1)?.Bid) * 100_000);
}

test('R-ALR-02 R-ALR-04 an alert is set by the bell, seen with its distance, and fires with the app closed', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  const bell = page.getByTestId('alert-bell');
  await bell.click();
  const sheet = page.getByRole('dialog', { name: 'Alert on EUR/USD' });
  const set = sheet.getByTestId('alert-set');
  await expect.poll(() => set.innerText()).toMatch(/^Set alert at 1\.\d{5}$/);
  // A level on the other side of the price is there already.
  await sheet.getByRole('tab', { name: 'At or below' }).click();
  await expect.poll(() => set.isEnabled()).toBe(true);
  const field = sheet.getByRole('textbox', { name: 'Alert price' });
  await field.fill('9.5');
  await expect.poll(() => set.innerText()).toBe('The price is there already');
  expect(await set.isDisabled()).toBe(true);
  await sheet.getByRole('tab', { name: 'At or above' }).click();
  await expect.poll(() => set.innerText()).toBe('Set alert at 9.50000');
  await set.click();
  await page.getByText('Alert set: EUR/USD at or above 9.50000').waitFor();

  await app.open('/mine/alerts');
  const row = page.getByTestId('alert-row');
  await row.waitFor();
  await expect
    .poll(() => row.innerText())
    .toMatch(/EUR\/USD at or above 9\.50000\s+Sell price, once · [\d,.]+ pips away/);
  await page.getByText('1 of 50').waitFor();
  // The distance follows the price.
  const away = page.getByTestId('alert-away');
  const shown = await away.innerText();
  await expect.poll(() => away.innerText(), marketStirs).not.toBe(shown);
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');

  // Open: the notice comes by itself.
  await untilOneFires(token);
  await page.getByText(/EUR\/USD has reached your alert at 1\.\d{5}/).waitFor();
  await page.getByRole('tab', { name: 'Fired' }).click();
  await expect.poll(() => page.getByTestId('alert-fired').count()).toBeGreaterThan(0);
  const fired = await page.getByTestId('alert-fired').count();

  // Closed: it fires all the same, and is there at the next visit.
  await page.goto('about:blank');
  await untilOneFires(token);
  await app.open('/mine/alerts');
  await page.getByRole('tab', { name: 'Fired' }).click();
  await expect.poll(() => page.getByTestId('alert-fired').count()).toBeGreaterThan(fired);
  expect(await page.getByTestId('alert-fired').first().innerText()).toMatch(
    /EUR\/USD at or (?:above|below) 1\.\d{5}\s+Fired at 1\.\d{5} · Sell price/,
  );

  await page.getByRole('tab', { name: 'Active' }).click();
  await page.getByRole('button', { name: /^Remove the alert EUR\/USD at or above 9\.50000/ }).click();
  await page.getByText('No alerts').waitFor();
  // An alert on another instrument, chosen here.
  await page.getByTestId('alert-new').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^USD\/JPY/ })
    .click();
  await page.getByRole('dialog', { name: 'Alert on USD/JPY' }).getByTestId('alert-set').click();
  await expect.poll(() => row.innerText()).toMatch(/^USD\/JPY at or above/);
  await phone.close();
});

test('R-ALR-04 a visitor who presses the bell logs in, and comes back to the instrument', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/trade');
  await page.getByTestId('alert-bell').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  await app.startDemo();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/trade');
  await page.getByTestId('alert-bell').click();
  await page.getByRole('dialog', { name: 'Alert on EUR/USD' }).waitFor();
  await phone.close();
});

test('R-ALR-19 R-ALR-20 alerts on a move, the margin level, a result and the swap are set in the form and fire while prices move', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  const bell = page.getByTestId('alert-bell');
  const sheet = page.getByRole('dialog');
  const set = sheet.getByTestId('alert-set');
  const tab = (name: string) => sheet.getByRole('tab', { name, exact: true }).click();

  // This simulated price moves by a hundredth of a percent within seconds, at any hour.
  await app.tab('market').click();
  await app.findInstrument('btcusd', 'BTC/USD');
  await bell.click();
  await tab('Percent');
  await sheet.getByText(/^Fires at [\d,]+\.\d\d or [\d,]+\.\d\d$/).waitFor();
  const percent = sheet.getByRole('textbox', { name: 'Move in percent' });
  await percent.fill('60');
  await expect.poll(() => set.isDisabled()).toBe(true);
  await percent.fill('0.01');
  await set.click();
  await page.getByText('Alert set: BTC/USD moves 0.01%').waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();

  await app.tab('market').click();
  await app.findInstrument('eurusd', 'EUR/USD');
  await bell.click();
  await tab('Margin');
  await sheet.getByText(/^Now [\d,.]+%$/).waitFor();
  const level = sheet.getByRole('textbox', { name: 'Margin level in percent' });
  await level.fill('100000');
  await expect.poll(() => set.innerText()).toBe('Your account is there already');
  await level.fill('150');
  await set.click();
  await page.getByText('Alert set: Margin level at or below 150%').waitFor();

  await bell.click();
  await tab('Result');
  await sheet.getByText(/^Now [+−]?\d+\.\d\d USD$/).waitFor();
  await tab('Loss of');
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('9000');
  await set.click();
  await page.getByText(/Alert set: EUR\/USD \d+: result at or below −9,000\.00 USD/).waitFor();

  await app.open('/mine/alerts');
  await page.getByTestId('alert-new').click();
  await sheet.getByRole('button', { name: 'Swap', exact: true }).click();
  await sheet.getByRole('textbox', { name: 'Cost in USD' }).fill('7.5');
  await set.click();
  const rows = page.getByTestId('alert-row');
  // The alert on the move is among them until it has fired.
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual([
      'Swap tonight costs 7.50 USD or more',
      expect.stringMatching(/^EUR\/USD \d+: result/),
      'Margin level at or below 150%',
    ]);
  await rows
    .nth(1)
    .getByText(/^Now [+−]?\d+\.\d\d USD$/)
    .waitFor();
  await rows
    .nth(2)
    .getByText(/^Now [\d,.]+%$/)
    .waitFor();
  await page.getByRole('tab', { name: 'Fired' }).click();
  await expect
    .poll(() => page.getByTestId('alert-fired').first().innerText())
    .toMatch(/BTC\/USD moves 0\.01%\s+Fired at [\d,]+\.\d\d · Sell price/);

  // An account without an address has no locks in the column of mails, but the way to one.
  await app.open('/mine/notice-ways');
  await page.getByTestId('ways-no-mail').getByRole('link', { name: 'Register with an address' }).waitFor();
  await page.getByTestId('ways-margin-alert').waitFor();
  expect(await page.getByRole('img', { name: /: Mail\. Always on$/ }).count()).toBe(0);
  await phone.close();
});
