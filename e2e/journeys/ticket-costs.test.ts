import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

test('R-TKT-01 R-TKT-02 the ticket names every cost in money and in pips, and says what each figure is', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.click();
  const sheet = page.getByRole('dialog');
  const rows = sheet.getByTestId('cost-row');
  const cents = (row: string) =>
    Math.round(Number((/· ([+−-]?[\d,.]+)$/.exec(row)?.[1] ?? '').replace(/,/g, '').replace('−', '-')) * 100);
  await expect
    .poll(async () => (await rows.allInnerTexts()).every((row) => /\d+(\.\d+)? pips?\s+·/.test(row)))
    .toBe(true);
  const shown = (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '));
  expect(shown.map((row) => row.replace(/ [+−]?\d.*$/, ''))).toEqual([
    'Handling fee',
    'Spread cost',
    'Swap each night',
    'Conversion',
    'Cost to open and close',
  ]);
  const [fee = 0, spread = 0, swap = 0, conversion = 0, total = 0] = shown.map(cents);
  expect(Math.abs(fee + spread - total)).toBeLessThanOrEqual(1);
  // Costs are negative in every row.
  expect(spread).toBeLessThan(0);
  expect(swap).not.toBe(0);
  expect(conversion).toBe(0);
  await sheet.getByRole('button', { name: 'What these figures mean' }).click();
  await page.getByTestId('explained').getByText('17:00 New York').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('explained').waitFor({ state: 'detached' });

  // The account's figures show the values that they are made of, and follow them.
  await sheet.getByTestId('order-submit').click();
  await app.dismissCard();
  await app.tab('order').click();
  await page.getByRole('button', { name: 'All account figures' }).click();
  await page.getByRole('button', { name: 'About this figure: Net value' }).click();
  const formula = page.getByTestId('explained').locator('p').last();
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      const text = await formula.innerText();
      const [sum = '', result = ''] = text.replaceAll(/[^\d.+−=-]/g, '').split('=');
      const added = sum
        .replaceAll('−', '+-')
        .split('+')
        .filter(Boolean)
        .reduce((all, one) => all + Number(one), 0);
      expect(Math.abs(added - Number(result))).toBeLessThan(0.02);
      seen.add(text);
      return seen.size;
    }, marketStirs)
    .toBeGreaterThan(1);
  await phone.close();
});
