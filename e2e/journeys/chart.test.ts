import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, newPhone } from '../../testkit/browser.ts';
import { type Product, startProduct } from '../../testkit/product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

let product: Product;
let browser: Browser;
let phone: BrowserContext;
let page: Page;
let app: PhoneApp;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
beforeEach(async () => {
  phone = await newPhone(browser);
  page = await phone.newPage();
  app = new PhoneApp(page, product.url);
});
afterEach(() => phone.close());

const slider = (name: string) => page.getByRole('slider', { name: new RegExp(`^${name}`) });
const levelOf = async (name: string) => Number(await slider(name).getAttribute('aria-valuenow'));

async function holdOrderWithStops(): Promise<void> {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  // A day's candles span more than the stops lie away.
  await app.button('1D').click();
  await slider('Stop loss').waitFor();
}

describe('stops on the chart (R-SCR-18)', () => {
  test('are stepped by keys, and moved only once that is confirmed', async () => {
    await holdOrderWithStops();
    const before = await levelOf('Stop loss');
    await slider('Stop loss').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'PageDown']) await page.keyboard.press(key);
    expect(await levelOf('Stop loss')).toBe(before - 12 * 10);
    await page.keyboard.press('Escape');
    expect(await levelOf('Stop loss')).toBe(before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText(/^Stop loss moved to/).waitFor();
    await page.reload();
    await slider('Stop loss').waitFor();
    expect(await levelOf('Stop loss')).toBe(before - 10);
  });

  test('are dragged by their tag; the wrong side is refused by name and moves nothing', async () => {
    await holdOrderWithStops();
    const before = await levelOf('Take profit');
    const drag = async (name: string, byPx: number) => {
      const box = (await slider(name).boundingBox()) ?? expect.fail('the tag is in sight');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + byPx, { steps: 5 });
      await page.mouse.up();
    };
    await drag('Take profit', 12);
    const dragged = await levelOf('Take profit');
    expect(dragged).toBeLessThan(before);
    const tag = page.locator('.cl-tag', { has: slider('Take profit') });
    await tag.getByRole('button', { name: 'Cancel' }).click();
    expect(await levelOf('Take profit')).toBe(before);

    const stopBefore = await levelOf('Stop loss');
    const stop = page.locator('.cl-tag', { has: slider('Stop loss') });
    const askBox = (await page.locator('.cl--ask').boundingBox()) ?? expect.fail('the ask is drawn');
    const stopBox = (await slider('Stop loss').boundingBox()) ?? expect.fail('the stop is drawn');
    await drag('Stop loss', askBox.y - stopBox.y - 60);
    await stop.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/The stop loss is on the wrong side/).waitFor();
    await expect.poll(() => levelOf('Stop loss')).toBe(stopBefore);
  });
});

describe('stops by pips and money (R-SCR-17)', () => {
  test('what is typed in one unit is shown in the others', async () => {
    await app.open('/login?from=/trade');
    await app.startDemo();
    const sheet = await app.openBuyTicket();
    await sheet.getByRole('textbox', { name: 'Stop loss · in pips' }).fill('40,0');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => sheet.getByRole('textbox', { name: 'Stop loss · in pips' }).inputValue())
      .toMatch(/^[−+]\d/);
    await sheet.getByRole('textbox', { name: 'Take profit · in money' }).fill('300');
    await page.keyboard.press('Enter');
    const money = () => sheet.getByRole('textbox', { name: 'Take profit · in money' }).inputValue();
    // The entry runs with the price, so a live market moves the worth by a few ticks.
    await expect.poll(async () => Math.abs(Number((await money()).replace(/[^\d.]/g, '')) - 300)).toBeLessThan(60);
  });
});

describe('chart tools (R-SCR-19)', () => {
  test('indicators stay after a reload; a drawing is drawn by its points, stays, and is taken off', async () => {
    await app.open('/trade');
    await app.seen('chart').waitFor();
    await expect.poll(() => app.seen('chart').getAttribute('data-state')).toBe('ready');
    await app.button('Chart tools').click();
    for (const name of ['MA', 'RSI']) await page.getByRole('switch', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' }).click();
    await page.getByText('Horizontal line: tap its points on the chart').waitFor();
    const box = (await app.seen('chart').boundingBox()) ?? expect.fail('the chart is in sight');
    const at = { x: box.x + box.width / 3, y: box.y + box.height / 3 };
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const stored = () => page.evaluate(() => localStorage.getItem('candor.chart') ?? '');
    // The chart takes a tap that comes on the heels of another for a double tap, and draws nothing.
    await expect
      .poll(
        async () => {
          await page.touchscreen.tap(at.x, at.y);
          return stored();
        },
        { interval: 1_000 },
      )
      .toContain('"tool":"horizontalStraightLine"');
    await page.reload();
    await expect.poll(() => app.seen('chart').getAttribute('data-state')).toBe('ready');
    await app.button('Chart tools').click();
    expect(await page.getByRole('switch', { name: 'MA', exact: true }).getAttribute('aria-checked')).toBe('true');
    expect(await page.getByRole('switch', { name: 'RSI', exact: true }).getAttribute('aria-checked')).toBe('true');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(
        async () => {
          await page.touchscreen.tap(at.x, at.y);
          return page.getByRole('button', { name: 'Remove drawing' }).isVisible();
        },
        { interval: 1_000 },
      )
      .toBe(true);
    await app.button('Remove drawing').click();
    await expect.poll(stored).not.toContain('horizontalStraightLine');
  });
});
