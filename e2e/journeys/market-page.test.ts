import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

test('R-SCR-88 popular instruments come first, gold in sight; the order chosen is kept', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open();
  const rows = app.seen('market-row');
  await rows.first().waitFor();
  const codes = () => rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.getAttribute('data-code')));
  expect(await codes()).toEqual(['EURUSD', 'XAUUSD', 'GBPUSD']);
  const gold = await page.locator('[data-code=XAUUSD]').boundingBox();
  expect((gold?.y ?? 0) + (gold?.height ?? 0)).toBeLessThan(750);

  await page.getByTestId('market-sort').selectOption({ label: 'By name' });
  await expect.poll(codes).toEqual(['ADAUSD', 'AUDCAD', 'AUDCHF']);
  await page.getByTestId('market-sort').selectOption({ label: 'Largest rise first' });
  const changes = async () => {
    const texts = await rows
      .locator('[data-part=change]')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
    return texts.slice(0, 8).map((text) => Number(text.replace('−', '-').replace('%', '')));
  };
  // The order is that of the load; right after the change of the day nothing has risen yet.
  await expect
    .poll(async () => {
      await page.reload();
      await rows.first().waitFor();
      const [first = 0, , , , , , , eighth = Number.NaN] = await changes();
      return first > 0 && first >= eighth;
    }, marketStirs)
    .toBe(true);
  await phone.close();
});

test('R-SCR-89 a price key opens the ticket of its instrument with its side, at a price that moves', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open();
  await page.getByTestId('price-keys').click();
  const row = page.locator('[data-part=price-keys-row]', { hasText: 'BTC/USD' });
  const key = row.getByTestId('key-sell');
  await key.waitFor();
  const price = () => key.locator('[role=text]').getAttribute('aria-label');
  const before = await price();
  await expect.poll(price).not.toBe(before);
  await key.click();
  const ticket = page.getByRole('dialog');
  await ticket.getByTestId('order-submit').filter({ hasText: /sell/i }).waitFor();
  expect(await ticket.textContent()).toContain('BTC/USD');
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });

  // The other side of the same instrument, after its ticket was shown once; then the mode is still on.
  await app.tab('market').click();
  await row.getByTestId('key-buy').click();
  await ticket.getByTestId('order-submit').filter({ hasText: /buy/i }).waitFor();
  await phone.close();
});

test('R-SCR-91 R-SCR-92 R-SCR-93 sessions and movers are above the price keys, and strength opens a pair', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open();
  await page.getByTestId('price-keys').click();
  await app.seen('market-head').waitFor();
  const movers = app.seen('mover');
  await movers.first().waitFor();
  const changes = await movers.evaluateAll((all) =>
    all.map((one) => Number((/[+−][\d.]+/.exec(one.textContent ?? '')?.[0] ?? '').replace('−', '-'))),
  );
  expect(changes.length).toBeLessThanOrEqual(4);
  const code = await movers.first().getAttribute('data-code');
  await movers.first().click();
  await page.waitForURL('**/trade');
  await page
    .locator('h1', { hasText: new RegExp((code ?? '').slice(0, 3)) })
    .first()
    .waitFor();

  await app.tab('market').click();
  await page.getByRole('link', { name: 'Strength' }).click();
  const rows = app.seen('strengths').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(8);
  await expect
    .poll(async () => {
      const texts = await rows.allInnerTexts();
      const sum = texts.reduce(
        (all, text) => all + Number((/[+−]?[\d.]+(?=%)/.exec(text)?.[0] ?? '9').replace('−', '-')),
        0,
      );
      return Math.abs(sum);
    })
    .toBeLessThan(0.05);
  await page.getByRole('tab', { name: '1 hour' }).click();
  await expect.poll(() => rows.count()).toBe(8);
  await app.seen('strengths').locator('[data-code=USDJPY]').click();
  await page.waitForURL('**/trade');
  await phone.close();
});
