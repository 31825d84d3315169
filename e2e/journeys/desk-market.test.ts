import { expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';

const product = sharedProduct();

test('R-TKT-03 R-SCR-91 R-SCR-92 the desk has the market as a table of chosen columns, sorted by any head, with keys', async () => {
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(product.url);
  const table = page.getByTestId('desk-market');
  await table.waitFor();
  const head = page.getByTestId('market-head');
  await head.getByText('Movers today').waitFor();
  const names = () => table.locator('thead th').allInnerTexts();
  expect((await names()).map((name) => name.trim()).filter(Boolean)).toEqual([
    'Instrument',
    'Sell',
    'Buy',
    'Spread',
    'Day',
    'Week',
    'Month',
    'Low',
    'Day range',
    'High',
    'Curve',
    'Order ticket',
  ]);

  // Figures move without a touch, and a week's and a month's change are there.
  const coin = table.locator('tr', { has: page.locator('[data-code=BTCUSD]') });
  const bid = () => coin.locator('[data-price]').first().getAttribute('data-price');
  const seen = new Set<string | null>();
  await expect.poll(async () => seen.add(await bid()).size).toBeGreaterThan(2);
  for (const column of ['week', 'month'])
    await expect.poll(() => coin.locator(`[data-column=${column}]`).innerText()).toMatch(/^[+−]?\d+\.\d\d%$/);

  // By head: the highest price first, the lowest first, and the list's own order again.
  const codes = () => table.getByTestId('market-row').evaluateAll((rows) => rows.map((row) => row.dataset['code']));
  const own = await codes();
  const sell = table.getByRole('button', { name: 'Sell', exact: true });
  await sell.click();
  await expect.poll(async () => (await codes())[0]).not.toBe(own[0]);
  expect(await table.locator('th[data-column=sell]').getAttribute('aria-sort')).toBe('descending');
  const down = await codes();
  await sell.click();
  await expect.poll(async () => (await codes())[0]).not.toBe(down[0]);
  await sell.click();
  await expect.poll(codes).toEqual(own);

  // Columns of choice are kept.
  await table.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: 'Month' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(names).not.toContain('Month');
  await page.reload();
  await table.waitFor();
  expect(await names()).not.toContain('Month');

  // By keyboard: the row below, and its ticket to sell.
  await table.getByTestId('market-row').first().focus();
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.activeElement?.getAttribute('data-code'));
  expect(second).toBe((await codes())[1]);
  await page.keyboard.press('s');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/trade');
  await page.getByTestId('order-submit').filter({ hasText: 'sell' }).waitFor();
  await context.close();
});
