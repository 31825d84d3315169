import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { ByKeys } from './by-keys.ts';
import { type Stage, setStage } from './stage.ts';

let browser: Browser;
let stage: Stage;
let page: Page;
let keys: ByKeys;

beforeAll(async () => {
  browser = await sharedBrowser();
  stage = await setStage(browser, {
    name: 'keyboard',
    board: null,
    path: '/',
    play: (opened) => opened.locator('[data-code=USDJPY] [data-part=sparkline]').waitFor(),
  });
  ({ page } = stage);
  keys = new ByKeys(page);
});

describe('R-ACC-03 by keyboard alone, with visible focus and a name at every step', () => {
  test('a link to skip navigation comes first and leads to the content', async () => {
    await keys.tabTo(/^link Skip to content/);
    await page.keyboard.press('Enter');
    await keys.focusIs(/^heading Market/);
  });

  test('an instrument is selected, and R-ACC-04 its page focuses its heading', async () => {
    await keys.enter(/^link EUR\/USD/);
    await keys.focusIs(/^heading Choose an instrument: EUR\/USD/);
    expect(await page.title()).toMatch(/^Trading/);
  });

  test('the leverage is picked in a sheet that traps the focus and returns it', async () => {
    await keys.enter(/^button Multiplier: 100×/);
    await keys.focusIs(/^dialog Multiplier/);
    expect(await keys.isTrapped()).toBe(true);
    await keys.tabTo(/^listbox Multiplier/);
    await page.keyboard.press('ArrowUp');
    await keys.enter(/^button Use 50/);
    await keys.focusIs(/^button Multiplier: 50×/);
  });

  test('the ticket closes on Escape and returns the focus', async () => {
    await keys.enter(/^button Buy/);
    await keys.focusIs(/^dialog Order ticket/);
    expect(await keys.isTrapped()).toBe(true);
    await keys.escape();
    await keys.focusIs(/^button Buy/);
  });

  test('lots and stops are set, the order is placed, and R-ACC-05 its result is read out', async () => {
    await page.keyboard.press('Enter');
    await keys.focusIs(/^dialog/);
    await keys.tabTo(/^textbox Lots/);
    const lots = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).not.toBe(lots);
    for (const stop of ['Stop loss', 'Take profit']) {
      await keys.tabTo(new RegExp(`^switch ${stop}`));
      await page.keyboard.press('Space');
      await keys.tabTo(new RegExp(`^textbox ${stop}$`));
      await page.keyboard.press('ArrowUp');
    }
    await keys.enter(/^button Buy [\d.]+ at/);
    await keys.focusIs(/^dialog Your order has been confirmed/);
    await keys.enter(/^button Done/);
    await page.locator('[data-overlay]').waitFor({ state: 'detached' });
    await keys.focusIs(/^button Buy/);
  });

  test('an order is opened, its stops are moved, and it is closed', async () => {
    await keys.enter(/^link Orders/);
    await keys.focusIs(/^heading Orders/);
    expect(await page.title()).toMatch(/^Orders/);
    await keys.enter(/^button .*EUR\/USD/);
    await keys.focusIs(/^dialog EUR\/USD/);
    await keys.enter(/^button Edit SL\/TP/);
    await keys.focusIs(/^dialog Edit SL\/TP/);
    await keys.tabTo(/^textbox Stop loss$/);
    await page.keyboard.press('ArrowUp');
    await keys.enter(/^button Save/);
    await page.locator('[data-overlay]').waitFor({ state: 'detached' });
    await keys.focusIs(/^button .*EUR\/USD/);
    await page.keyboard.press('Enter');
    await keys.focusIs(/^dialog EUR\/USD/);
    await keys.enter(/^button Close \d/);
    await page.locator('[data-overlay]').waitFor({ state: 'detached' });
    await keys.focusIs(/^(?!RootWebArea|nothing)/);
  });

  test('the arrow keys switch between lists', async () => {
    await keys.tabTo(/^tab Holding/);
    await page.keyboard.press('ArrowRight');
    await keys.focusIs(/^tab Pending/);
    expect(await page.getByRole('tab', { name: /^Pending/ }).getAttribute('aria-selected')).toBe('true');
  });

  test('settings are opened and changed, and log-out works', async () => {
    await keys.enter(/^link Market/);
    await keys.focusIs(/^heading Market/);
    await keys.enter(/^link Account/);
    await keys.focusIs(/^heading/);
    await keys.enter(/^(link|button) Other settings/);
    await keys.focusIs(/^heading Other settings/);
    await keys.tabTo(/^tab Light/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await keys.enter(/^button Log out/);
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).not.toMatch(/"token":"/);
    await keys.focusIs(/^heading|^textbox/);
  });
});
