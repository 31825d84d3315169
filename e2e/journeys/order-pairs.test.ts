import type { Order, OrderList } from '@candor/contracts/http/trade';
import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

async function openPending() {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const list = async (fields: object) =>
    (
      await call<OrderList>(
        product.callUrl,
        `/v1/api/forex/my_deal?${new URLSearchParams(fields as never)}`,
        null,
        token,
      )
    ).data.data;
  return { phone, page, app, token, list };
}

test('R-ORD-44 R-CHT-11 a pair is placed in the ticket, taken apart and linked again on the orders page', async () => {
  const { phone, page, app, list } = await openPending();
  await app.ask.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('tab', { name: 'Pending' }).click();
  await sheet.getByRole('switch', { name: 'One cancels the other' }).click();
  await sheet.getByTestId('ticket-pair').getByText('Buy stop').waitFor();
  const step = await sheet.getByTestId('ticket-pair').getByRole('button', { name: 'Increase' }).boundingBox();
  expect(step?.height, 'a key of the second price has room for a finger').toBeGreaterThanOrEqual(44);
  await sheet.getByTestId('order-submit').click();
  await page.getByText('Both orders are placed and linked').waitFor();
  const [one, other] = await list({ status: '0' });
  expect([one?.LinkedId, other?.LinkedId]).toEqual([other?.Id, one?.Id]);
  expect(new Set([one?.Kind, other?.Kind])).toEqual(new Set(['limit', 'stop']));

  // Their tags on the chart show it (R-CHT-11).
  const linked = page.locator('[data-part=order-tag][data-pair]');
  await expect.poll(() => linked.count()).toBe(2);
  expect(new Set(await linked.evaluateAll((tags) => tags.map((tag) => Number(tag.getAttribute('data-pair')))))).toEqual(
    new Set([one?.Id, other?.Id]),
  );
  await expect.poll(() => page.getByRole('slider', { name: /Linked$/ }).count()).toBe(2);
  expect(await linked.locator('[data-icon=link]').count()).toBe(2);

  await app.tab('order').click();
  await page.getByRole('tab', { name: /^Pending/ }).click();
  await expect.poll(() => app.seen('link-tag').count()).toBe(2);
  await app.orderRow.first().click();
  await page.getByTestId('order-linked').getByText('EUR/USD').waitFor();
  await page.getByTestId('order-unlink').click();
  await page.getByText('The link is removed').waitFor();
  expect((await list({ status: '0' })).map(({ LinkedId }) => LinkedId)).toEqual([undefined, undefined]);

  await page.getByTestId('order-link').click();
  await page.getByTestId('link-choice').click();
  await page.getByText('The orders are linked').waitFor();
  await page.getByTestId('order-linked').waitFor();
  expect((await list({ status: '0' })).every(({ LinkedId }) => LinkedId !== undefined)).toBe(true);
  await phone.close();
});

test('R-ORD-42 R-ORD-43 an address leads to an order in any state, and a pending one is edited there', async () => {
  const { phone, page, app, token, list } = await openPending();
  const place = async (fields: object) => {
    const order = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100, ...fields };
    return (await call<Order>(product.callUrl, '/v1/api/forex/submit', order, token)).data;
  };
  const pending = await place({ status: 0, target_price: '0.90000' });
  await app.open(`/order?id=${pending.Id}`);
  await page.getByTestId('order-edit').click();
  const sheet = page.getByRole('dialog', { name: 'Edit order' });
  const save = sheet.getByTestId('order-edit-save');
  await expect.poll(() => save.isDisabled()).toBe(true);
  await sheet.getByRole('textbox', { name: 'Target price' }).fill('0.91000');
  await sheet.getByRole('switch', { name: 'Stop loss' }).click();
  await sheet.getByRole('button', { name: 'End of week' }).click();
  await save.click();
  await sheet.waitFor({ state: 'detached' });
  const [edited] = await list({ id: String(pending.Id) });
  expect(edited).toMatchObject({ Id: pending.Id, Price: '0.91000', Status: 0 });
  expect(Number(edited?.TargetLossPrice)).toBeLessThan(0.91);
  expect(edited?.ExpireTime).toBeGreaterThan(Date.now());
  await page.getByRole('dialog', { name: 'EUR/USD' }).getByText('0.91000').first().waitFor();

  // An open position, and the same once it is closed.
  const open = await place({});
  await app.open(`/order?id=${open.Id}`);
  await page.getByTestId('order-close').waitFor();
  await call(product.callUrl, '/v1/api/forex/close', { id: open.Id }, token);
  await app.open(`/order?id=${open.Id}`);
  await page.getByTestId('result-parts').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await app.open('/order?id=999999999');
  await page.getByText('Order not found').waitFor();
  await phone.close();
});
