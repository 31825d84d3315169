import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { ByKeys } from './by-keys.ts';
import { setStage } from './stage.ts';

let browser: Browser;
let keys: ByKeys;

beforeAll(async () => {
  browser = await sharedBrowser();
  const stage = await setStage(browser, {
    name: 'keyboard on a desk',
    board: null,
    path: '/trade',
    isDesk: true,
    play: (opened) => opened.getByTestId('order-row').first().waitFor(),
  });
  keys = new ByKeys(stage.page);
});

describe('R-ACC-03 by keyboard alone on a desktop, with visible focus and a name at every step', () => {
  test('an instrument is selected in the list beside the chart, and the focus stays in the list', async () => {
    await keys.enter(/^button USD\/JPY Spread/);
    await keys.page.getByRole('heading', { name: 'USD/JPY' }).waitFor();
    await keys.focusIs(/^button USD\/JPY Spread/);
  });

  test('an order is placed in the page, and R-ACC-05 its result is read out', async () => {
    await keys.tabTo(/^textbox Lots/);
    await keys.page.keyboard.press('ArrowUp');
    await keys.enter(/^button Buy [\d.]+ at/);
    await keys.said(/Your order has been confirmed/);
  });

  test('a table row opens by its instrument button, and returns the focus to it', async () => {
    await keys.enter(/^button EUR\/USD$/);
    await keys.focusIs(/^dialog EUR\/USD/);
    expect(await keys.isTrapped()).toBe(true);
    await keys.escape();
    await keys.focusIs(/^button EUR\/USD$/);
  });

  test('buttons inside a row do not open the row', async () => {
    await keys.enter(/^button Set SL XAU\/USD/);
    await keys.focusIs(/^dialog Edit SL\/TP/);
    await keys.escape();
    await keys.focusIs(/^button Set SL XAU\/USD/);
    expect(await keys.page.locator('[data-overlay]').count()).toBe(0);
    await keys.enter(/^button Close EUR\/USD/);
    await keys.focusIs(/^button Keep open/);
    await keys.enter(/^button Close position/);
    await keys.page.locator('[data-overlay]').waitFor({ state: 'detached' });
  });
});
