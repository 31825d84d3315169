import type { ServerMessage } from '@candor/contracts/ws/messages';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sampleOrders } from './sample-account.ts';
import { boardNow } from './sample-market.ts';
import { seen } from './scene-steps.ts';
import { type Stage, setStage } from './stage.ts';

const first = sampleOrders('trader', '1', '1').data[0] ?? expect.unreachable('the trader holds an order');
const closed: ServerMessage = { type: 'FOREX_CLOSED', code: 1, params: [first.Id] };
const words = 'This order has been closed';
const waiting = sampleOrders('trader', '0', '1').data[0] ?? expect.unreachable('the trader has a pending order');

let browser: Browser;
let stage: Stage;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  const play = (opened: Page) => seen(opened.getByTestId('order-row'));
  stage = await setStage(browser, { name: 'order', board: null, path: '/order', play });
  ({ page } = stage);
});
afterEach(() => stage.close());

describe('R-SOC-07 an order that closes while its sheet is open', () => {
  beforeEach(async () => {
    await page.locator(`[data-testid=order-row][data-id="${first.Id}"]`).click();
    await seen(page.locator('[role=dialog] [data-testid=order-profit]'));
  });

  test('by the server: the sheet closes and a toast shows the reason', async () => {
    stage.server.push(closed);
    await seen(page.locator('[data-part=toast][data-kind=warn]').getByText(words));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('by a stop-out: the sheet closes and the stop-out notice stays', async () => {
    const about = { OrderId: first.Id, ForexId: first.ForexId, Amount: null };
    const notice = { Id: '9-0', Kind: 'stop_out', Time: boardNow, Msg: 'Stopped out', ...about } as const;
    stage.server.push({ type: 'NOTICE', code: 1, params: notice });
    await seen(page.locator('[data-part=toast][data-kind=bad]'));
    stage.server.push(closed);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('[data-part=toast]').textContent()).toBe('Stopped out');
  });

  test('by the user, with the push before the answer: only the answer is shown', async () => {
    let saidBefore = -1;
    await page.route('**/v1/api/forex/close', async (route) => {
      stage.server.push(closed);
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      saidBefore = await page.locator('[data-part=toast]').count();
      await route.fulfill({ json: { code: 1, msg: 'Success', data: null } });
    });
    await page.getByTestId('position-details').click();
    await page.getByTestId('order-close').click();
    await page.getByRole('alertdialog').locator('button').last().click();
    await seen(page.locator('[data-part=toast]').getByText('Success'));
    expect(saidBefore).toBe(0);
    await page.unroute('**/v1/api/forex/close');
  });

  test('or only leaves the loaded part of a longer list: the sheet closes without a message', async () => {
    await page.route('**/my_deal*', (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.get('page') !== '1') return undefined;
      const list = sampleOrders('trader', '1', '1');
      const data = list.data.filter(({ Id }) => Id !== first.Id);
      return route.fulfill({ json: { code: 1, msg: '', data: { ...list, data, total: 400 } } });
    });
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('[data-part=toast]').count()).toBe(0);
    await page.unroute('**/my_deal*');
  });

  test('and a session end removes the list: only the session message is shown', async () => {
    stage.server.push({ type: 'error', code: 999, msg: '' });
    await page.waitForURL('**/login*');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('[data-part=toast]').textContent()).toContain('session has expired');
  });
});

describe('R-SOC-07 a pending order that ends while its sheet is open', () => {
  beforeEach(async () => {
    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.locator(`[data-testid=order-row][data-id="${waiting.Id}"]`).click();
    await seen(page.getByTestId('order-cancel'));
  });
  afterEach(() => page.unroute('**/my_deal*'));

  /** Moves the order from the pending list to the holding list, or removes it if null. */
  async function leavePending(becomes: Partial<typeof waiting> | null): Promise<void> {
    await page.route('**/my_deal*', (route) => {
      const status = new URL(route.request().url()).searchParams.get('status') ?? '1';
      const list = sampleOrders('trader', status, '1');
      const others = list.data.filter(({ Id }) => Id !== waiting.Id);
      const data = becomes === null || status !== '1' ? others : [...others, { ...waiting, ...becomes }];
      return route.fulfill({ json: { code: 1, msg: '', data: { ...list, data, total: data.length } } });
    });
    stage.server.push({ type: 'FOREX_CLOSED', code: 1, params: becomes === null ? [waiting.Id] : [] });
  }

  test('cancelled elsewhere: the sheet closes and a toast shows the reason', async () => {
    await leavePending(null);
    await seen(page.locator('[data-part=toast][data-kind=warn]').getByText('This order is no longer pending'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('cancelled by the user: only the answer is shown', async () => {
    let saidBefore = -1;
    await page.route('**/v1/api/forex/cancel_trade', async (route) => {
      await leavePending(null);
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      saidBefore = await page.locator('[data-part=toast]').count();
      await route.fulfill({ json: { code: 1, msg: 'Success', data: null } });
    });
    await page.getByTestId('order-cancel').click();
    await page.getByRole('alertdialog').locator('button').last().click();
    await seen(page.locator('[data-part=toast]').getByText('Success'));
    expect(saidBefore).toBe(0);
    await page.unroute('**/v1/api/forex/cancel_trade');
  });

  test('filled: the sheet shows the open order, even with the cancel dialog open', async () => {
    await page.getByTestId('order-cancel').click();
    await seen(page.getByRole('alertdialog'));
    await leavePending({ Status: 1, FactProfits: '1.000000', OpenTime: first.OpenTime });
    await seen(page.getByRole('dialog').getByTestId('order-close'));
    expect(await page.getByTestId('order-cancel').count()).toBe(0);
  });
});
