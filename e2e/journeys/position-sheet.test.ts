import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

/** Results that a sheet shows above its acts while its button has another, until the price has moved twice. */
function resultsApart(sheet: Locator): Promise<string[]> {
  return sheet.evaluate(
    (shown) =>
      new Promise<string[]>((resolve) => {
        const textOf = (id: string) => shown.querySelector(`[data-testid=${id}]`)?.textContent ?? '';
        const apart: string[] = [];
        let last = textOf('position-close');
        let moves = 0;
        new MutationObserver((_, observer) => {
          const [above, close] = [textOf('order-profit'), textOf('position-close')];
          const [result] = /[+−]?\d+\.\d\d$/.exec(close) ?? ['none'];
          if (!above.startsWith(result)) apart.push(`${above} above ${close}`);
          if (close !== last) moves += 1;
          last = close;
          if (moves < 2) return;
          observer.disconnect();
          resolve(apart);
        }).observe(shown, { subtree: true, childList: true, characterData: true });
      }),
  );
}

interface Listed {
  readonly data: readonly {
    readonly Id: number;
    readonly OrderType: number;
    readonly Quantity: string;
    readonly Price: string;
    readonly UpdatePrice: string;
    readonly TargetLossPrice: string;
    readonly TrailingDistance?: string;
  }[];
}

test('R-SCR-72 R-ORD-36 a position is halved, trailed, reversed and closed from its sheet, at prices that move', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const listed = async (status: 1 | 3) =>
    (await call<Listed>(product.callUrl, `/v1/api/forex/my_deal?status=${status}`, null, token)).data.data;
  const fields = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 };
  expect(await call(product.callUrl, '/v1/api/forex/submit', fields, token)).toMatchObject({ code: 1 });

  await app.orderRow.first().click();
  const sheet = page.getByRole('dialog');
  const closeButton = sheet.getByTestId('position-close');
  await expect.poll(() => closeButton.innerText()).toMatch(/^Close 0\.10 at\s+1\.\d+[\s\S]*· [+−]\d+\.\d\d$/);
  // The result that a close would have follows the prices.
  const before = await closeButton.innerText();
  await expect.poll(() => closeButton.innerText(), marketStirs).not.toBe(before);
  expect(await resultsApart(sheet)).toEqual([]);

  await expect.poll(() => sheet.getByTestId('position-half').innerText()).toContain('Closes 0.05, keeps 0.05');
  await page.keyboard.press('h');
  await expect.poll(async () => (await listed(1)).map(({ Quantity }) => Quantity)).toEqual(['0.05']);
  // The card of the part closed is in its place.
  await page.getByRole('dialog', { name: 'Part closed · EUR/USD' }).waitFor();
  await app.dismissCard();

  await app.orderRow.first().click();
  const trailing = sheet.getByRole('switch', { name: /^Trailing stop/ });
  await trailing.press('Enter');
  await expect.poll(() => trailing.getAttribute('aria-checked')).toBe('true');
  // An act keeps the focus while it is carried out.
  expect(await trailing.evaluate((row) => row === document.activeElement)).toBe(true);
  await expect.poll(async () => (await listed(1))[0]?.TrailingDistance).toMatch(/^0\.00\d+$/);

  await sheet.getByTestId('position-reverse').click();
  const dialog = page.getByRole('alertdialog');
  await expect
    .poll(() => dialog.innerText())
    .toMatch(/Sell 0\.05 lots will open at the same price.*New fee: 0\.35 USD/);
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
  await expect.poll(async () => (await listed(1)).map(({ OrderType }) => OrderType)).toEqual([2]);
  const [opened] = await listed(1);
  const [closed] = await listed(3);
  expect(opened).toMatchObject({ Quantity: '0.05', Price: closed?.UpdatePrice, TargetLossPrice: '0' });
  await page.getByText(/^Reversed at 1\./).waitFor();

  await app.orderRow.first().click();
  await closeButton.waitFor();
  await expect.poll(() => closeButton.isEnabled()).toBe(true);
  await page.keyboard.press('x');
  await page.getByText('No open positions').waitFor();
  expect(await listed(3)).toHaveLength(3);
  await phone.close();
});
