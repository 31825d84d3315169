import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

test('R-ORD-27 R-SES-05 three taps lead from the opened app to a position on a demo account', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open();
  await app.seen('market-row').first().waitFor();
  let taps = 0;
  const tap = async (target: ReturnType<typeof app.tab>) => {
    await target.click();
    taps += 1;
  };
  await tap(app.tab('trade'));
  await app.ask.waitFor();
  await tap(app.ask);
  const submit = page.getByRole('dialog').getByTestId('order-submit');
  await submit.getByText('Start demo and buy 0.50').waitFor();
  await tap(submit);
  await page.getByText('Your order has been confirmed').waitFor();
  expect(taps).toBe(3);
  // The account did not exist before, so that the card has only the figure after.
  const available = page.getByRole('dialog').locator('dl > div', { hasText: 'Available prepayment' }).locator('dd');
  await expect.poll(() => available.innerText()).toMatch(/^49,\d{3}\.\d\d$/);
  await app.dismissCard();
  await app.tab('order').click();
  await expect.poll(() => app.orderRow.count()).toBe(1);
  expect(await app.orderRow.first().textContent()).toContain('0.50');
  await phone.close();
});

test.each([
  ['de-DE', 'dark', 'de', 'Markt'],
  ['ar-EG', 'light', 'ar', 'السوق'],
  ['zh-TW', 'dark', 'zh-HK', '行情'],
  ['nl-NL', 'light', 'en', 'Market'],
] as const)(
  'R-LANG-02 R-SCR-12 language and theme follow the device until chosen: %s, %s',
  async (locale, theme, lang, word) => {
    const phone = await newPhone(await sharedBrowser(), { locale, colorScheme: theme });
    const page = await phone.newPage();
    const app = new PhoneApp(page, product.url);
    await app.open();
    const shown = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['theme']]);
    // The boot script sets them before the first paint, and the app keeps them.
    expect(await shown()).toEqual([lang, theme]);
    await app.seen('market-row').first().waitFor();
    expect(await shown()).toEqual([lang, theme]);
    await page.getByText(word, { exact: true }).first().waitFor();
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('candor.settings') ?? '{"state":{},"version":1}');
      localStorage.setItem(
        'candor.settings',
        JSON.stringify({ ...kept, state: { ...kept.state, theme: 'light', language: 'fr' } }),
      );
    });
    await page.reload();
    await app.seen('market-row').first().waitFor();
    expect(await shown()).toEqual(['fr', 'light']);
    await phone.close();
  },
);
