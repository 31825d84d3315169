import { codes } from '@candor/contracts/codes';
import type { Order } from '@candor/contracts/http/trade';
import { describe, expect, test } from 'vitest';
import { call } from '../../testkit/product.ts';
import { until } from '../../testkit/until.ts';
import { marketStirs } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let product: PhoneJourney['product'];
let browser: PhoneJourney['browser'];
let phone: PhoneJourney['phone'];
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ product, browser, phone, page, app } = journey));

describe('the market (R-SCR-01, R-SCR-02, R-SCR-03, R-SCR-30)', () => {
  test('ten skeleton rows show until prices arrive; a chip filters and a second tap clears it', async () => {
    let letThrough = () => {};
    const isLookedAt = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/v1/api/forex/trade_list*', async (route) => {
      await isLookedAt;
      await route.continue();
    });
    await app.open();
    await app.seen('skeleton-row').first().waitFor();
    await expect.poll(() => app.seen('skeleton-row').count()).toBe(10);
    letThrough();
    await app.seen('market-row').first().waitFor();
    await page.getByText('Simulated prices').first().waitFor();
    // Visible rows are rendered first.
    await expect.poll(() => page.getByTestId('market-row').count()).toBeGreaterThanOrEqual(40);
    const all = await page.getByTestId('market-row').count();
    const metals = app.seen('category-chip').filter({ hasText: 'Metals' });
    await metals.click();
    await expect.poll(() => metals.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.getByTestId('market-row').count()).toBeLessThan(10);
    await metals.click();
    await expect.poll(() => page.getByTestId('market-row').count()).toBe(all);
    await expect.poll(() => app.seen('market-row').first().locator('svg').first().isVisible()).toBe(true);
  });

  test('search also matches names, and says so if nothing matches', async () => {
    await app.open('/product');
    await page.getByRole('searchbox').fill('gold');
    await expect.poll(() => app.seen('market-row').count()).toBe(1);
    await page.getByRole('searchbox').fill('zzzz');
    await page.getByText('Nothing matches “zzzz”').waitFor();
  });
});

