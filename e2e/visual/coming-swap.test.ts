import type { Browser, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sampleOrders } from './sample-account.ts';
import { seen } from './scene-steps.ts';
import { type Stage, setStage } from './stage.ts';

const [touched, other] = sampleOrders('trader', '1', '1').data;
const SwapChange = { From: Date.UTC(2026, 10, 28, 9, 30), Before: '-13.47', After: '-40.00' };

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  browser = await sharedBrowser();
});
afterEach(() => stage.close());

test('R-ORD-45 a position that gets a worse swap says from when, which, and what avoids it; another says nothing', async () => {
  const play = (opened: Page) => seen(opened.getByTestId('order-row'));
  stage = await setStage(browser, { name: 'order', board: null, path: '/order', play });
  const { page } = stage;
  await page.route('**/my_deal*', (route: Route) => {
    const { searchParams } = new URL(route.request().url());
    if (searchParams.get('status') !== '1') return route.fallback();
    const list = sampleOrders('trader', '1', searchParams.get('page') ?? '1');
    const data = list.data.map((one) => (one.Id === touched?.Id ? { ...one, SwapChange } : one));
    return route.fulfill({ json: { code: 1, msg: 'Success', data: { ...list, data } } });
  });
  await page.reload();
  const row = (id: number | undefined) => page.locator(`[data-testid=order-row][data-id="${id}"]`);
  await row(touched?.Id).click();
  const note = page.getByRole('dialog').locator('[data-part="swap-change"]');
  await seen(note);
  const text = await note.innerText();
  expect(text).toMatch(
    /^From 28 Nov 04:30 New York the swap of this position is −40\.00 points a night; until then −13\.47\./,
  );
  expect(text).toContain('It is not charged if you close before.');
  await page.keyboard.press('Escape');
  await row(other?.Id).click();
  await seen(page.getByTestId('position-close'));
  expect(await note.count()).toBe(0);
});
