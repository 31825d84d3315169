import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '../../testkit/product.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let product: PhoneJourney['product'];
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ product, page, app } = journey));

interface Listed {
  readonly data: readonly { readonly Quantity: string; readonly TargetLossPrice: string }[];
}

const sheet = () => page.getByRole('dialog', { name: 'EUR/USD' });

/** Counts every touch of a finger, by real taps alone, until the state that they lead to. */
function fingers() {
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  return { tap, count: () => taps };
}

/** Opens a demo account with one position of half a lot without stops, by calls; returns its list by status. */
async function holdOne() {
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const fields = { type: 1, cont: '0.50', forex_id: 1, status: 1, multiple: 100 };
  expect(await call(product.callUrl, '/v1/api/forex/submit', fields, token)).toMatchObject({ code: 1 });
  await app.orderRow.first().waitFor();
  return async (status: 1 | 3) =>
    (await call<Listed>(product.callUrl, `/v1/api/forex/my_deal?status=${status}`, null, token)).data.data;
}

test('R-SCR-98 two taps from a position in sight set its stop, close half of it, and close it', async () => {
  const listed = await holdOne();
  const stop = fingers();
  await stop.tap(app.orderRow.first());
  const add = sheet().getByTestId('position-add-stop');
  await expect.poll(() => add.innerText()).toMatch(/A stop at 1\.\d{5} would risk \d{3}\.\d\d, 1\.0%/);
  const [, level] = /A stop at (1\.\d{5})/.exec(await add.innerText()) ?? [];
  await stop.tap(add);
  await expect.poll(async () => (await listed(1)).map((one) => one.TargetLossPrice)).toEqual([level]);
  expect(stop.count()).toBe(2);
  // The row stays, without its act, so that no other act moves under the finger.
  await expect.poll(() => add.innerText()).toContain(`SL ${level}`);
  expect(await add.isEnabled()).toBe(false);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });

  const half = fingers();
  await half.tap(app.orderRow.first());
  await half.tap(sheet().getByTestId('position-half'));
  await page.getByRole('dialog', { name: 'Part closed · EUR/USD' }).waitFor();
  expect(half.count()).toBe(2);
  expect((await listed(1)).map(({ Quantity }) => Quantity)).toEqual(['0.25']);
  await app.dismissCard();

  const close = fingers();
  await close.tap(app.orderRow.first());
  await close.tap(sheet().getByTestId('position-close'));
  await app.seen('result-card').waitFor();
  expect(close.count()).toBe(2);
  expect((await listed(3)).map(({ Quantity }) => Quantity)).toEqual(['0.25', '0.25']);
  await app.dismissCard();
  await page.getByText('No open positions').waitFor();
});

test('R-SCR-98 two taps from the tag of a position on the chart close it, and all figures are one tap further', async () => {
  const listed = await holdOne();
  await app.tab('trade').click();
  const tag = page.getByRole('button', { name: /^Buy / }).filter({ has: page.locator('[data-part=order-money]') });
  await tag.waitFor();
  const close = fingers();
  await close.tap(tag);
  await sheet().getByTestId('position-details').tap();
  await sheet().getByText('Order ID').waitFor();
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  const again = fingers();
  await again.tap(tag);
  await again.tap(sheet().getByTestId('position-close'));
  await app.seen('result-card').waitFor();
  expect(again.count()).toBe(2);
  expect(await listed(1)).toEqual([]);
});
