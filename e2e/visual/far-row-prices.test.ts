import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { dayLines, sampleInstruments } from './sample-market.ts';
import { seen } from './scene-steps.ts';
import { type Stage, setStage } from './stage.ts';

let browser: Browser;
let stage: Stage;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  // A low window puts the end of even a short list far out of view from the first frame on.
  const play = async (opened: Page) => {
    await opened.setViewportSize({ width: 390, height: 480 });
    await opened.reload();
    await seen(opened.locator('[data-testid=market-row] [data-price]:not([data-price=""])'));
  };
  stage = await setStage(browser, { name: 'far', board: null, path: '/', play });
  ({ page } = stage);
});
afterEach(async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await stage.close();
});

const rows = () => page.getByTestId('market-row');
const priceOf = (row: 'first' | 'last') => {
  const price = rows()[row]().locator('[data-price]');
  return price.getAttribute('data-price', { timeout: 1_000 }).catch(() => null);
};

/** Raises every bid by 1. */
function tick(): void {
  const moved = dayLines(sampleInstruments).map((line) => ({
    ...line,
    Bid: String(Number(line.Bid) + 1),
    Seq: line.Seq + 1,
    Time: line.Time + 1_000,
  }));
  stage.server.push({ type: 'DAY_MARKET', code: 1, params: moved });
}

test('R-SCR-01 a row far out of view shows its instrument only, and its figures when scrolled near', async () => {
  await expect.poll(() => rows().count()).toBe(sampleInstruments.length);
  expect(await rows().last().textContent()).not.toBe('');
  expect(await rows().last().locator('[data-price]').count()).toBe(0);
  await rows().last().scrollIntoViewIfNeeded();
  await seen(rows().last().locator('[data-price]:not([data-price=""])'));
});

test('R-SCR-21 a row scrolled far away again stops updating, and catches up before it is visible', async () => {
  await expect.poll(() => rows().count()).toBe(sampleInstruments.length);
  await rows().last().scrollIntoViewIfNeeded();
  await seen(rows().last().locator('[data-price]:not([data-price=""])'));
  const [first, last] = [await priceOf('first'), await priceOf('last')];
  await rows().first().scrollIntoViewIfNeeded();
  await rows().last().and(page.locator('[data-far]')).waitFor({ state: 'attached' });
  tick();
  await expect.poll(() => priceOf('first')).not.toBe(first);
  expect(await priceOf('last')).toBe(last);
  await rows().last().scrollIntoViewIfNeeded();
  await expect.poll(() => priceOf('last')).not.toBe(last);
});
