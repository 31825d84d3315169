import { logPaths } from '@candor/contracts/http/paths';
import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

test('R-VER-16 R-VER-17 the page of proofs says what it has checked: receipts, and the newest one in the public log', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/user');
  await app.startDemo();
  // A practice account has receipts too, so its menu leads here.
  await page.getByRole('link', { name: 'Proof' }).or(app.button('Proof')).click();
  await page.getByText('No fills yet. The receipt of each fill is checked here.').waitFor();

  await app.open('/trade');
  await app.ask.waitFor();
  await app.submitOrder(await app.openBuyTicket());
  await app.open('/mine/proof');
  const [receipts, log] = [page.getByTestId('proof-receipts'), page.getByTestId('proof-log')];
  await receipts.getByText('1 of 1 verified').waitFor();
  expect(await receipts.innerText()).toMatch(/ · \d\d:\d\d:\d\d \p{L}+/u);
  expect(await receipts.getAttribute('data-state')).toBe('verified');

  // A checkpoint covers the receipt within seconds; until then the page says so.
  await expect
    .poll(async () => {
      await receipts.getByRole('button', { name: 'Check again' }).click();
      await expect.poll(() => log.getAttribute('data-state')).toMatch(/later|included/);
      return log.getAttribute('data-state');
    })
    .toBe('included');
  await log.getByText('Included').waitFor();

  // A receipt that was changed on the way, and a checkpoint that the key did not sign.
  await page.route('**/v1/api/forex/receipts*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('market-open', 'limit-fill') });
  });
  await page.route(`**${logPaths.checkpoint}`, async (route) => {
    const response = await route.fetch();
    const [origin = '', size = '', ...rest] = (await response.text()).split('\n');
    await route.fulfill({ response, body: [origin, String(Number(size) + 1), ...rest].join('\n') });
  });
  await receipts.getByRole('button', { name: 'Check again' }).click();
  await receipts.getByText('0 of 1 verified').waitFor();
  await log.getByText('Does not add up').waitFor();

  await page.route('**/v1/api/forex/receipts*', (route) => route.abort());
  await app.open('/mine/proof');
  await page.getByText('The receipt did not load').waitFor();
  await phone.close();
});

test('R-TKT-06 the address of an order that the account does not have says so in the title', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  await app.open('/order?id=987654321');
  await page.getByRole('dialog', { name: 'Order not found' }).getByTestId('order-unknown').waitFor();
  await phone.close();
});