describe('trading (R-SCR-04, R-CON-06)', () => {
  test('the device’s Back closes an open sheet before it leaves the page', async () => {
    await app.open('/');
    await app.tab('trade').click();
    await app.ask.click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/trade');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });

  test('the drawer selects another instrument, and each of the six periods loads its candles', async () => {
    await app.open('/trade');
    await page.getByRole('button', { name: 'Instruments' }).click();
    await app.seen('symbol-row').filter({ hasText: 'XAU/USD' }).click();
    await page.getByRole('button', { name: 'Choose an instrument: XAU/USD' }).waitFor();
    for (const [label, period] of [
      ['1M', '1min'],
      ['5M', '5min'],
      ['30M', '30min'],
      ['1H', '60min'],
      ['1D', '1day'],
      ['15M', '15min'],
    ]) {
      const [answer] = await Promise.all([
        page.waitForResponse(
          (response) => response.url().includes(`period=${period}&`) || response.url().endsWith(`period=${period}`),
        ),
        page.getByRole('button', { name: label ?? '', exact: true }).click(),
      ]);
      expect(answer.ok()).toBe(true);
    }
  });
});

describe('session and paths (R-NAV-04, R-ORD-27, R-SES-03)', () => {
  test('the login of the ticket leads back to it; logging out ends the session', async () => {
    await app.open('/trade');
    await app.ask.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
    await app.button(/Try a demo account/).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('/trade');
    await app.startDemo();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/trade');
    await app.open('/user');
    await page.getByRole('button', { name: 'Other settings' }).click();
    await app.button('Log out').click();
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).not.toMatch(/"token":"/);
  });

  test('the account page shows the server’s current user data, not that stored at login (R-SCR-07)', async () => {
    await app.open('/login?from=/user');
    await app.startDemo();
    const uid = page.getByRole('button', { name: /^Copy UID/ });
    const shown = (await uid.textContent()) ?? '';
    expect(shown).toMatch(/\d{3}/);
    await page.evaluate(() => {
      const { state, version } = JSON.parse(localStorage.getItem('candor.session') ?? '');
      const old = { ...state, user: { ...state.user, uid: '11111111' } };
      localStorage.setItem('candor.session', JSON.stringify({ state: old, version }));
    });
    await page.reload();
    await expect.poll(() => uid.textContent()).toBe(shown);
  });

  test('the path to return to keeps its query', async () => {
    await app.open('/mine/withdraw-way?type=2');
    await app.button(/Try a demo account/).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('/mine/withdraw-way?type=2');
  });

  test('a path to another site is never followed (R-NAV-05)', async () => {
    await app.open('/login?from=//evil.example/');
    await app.startDemo();
    await app.seen('market-row').first().waitFor();
    expect(new URL(page.url()).origin).toBe(product.url);
  });

  test('a malformed address shows “This page does not exist”, as an unknown one does', async () => {
    for (const path of ['/%E0%A4%A', '//evil.example.com', '/nothing.html']) {
      await app.open(path);
      await page.getByText('This page does not exist').waitFor();
    }
  });
});

describe('orders (R-SCR-05, R-SCR-06, R-ORD-04, R-ORD-08, R-ORD-22)', () => {
  test('an open order’s sheet takes 60 % and edits stops; a pending order’s at most 45 % and cancels it', async () => {
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.submitOrder(await app.openBuyTicket());
    await app.tab('order').click();
    await app.openDetails();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await expect.poll(async () => Math.round(((await sheet.boundingBox())?.height ?? 0) / 8.44)).toBe(60);
    await page.getByRole('button', { name: 'Edit SL/TP' }).click();
    await page.getByRole('dialog').getByRole('switch', { name: 'Take profit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => app.orderRow.first().textContent()).not.toContain('TP');

    await app.tab('trade').click();
    await app.ask.click();
    const ticket = page.getByRole('dialog');
    await ticket.getByText('Pending', { exact: true }).click();
    const target = ticket.getByRole('textbox', { name: 'Target price' });
    await target.fill('1,00');
    await target.press('Enter');
    await ticket.getByText('Buy limit').waitFor();
    await ticket.getByRole('button', { name: 'End of week' }).click();
    await ticket.getByTestId('order-submit').click();
    await page.getByText('Your pending order has been placed').waitFor();
    await app.tab('order').click();
    await page.getByRole('tab', { name: /Pending/ }).click();
    await app.orderRow.first().click();
    await sheet.getByText('Expires').waitFor();
    await expect
      .poll(async () => Math.round(((await sheet.boundingBox())?.height ?? 0) / 8.44))
      .toBeLessThanOrEqual(50);
    await app.seen('order-cancel').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('No pending orders').waitFor();
  });
});

test('R-ORD-34 a stop is made to trail by a switch, shows so on sheet and chart, and follows the moving price', async () => {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  await app.tab('order').click();
  await app.orderRow.first().click();
  await page.getByRole('button', { name: 'Edit SL/TP' }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Trailing stop' }).click();
  await page.getByText(/^Follows the price at [\d.]+ pips\. The server moves it/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await app.openDetails();
  await page.getByRole('dialog').getByText('Trailing stop').waitFor();
  await page
    .getByRole('dialog')
    .getByText(/^[\d.]+ pips$/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await app.tab('trade').click();
  await page.getByText(/^Trail [\d.]+$/).waitFor();

  // A long and a short position at the same distance: wherever the price goes, it takes one of the two stops along.
  const stored = await page.evaluate(() => Object.values(localStorage).join());
  const token = /"token":"([^"]+)"/.exec(stored)?.[1] ?? '';
  const deal = <Data>(path: string, fields: object | null) =>
    call<Data>(product.callUrl, `/v1/api/forex/${path}`, fields, token);
  const short = { type: 2, cont: '0.01', forex_id: 1, status: 1, multiple: 100 };
  expect(await deal('submit', short)).toMatchObject({ code: 1 });
  const listed = async () => {
    const { data } = await deal<{ data: Order[] }>('my_deal?status=1', null);
    return new Map(data.data.map(({ Id, TargetLossPrice }) => [Id, TargetLossPrice]));
  };
  const far = { target_profit_price: '0', stop_loss_price: '0', trailing_distance: '0.00010' };
  const before = new Map<number, string>();
  for (const id of (await listed()).keys()) {
    const { data } = await deal<Order>('set_stop_price', { id, ...far });
    before.set(id, data.TargetLossPrice);
  }
  expect(before.size).toBe(2);
  await until('a stop follows', async () =>
    [...(await listed())].some(([id, level]) => before.get(id) !== undefined && before.get(id) !== level),
  );
});

describe('orders from other devices (R-SOC-07)', () => {
  test('an order opened on another device and a filled pending order appear by themselves', async () => {
    await app.open('/login?from=/order');
    await app.startDemo();
    await page.getByText('No open positions').waitFor();
    await page.getByRole('tab', { name: /Pending/ }).click();
    await page.getByText('No pending orders').waitFor();
    await submitElsewhere({ status: 0, target_price: '1.00000' });
    await expect.poll(() => app.orderRow.count()).toBe(1);
    await page.getByRole('tab', { name: /Holding/ }).click();
    await page.getByText('No open positions').waitFor();
    await submitElsewhere({ status: 1 });
    await expect.poll(() => app.orderRow.count()).toBe(1);
    const filled = async (): Promise<number> => {
      await placeAroundMarket();
      return app.orderRow.count();
    };
    await expect.poll(filled, { interval: 500, ...marketStirs }).toBeGreaterThan(1);
  });

  /** Places a pending order on either side of the current ask: the next price move fills one of them. */
  async function placeAroundMarket(): Promise<void> {
    const ask = await askOfMarket();
    for (const ticks of [-2, 2]) {
      const { code, msg } = await askElsewhere({ status: 0, target_price: (ask + ticks / 1e5).toFixed(5) });
      if (code !== codes.targetPriceAtMarket) expect(code, msg).toBe(1);
    }
  }

  async function askOfMarket(): Promise<number> {
    const answer = await fetch(`${product.callUrl}/v1/api/forex/trade_list`);
    const { data } = (await answer.json()) as { data: { Id: number; Ask: string }[] };
    return Number(data.find(({ Id }) => Id === 1)?.Ask);
  }

  async function submitElsewhere(fields: Record<string, unknown>): Promise<void> {
    const { code, msg } = await askElsewhere(fields);
    expect(code, msg).toBe(1);
  }

  async function askElsewhere(fields: Record<string, unknown>): Promise<{ code: number; msg: string }> {
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    const token = /"token":"([^"]+)"/.exec(stored)?.[1] ?? '';
    const answer = await fetch(`${product.callUrl}/v1/api/forex/submit`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', lang: 'en' },
      body: JSON.stringify({ forex_id: 1, type: 1, cont: '0.10', multiple: 100, ...fields }),
    });
    return (await answer.json()) as { code: number; msg: string };
  }
});

describe('long lists (R-SCR-06, R-CON-08)', () => {
  test('the next page loads on scrolling to it; pulling at the top reloads the first page and closes after 500 ms', async () => {
    await app.withoutHeartbeat();
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    await app.openManyOrders(24);
    await app.tab('order').click();
    // A list loaded before the last placement loses its oldest row at the next load.
    await page.getByRole('tab', { name: /^Holding ?24$/ }).waitFor();
    await app.orderRow.last().scrollIntoViewIfNeeded();
    await expect.poll(() => app.orderRow.count()).toBe(24);
    await page.getByText('No more orders').waitFor();

    await app.orderRow.first().evaluate((row) => row.closest('main')?.scrollTo(0, 0));
    const loads: number[] = [];
    page.on('response', (response) => response.url().includes('/my_deal') && loads.push(performance.now()));
    const client = await phone.newCDPSession(page);
    const touch = (type: string, y?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] } as never);
    await touch('touchStart', 100);
    for (let y = 120; y <= 320; y += 20) await touch('touchMove', y);
    await touch('touchEnd');
    await page.getByText('Updating').waitFor();
    await page.getByText('Updating').waitFor({ state: 'detached' });
    expect(performance.now() - (loads.at(-1) ?? 0)).toBeGreaterThan(400);
    expect(loads.length).toBe(1);
    await expect.poll(() => app.orderRow.count()).toBe(20);

    // Pulling a sheet does not pull the list below it.
    await app.orderRow.first().click();
    await page.getByRole('dialog').waitFor();
    await app.sheetAtRest();
    await touch('touchStart', 500);
    for (let y = 520; y <= 720; y += 20) await touch('touchMove', y);
    expect(await page.locator('[data-part=pull]').evaluate((row) => row.getBoundingClientRect().height)).toBe(0);
    await touch('touchEnd');
    expect(loads.length).toBe(1);
  });
});

