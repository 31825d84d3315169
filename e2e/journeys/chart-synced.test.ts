import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { ChartApp } from '../page-models/chart-app.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

/** Resolves with the server's answer to the next drawings that a page sends. */
const savedBy = (page: Page): Promise<Response> =>
  page.waitForResponse(
    (answer) => answer.url().includes('/user/chart_drawings') && answer.request().method() === 'POST',
  );

test('R-CHT-08 a drawing made on the phone is on the desk, and what the desk removes leaves the phone', async () => {
  const browser = await sharedBrowser();
  const phone = await newPhone(browser);
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  const chart = new ChartApp(page);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await chart.ready();
  const saved = savedBy(page);
  let isSaved = false;
  void saved.then(() => (isSaved = true));
  await app.button('Chart tools').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const box = await chart.box();
  // The chart takes two quick taps for a double tap and adds no drawing.
  await expect
    .poll(
      async () => {
        if (!isSaved) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.4);
        return isSaved;
      },
      { interval: 1_000 },
    )
    .toBe(true);
  expect(await (await saved).json()).toMatchObject({ code: 1, data: { forex_id: 1 } });

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const session = await page.evaluate(() => localStorage.getItem('candor.session') ?? '');
  await desk.addInitScript((kept) => localStorage.setItem('candor.session', kept), session);
  const wide = await desk.newPage();
  await wide.goto(`${product.url}/trade`);
  const onDesk = new ChartApp(wide);
  await onDesk.ready();
  const drawn = (of: typeof page) =>
    of.evaluate(() => {
      const { state } = JSON.parse(localStorage.getItem('candor.chart-drawings') ?? '{}') as {
        state?: { account?: { entries?: Record<string, { drawings: readonly unknown[] }> } };
      };
      return state?.account?.entries?.[1]?.drawings.length ?? null;
    });
  await expect.poll(() => drawn(wide)).toBe(1);
  // Another one is drawn beside it: both are the account's, on both devices.
  await wide.getByRole('button', { name: 'Chart tools' }).click();
  await wide.getByRole('dialog').getByRole('button', { name: 'Horizontal line' }).click();
  await wide.getByRole('dialog').waitFor({ state: 'detached' });
  const stage = await onDesk.box();
  const added = savedBy(wide);
  await expect
    .poll(
      async () => {
        if ((await drawn(wide)) === 1) await wide.mouse.click(stage.x + stage.width / 2, stage.y + stage.height * 0.7);
        return drawn(wide);
      },
      { interval: 1_000 },
    )
    .toBe(2);
  await added;
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => drawn(page)).toBe(2);
  const removed = savedBy(wide);
  await wide.getByRole('button', { name: /^Remove all/ }).click();
  await removed;
  await expect.poll(() => drawn(wide)).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(() => drawn(page)).toBe(0);
  await desk.close();
  await phone.close();
});
