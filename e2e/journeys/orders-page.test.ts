import type { OrderList } from '@candor/contracts/http/trade';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { figureOf, marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();
const [eurusd, usdjpy] = [1, 3];

/** Opens the orders of a new demo account with these positions: instrument, 1 buy or 2 sell, lots. */
async function openOrders(positions: readonly (readonly [number, 1 | 2, string])[]) {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  for (const [forex_id, type, cont] of positions) {
    const fields = { type, cont, forex_id, status: 1, multiple: 100 };
    expect(await call(product.callUrl, '/v1/api/forex/submit', fields, token)).toMatchObject({ code: 1 });
  }
  await expect.poll(() => app.orderRow.count()).toBe(positions.length);
  return { phone, page, app, token };
}

test('R-SCR-85 the net exposure follows the prices and adds up to zero at each of them', async () => {
  const { phone, page } = await openOrders([
    [eurusd, 1, '5.00'],
    [usdjpy, 2, '0.30'],
  ]);
  const exposure = page.getByTestId('net-exposure');
  await exposure.waitFor();
  const read = () =>
    exposure.evaluate((part) =>
      [...part.querySelectorAll('dl > div')].map((one) => (one as HTMLElement).innerText.split(/\s+/)),
    );
  const seen = new Set<string>();
  const amounts = async () => {
    const rows = await read();
    seen.add(rows.join());
    return rows.map(([currency = '', amount = '']) => [currency, Number(figureOf(amount))] as const);
  };
  const first = new Map(await amounts());
  expect(first.get('JPY')).toBe(30_000);
  expect(first.get('EUR')).toBeGreaterThan(400_000);
  await expect
    .poll(async () => {
      const rows = await amounts();
      expect(rows.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
      return seen.size;
    }, marketStirs)
    .toBeGreaterThan(2);
  await phone.close();
});

test('R-SCR-86 R-SCR-06 positions stay in the order chosen, and the card opens to all figures', async () => {
  const { phone, page, app } = await openOrders([
    [usdjpy, 2, '0.30'],
    [eurusd, 1, '0.10'],
    [eurusd, 1, '0.50'],
  ]);
  const rows = async () =>
    (await app.orderRow.allInnerTexts()).map((text) => /(\w+\/\w+)[\s\S]*?(\d\.\d\d)\b/.exec(text)?.slice(1).join(' '));
  await expect.poll(rows).toEqual(['EUR/USD 0.50', 'EUR/USD 0.10', 'USD/JPY 0.30']);
  await page.getByTestId('order-sort').selectOption({ label: 'Largest first' });
  await expect.poll(rows).toEqual(['EUR/USD 0.50', 'USD/JPY 0.30', 'EUR/USD 0.10']);
  await page.reload();
  await expect.poll(rows).toEqual(['EUR/USD 0.50', 'USD/JPY 0.30', 'EUR/USD 0.10']);

  const card = page.getByLabel('Account summary').filter({ visible: true });
  expect((await card.locator('dt').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Total profit and loss',
    'Net value',
    'Available prepayment',
  ]);
  await page.getByRole('button', { name: 'All account figures' }).click();
  for (const label of ['Balance', 'Net value', 'Current margin', 'Available prepayment'])
    await card.locator('dt', { hasText: label }).waitFor();
  for (const label of ['Prepayment ratio', 'Risk rate']) await card.getByText(label).first().waitFor();
  await page.getByRole('link', { name: 'Online service' }).waitFor();
  await page.getByRole('link', { name: 'Statement' }).click();
  await page.waitForURL(/\/mine\/statement$/);
  await phone.close();
});

describe('a position on its row (R-SCR-87)', () => {
  test('a swipe of any length only uncovers the keys; half closes by two taps, a stop-loss is set by two', async () => {
    const { phone, page, app, token } = await openOrders([[eurusd, 1, '0.50']]);
    const client = await phone.newCDPSession(page);
    const keys = page.getByRole('group', { name: 'Actions for EUR/USD' });
    const swipe = async (way: number, from = 360) => {
      const { y, height } = (await app.orderRow.first().boundingBox()) ?? { y: 0, height: 0 };
      const touch = (type: string, x?: number) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: y + height / 2 }],
        } as never);
      await touch('touchStart', from);
      for (let gone = 0; gone <= way; gone += 20) await touch('touchMove', from - gone);
      await touch('touchEnd');
    };
    const halves = counter();
    await swipe(340);
    await keys.getByRole('button', { name: 'Half' }).waitFor();
    expect(await app.orderRow.count()).toBe(1);
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    await halves.tap(keys.getByRole('button', { name: 'Half' }));
    await halves.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Close position' }));
    await expect.poll(() => app.orderRow.first().innerText()).toContain('0.25');
    expect(halves.count()).toBe(2);
    const closed = await listOf(token, 3);
    expect(closed.data.map(({ Quantity }) => Quantity)).toEqual(['0.25']);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await leaveResult(page);

    // A short swipe springs back; a tap beside open keys covers them and opens nothing.
    await swipe(60);
    await keys.waitFor({ state: 'hidden' });
    // A press by key afterwards is no end of the swipe: it opens the acts.
    await app.orderRow.first().press('Enter');
    await app.seen('position-close').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await swipe(200);
    await keys.getByRole('button', { name: 'SL/TP' }).waitFor();
    const box = await app.orderRow.first().boundingBox();
    await page.touchscreen.tap(60, (box?.y ?? 0) + 20);
    await keys.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').count()).toBe(0);

    const stops = counter();
    await swipe(200);
    await stops.tap(keys.getByRole('button', { name: 'SL/TP' }));
    await stops.tap(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await expect.poll(async () => (await listOf(token, 1)).data[0]?.TargetLossPrice).toMatch(/^1\.\d{5}$/);
    expect(stops.count()).toBe(2);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const closes = counter();
    await swipe(200);
    await closes.tap(keys.getByRole('button', { name: 'Close' }));
    await closes.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Close position' }));
    await page.getByText('No open positions').waitFor();
    expect(closes.count()).toBe(2);
    await phone.close();
  });

  test('X closes by two presses, H and T open their sheets, the menu the keys; quarters close by their key', async () => {
    const { phone, page, app, token } = await openOrders([[eurusd, 1, '0.40']]);
    const row = app.orderRow.first();
    const dialog = page.getByRole('alertdialog');
    await row.focus();
    await page.keyboard.press('h');
    const lots = dialog.getByRole('textbox', { name: 'Lots to close' });
    expect(await lots.inputValue()).toBe('0.20');
    await dialog.getByRole('button', { name: '¼ 0.10' }).click();
    expect(await lots.inputValue()).toBe('0.10');
    await dialog.getByRole('button', { name: 'Close position' }).click();
    await expect.poll(() => row.innerText()).toContain('0.30');
    await dialog.waitFor({ state: 'detached' });
    await leaveResult(page);

    await row.focus();
    await page.keyboard.press('t');
    const stopLoss = page.getByRole('dialog').getByRole('switch', { name: 'Stop loss' });
    await expect.poll(() => stopLoss.getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await row.click({ button: 'right' });
    await page.getByRole('group', { name: 'Actions for EUR/USD' }).getByRole('button', { name: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    await row.focus();
    await page.keyboard.press('x');
    await dialog.getByRole('button', { name: 'Close position' }).click();
    await page.getByText('No open positions').waitFor();
    const closed = await listOf(token, 3);
    expect(closed.data.map(({ Quantity }) => Quantity)).toEqual(['0.30', '0.10']);
    await phone.close();
  });
});

/** Leaves the card of a close. */
async function leaveResult(page: Page): Promise<void> {
  await page.getByTestId('result-card').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('result-card').waitFor({ state: 'detached' });
}

/** Counts the taps of a way through the app. */
function counter() {
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.click();
    taps += 1;
  };
  return { tap, count: () => taps };
}

async function listOf(token: string, status: number): Promise<OrderList> {
  return (await call<OrderList>(product.callUrl, `/v1/api/forex/my_deal?status=${status}`, null, token)).data;
}

test('R-SCR-90 the history is filtered by instrument and time, with its own number, and shown whole again', async () => {
  const { phone, page, app, token } = await openOrders([
    [eurusd, 1, '0.10'],
    [usdjpy, 2, '0.10'],
  ]);
  const closed = await call(product.callUrl, '/v1/api/forex/close_all', { which: 0 }, token);
  expect(closed).toMatchObject({ code: 1 });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect.poll(() => app.orderRow.count()).toBe(2);
  await page.getByTestId('history-instrument').selectOption({ label: 'USD/JPY' });
  await expect.poll(() => app.orderRow.count()).toBe(1);
  expect(await app.orderRow.first().innerText()).toContain('USD/JPY');
  await page.getByTestId('history-range').selectOption({ label: 'Today' });
  await expect.poll(() => app.orderRow.count()).toBe(1);
  await page.getByTestId('history-instrument').selectOption({ label: 'GBP/USD' });
  await page.getByText('No matching orders').waitFor();
  await app.button('Show all').click();
  await expect.poll(() => app.orderRow.count()).toBe(2);
  await phone.close();
});