describe('the device’s settings (R-SCR-12, R-CON-10, R-LANG-01)', () => {
  test('the dark theme survives a reload; the hash presets the language, "tw" as Hong Kong’s', async () => {
    await app.open('/login?from=/mine/system');
    await app.startDemo();
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.goto('about:blank');
    await app.open('/#lang=tw');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-HK');
    await page.getByTestId('tab-market').getByText('行情').waitFor();
  });

  test('R-LANG-06 Arabic runs from right to left; the sell and buy buttons do not', async () => {
    await app.open('/trade#lang=ar');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar');
    await app.ask.waitFor();
    const [sell, buy] = [await app.seen('price-bid').first().boundingBox(), await app.ask.boundingBox()];
    expect((sell?.x ?? 0) < (buy?.x ?? 0)).toBe(true);
    const [first, last] = [await app.tab('market').boundingBox(), await app.tab('order').boundingBox()];
    expect((first?.x ?? 0) > (last?.x ?? 0)).toBe(true);
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

describe('other settings (R-SCR-11)', () => {
  test('hold the device’s settings; picking a language leads back to them; log-out needs a session', async () => {
    await app.open('/mine/system');
    await page.getByText('Appearance').waitFor();
    expect(await app.button('Log out').count()).toBe(0);
    await app.button(/^Language/).click();
    await page.getByRole('option', { name: '繁體中文' }).waitFor();
    await page.reload();
    await page.getByRole('option', { name: '繁體中文' }).click();
    await page.getByRole('heading', { name: '其他設定' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/mine/system');

    // The page before this one in the history is not a page of the app.
    await app.open('/language');
    await page.getByRole('option', { name: 'English' }).click();
    await app.seen('market-row').first().waitFor();
    expect(page.url()).toBe(`${product.url}/`);
  });
});

describe('installing and layouts (R-SCR-14, R-SCR-15, R-SCR-40, R-SCR-41)', () => {
  test('the manifest and its icons are served, and the first bytes hold a skeleton', async () => {
    const html = await (await fetch(product.callUrl)).text();
    expect(html).toContain('class="boot-rows"');
    const manifest = (await (await fetch(`${product.callUrl}/app.webmanifest`)).json()) as {
      display: string;
      icons: { src: string; sizes: string; purpose?: string }[];
    };
    expect(manifest.display).toBe('standalone');
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src } of manifest.icons) expect((await fetch(new URL(src, product.callUrl))).status).toBe(200);
  });

  test('on a desktop the list, the chart and the ticket are side by side', async () => {
    const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const wide = await desk.newPage();
    await wide.goto(`${product.url}/trade`);
    const row = await wide.getByTestId('symbol-row').first().boundingBox();
    const chart = await wide.getByTestId('chart').filter({ visible: true }).first().boundingBox();
    const ask = await wide.getByTestId('price-ask').filter({ visible: true }).first().boundingBox();
    expect(row?.x).toBeLessThan(chart?.x ?? 0);
    expect(chart?.x).toBeLessThan(ask?.x ?? 0);
    await desk.close();
  });

  test('ranking and documentary show no invented traders', async () => {
    await app.open('/rank');
    await page.getByText('None has so far').waitFor();
    await app.open('/rank?view=copy');
    await page.getByText('Documentary trading is coming soon.').waitFor();
  });
});
