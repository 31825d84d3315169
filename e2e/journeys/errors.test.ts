import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));
beforeEach(async () => {
  // Faults of answers are planted in HTTP; `socket-orders.test.ts` plants those of the socket.
  await app.ordersOverHttp();
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
});

const toast = () => page.locator('[data-part=toast]');
/** Text of the toast and whether it fits its box and the page, read in one step: a toast disappears after seconds. */
const toasted = () =>
  page.evaluate(() => {
    const shown = document.querySelector('[data-part=toast]');
    if (shown === null) return null;
    const { left, right } = shown.getBoundingClientRect();
    const isWhole = left >= 0 && right <= innerWidth && shown.scrollWidth <= shown.clientWidth;
    return { text: shown.textContent, isWhole };
  });
function deferred(): [Promise<void>, () => void] {
  let done = () => {};
  return [new Promise((resolve) => (done = resolve)), () => done()];
}
const submitCall = '**/v1/api/forex/submit';
const longWord = 'Sicherheitsleistungsnachschussverpflichtung'.repeat(3);
const refusal = (code: number, msg: string) => (route: Route) => route.fulfill({ json: { code, msg, data: null } });

describe('R-ERR-04 the spinner of a call ends with every kind of answer', () => {
  test.each([
    ['R-ERR-02 state: refused', refusal(1213, longWord), longWord],
    ['R-ERR-03 state: no network', (route: Route) => route.abort(), 'ERR_NETWORK'],
    ['R-ERR-03 state: a proxy without a server', (route: Route) => route.fulfill({ status: 502, body: '' }), '502'],
  ])('%s', async (_, answer, said) => {
    await page.route(submitCall, answer);
    await app.ask.click();
    const send = page.getByRole('dialog').getByTestId('order-submit');
    await send.click();
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining(said), isWhole: true });
    await expect.poll(() => send.getAttribute('aria-busy')).not.toBe('true');
  });
});

test('R-WIRE-09 an order with its answer lost to a reload is confirmed after it, and the next order is a new one', async () => {
  const [isIn, arrived] = deferred();
  await page.route(submitCall, async (route) => {
    await route.fetch();
    arrived();
  });
  await app.ask.click();
  await page.getByRole('dialog').getByTestId('order-submit').click();
  await isIn;
  await page.reload();
  await page.unroute(submitCall);
  await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('Your order has been confirmed') });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.intents'))).toBe('[]');
  await app.ask.click();
  await app.submitOrder(page.getByRole('dialog'));
  await app.tab('order').click();
  await expect.poll(() => app.orderRow.count()).toBe(2);
});

describe('R-WIRE-17 an order without an answer', () => {
  const commandCall = '**/v1/api/forex/command*';
  const send = () => page.getByRole('dialog').getByTestId('order-submit');

  test('is checked by its button, also without a connection, and the result is shown', async () => {
    await page.route(submitCall, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(commandCall, (route) => route.abort());
    await app.ask.click();
    await send().click();
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('The app checks your order') });
    await send().getByText('Check order').waitFor();
    await toast().waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.getByText('No connection.').first().waitFor();
    await send().click();
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('The app checks your order') });
    await page.unroute(commandCall);
    await page.unroute(submitCall);
    await page.context().setOffline(false);
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('Your order has been confirmed') });
    await expect.poll(() => send().innerText()).toMatch(/^Buy/);
    await page.getByRole('button', { name: 'Close' }).click();
    await app.tab('order').click();
    await expect.poll(() => app.orderRow.count()).toBe(1);
  });

  test('is checked by its button also after a reload, in its own instrument, and sends no second order', async () => {
    let submits = 0;
    await page.route(submitCall, async (route) => {
      submits += 1;
      if (submits === 1) await route.fetch();
      await route.abort();
    });
    await page.route(commandCall, (route) => route.abort());
    await app.ask.click();
    await send().click();
    await send().getByText('Check order').waitFor();
    const sentBefore = submits;
    await page.reload();
    await app.ask.click();
    await send().getByText('Check order').waitFor();
    await page.unroute(commandCall);
    await send().click();
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('Your order has been confirmed') });
    expect(submits).toBe(sentBefore);
    await app.tab('order').click();
    await expect.poll(() => app.orderRow.count()).toBe(1);
  });

  test('that the server has not received is sent once more by the next press, as the same order', async () => {
    const ids = new Set<unknown>();
    await page.route(submitCall, (route) => {
      ids.add((route.request().postDataJSON() as { client_id: unknown }).client_id);
      return route.abort();
    });
    await app.ask.click();
    await send().click();
    await send().getByText('Check order').click();
    await expect.poll(toasted).toMatchObject({ text: expect.stringContaining('has not received your order') });
    await expect.poll(() => send().innerText()).toMatch(/^Buy/);
    await page.unroute(submitCall);
    page.on('request', (request) => {
      if (request.url().includes('/v1/api/forex/submit'))
        ids.add((request.postDataJSON() as { client_id: unknown }).client_id);
    });
    await app.submitOrder(page.getByRole('dialog'));
    expect(ids.size).toBe(1);
  });
});

describe('an error or success', () => {
  test('R-ERR-02 a failed reload keeps the list and shows a toast with the reason; background calls fail silently', async () => {
    await app.submitOrder(await app.openBuyTicket());
    await app.tab('order').click();
    await app.orderRow.first().waitFor();
    await page.route('**/abbreviated_cache_kline*', refusal(1903, 'nobody asked'));
    await page.route('**/getCompanyStatus*', refusal(1903, 'nobody asked'));
    await page.route('**/v1/api/forex/my_deal*', refusal(1903, 'Down for a minute'));
    await app.tab('trade').click();
    await app.tab('order').click();
    await expect.poll(toasted).toMatchObject({ text: 'Down for a minute' });
    await expect.poll(() => app.orderRow.count()).toBe(1);
  });

  test('R-ERR-05 R-SCR-65 a close shows its price and net result', async () => {
    await app.submitOrder(await app.openBuyTicket());
    await app.tab('order').click();
    await app.closeFirstOrder('kept');
    const card = page.getByRole('dialog', { name: 'Closed · EUR/USD' });
    expect(await card.getByTestId('result-card').innerText()).toMatch(/^Net result\s+[+−]\d+\.\d\d/);
    expect(await card.innerText()).toMatch(/Close price\s+\d\.\d{5}/);
  });

  test('R-ERR-01 state: session expired – a notice in each tab, then the login, which leads back', async () => {
    const other = await page.context().newPage();
    await other.goto(new URL('/order', page.url()).href);
    await other.getByTestId('tab-order').waitFor();
    await page.route(submitCall, refusal(999, 'expired'));
    await app.ask.click();
    // Both at once: a notice goes after seconds.
    const told = [page, other].map((tab) => tab.getByText('Your session has expired').waitFor());
    await page.getByRole('dialog').getByTestId('order-submit').click();
    await Promise.all(told);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    expect(new URL(page.url()).searchParams.get('from')).toBe('/trade');
    await other.waitForURL('**/login?from=%2Forder');
    await app.startDemo();
    await other.waitForURL('**/order');
    await other.close();
  });

  test('R-ERR-01 a session that expires on the socket first leads to the login with a notice', async () => {
    await page.routeWebSocket(/\/v1\/ws/, (line) => {
      const server = line.connectToServer();
      server.onMessage((text) => {
        line.send(text);
        if (String(text).includes('"FOREX_TRADE"')) line.send(JSON.stringify({ type: 'error', code: 999, msg: '' }));
      });
    });
    await page.reload();
    await page.getByText('Your session has expired').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });
});
