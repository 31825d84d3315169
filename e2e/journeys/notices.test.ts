import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, newPhone } from '../../testkit/browser.ts';
import { type Product, startProduct } from '../../testkit/product.ts';
import { figureOf, PhoneApp } from '../page-models/phone-app.ts';

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

/** An order as the app's own session would send it. */
async function submit(fields: object): Promise<void> {
  await page.evaluate(async (body) => {
    const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
    const headers = { 'content-type': 'application/json', authorization: token ?? '' };
    await fetch('/v1/api/forex/submit', { method: 'POST', headers, body: JSON.stringify(body) });
  }, fields);
}

describe('what nobody asked for (R-SOC-10)', () => {
  test('an order that expires is told in the language of the app', async () => {
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    await expect.poll(() => app.livePushes('FOREX_TRADE').length).toBeGreaterThan(0);
    const order = { type: 1, cont: '0.01', forex_id: 1, multiple: 100, status: 0, target_price: '0.50000' };
    await submit({ ...order, expires_at: Date.now() + 1_500 });
    await page.getByText(/The pending order \d+ for EUR\/USD has expired/).waitFor();
  });

  test('a banner stands while the margin call does; a repeat after a reload is no news', async () => {
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/v1\/ws/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(message));
      sockets.push(socket);
    });
    const tell = (Id: string, Kind: string, Msg: string) =>
      sockets.at(-1)?.send(
        JSON.stringify({
          type: 'NOTICE',
          code: 1,
          params: { Id, Kind, Time: Date.now(), Msg, OrderId: null, ForexId: null, Amount: null },
        }),
      );
    const banner = page.getByText('Margin call: your equity no longer covers your margin', { exact: false });
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    tell('7-0', 'margin_call', 'Told by the server');
    await page.getByText('Told by the server').waitFor();
    await banner.filter({ visible: true }).first().waitFor();
    await app.tab('order').click();
    await banner.filter({ visible: true }).first().waitFor();
    await page.reload();
    await app.tab('order').waitFor();
    await expect.poll(() => sockets.length).toBe(2);
    tell('7-0', 'margin_call', 'Told by the server');
    await banner.filter({ visible: true }).first().waitFor();
    expect(await page.getByText('Told by the server').count()).toBe(0);
    tell('9-1', 'margin_call_ended', 'It is over');
    await page.getByText('It is over').waitFor();
    await expect.poll(() => banner.filter({ visible: true }).count()).toBe(0);
  });
});

test('R-SES-07 a demo is reset by its owner, after a question', async () => {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  await app.open('/user');
  await app.button(/Reset mock account/).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('the balance returns to 50,000.00 USD').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await app.button(/Reset mock account/).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Your mock account starts anew').waitFor();
  await expect.poll(async () => figureOf(await page.locator('.ink-v').textContent())).toBe('50000.00');
  await app.tab('order').click();
  await page.getByText('No open positions').waitFor();
});
