import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

test('R-SCR-68 R-ORD-35 positions are closed in one instrument, then all of them, at prices that move', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const place = async (forex_id: number, type: 1 | 2) => {
    const fields = { type, cont: '0.10', forex_id, status: 1, multiple: 100 };
    expect(await call(product.callUrl, '/v1/api/forex/submit', fields, token)).toMatchObject({ code: 1 });
  };
  await place(1, 1);
  await app.orderRow.first().waitFor();
  // A single position is closed from its own sheet.
  expect(await page.getByTestId('close-several').count()).toBe(0);
  await place(1, 2);
  await place(2, 1);
  await page.getByTestId('close-several').click();
  const sheet = page.getByRole('dialog');
  const send = sheet.getByTestId('close-several-send');
  const choice = (name: RegExp) => sheet.getByRole('radio', { name });
  expect(await choice(/^All positions/).isChecked()).toBe(true);
  await expect.poll(() => send.innerText()).toMatch(/^Close 3 for about [+−][\d,.]+ USD$/);
  // The amount follows the prices.
  const before = await send.innerText();
  await expect.poll(() => send.innerText(), marketStirs).not.toBe(before);

  await choice(/^EUR\/USD/).check();
  await expect.poll(() => send.innerText()).toMatch(/^Close 2 for about/);
  await send.dblclick();
  const results = sheet.getByTestId('close-result');
  await results.first().waitFor();
  const isClosed = expect.stringMatching(/EUR\/USD[\s\S]*Closed at [\d.,]+ · Net result/);
  await expect.poll(() => results.allInnerTexts()).toEqual([isClosed, isClosed]);
  await sheet.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => app.orderRow.count()).toBe(1);
  await expect.poll(() => page.getByTestId('close-several').count()).toBe(0);

  await place(2, 1);
  await page.getByTestId('close-several').click();
  await expect.poll(() => send.innerText()).toMatch(/^Close 2 for about/);
  await send.click();
  await expect.poll(() => results.count()).toBe(2);
  await sheet.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('No open positions').waitFor();
  const closed = await call<{ total: number }>(product.callUrl, '/v1/api/forex/my_deal?status=3', null, token);
  expect(closed.data.total).toBe(4);
  await phone.close();
});
