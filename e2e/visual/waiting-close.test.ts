import { codes } from '@candor/contracts/codes';
import type { Browser, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sampleOrders } from './sample-account.ts';
import { seen } from './scene-steps.ts';
import { type Stage, setStage } from './stage.ts';

const first = sampleOrders('trader', '1', '1').data[0] ?? expect.unreachable('the trader holds an order');

let browser: Browser;
let stage: Stage;
let page: Page;
let isWaiting: boolean;
let asked: string[];

beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(() => void ([isWaiting, asked] = [false, []]));
afterEach(() => stage.close());

async function showOrders(isDesk: boolean): Promise<void> {
  const play = (opened: Page) => seen(opened.getByTestId('order-row'));
  const place = { name: 'order', board: null, path: '/order', play } as const;
  stage = await setStage(browser, isDesk ? { ...place, isDesk, server: { day: 'desk' } } : place);
  ({ page } = stage);
  await page.route('**/v1/api/forex/close', answerClose);
  await page.route('**/v1/api/forex/cancel_trade', (route) => {
    isWaiting = false;
    return done(route, null);
  });
  await page.route('**/my_deal*', (route) => {
    const { searchParams } = new URL(route.request().url());
    if (searchParams.get('status') !== '1') return route.fallback();
    const list = sampleOrders('trader', '1', searchParams.get('page') ?? '1');
    const waiting = isWaiting ? { WaitingClose: first.Quantity } : {};
    return done(route, { ...list, data: list.data.map((one) => (one.Id === first.Id ? { ...one, ...waiting } : one)) });
  });
}

const done = (route: Route, data: unknown) => route.fulfill({ json: { code: 1, msg: 'Success', data } });

/** Answers a close call: with a stale price, only a close that may wait is accepted. */
async function answerClose(route: Route): Promise<void> {
  const body = route.request().postData() ?? '';
  asked.push(body);
  isWaiting = /when_priced"?[:=]"?1/.test(body);
  if (isWaiting) await done(route, null);
  else await route.fulfill({ json: { code: codes.priceStale, msg: 'The price is old', data: null } });
}

test('R-ORD-33 a close refused for a stale price can wait for the next price, is shown on the order, and is withdrawn', async () => {
  await showOrders(false);
  await page.locator(`[data-testid=order-row][data-id="${first.Id}"]`).click();
  await page.getByTestId('position-close').click();
  const dialog = page.getByRole('alertdialog');
  await seen(dialog.getByText('There is no fresh price now'));
  await dialog.getByRole('button', { name: 'Close at next price' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(asked.map((body) => body.includes('when_priced'))).toEqual([false, true]);
  expect(await page.getByText('Success').count()).toBe(0);

  const row = page.locator(`[data-testid=order-row][data-id="${first.Id}"]`);
  await seen(row.getByText('Waiting to close'));
  await row.click();
  await seen(page.getByRole('dialog').getByText('Waiting to close'));
  await page.getByTestId('order-keep-open').click();
  await seen(page.getByTestId('order-close'));
  await row.getByText('Waiting to close').waitFor({ state: 'detached' });
});

test('R-ORD-33 on a desktop the order shows the waiting close, and its close button can withdraw it', async () => {
  await showOrders(true);
  const row = page.locator(`[data-testid=order-row][data-id="${first.Id}"]`);
  await row.getByRole('button', { name: /^Close/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Close position' }).click();
  await seen(dialog.getByText('There is no fresh price now'));
  await dialog.getByRole('button', { name: 'Close at next price' }).click();
  await dialog.waitFor({ state: 'detached' });
  await seen(row.getByText('Waiting to close'));
  await row.getByRole('button', { name: /^Close/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep open' }).click();
  await row.getByText('Waiting to close').waitFor({ state: 'detached' });
});
