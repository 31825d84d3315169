import type { WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { figureOf } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));

/** Submits an order with the session of the app. */
async function submit(fields: object): Promise<void> {
  await page.evaluate(async (body) => {
    const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
    const headers = { 'content-type': 'application/json', authorization: token ?? '' };
    await fetch('/v1/api/forex/submit', { method: 'POST', headers, body: JSON.stringify(body) });
  }, fields);
}

describe('a pushed notice (R-SOC-10)', () => {
  test('names an expired order in the language of the app', async () => {
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    await expect.poll(() => app.livePushes('FOREX_TRADE').length).toBeGreaterThan(0);
    const order = { type: 1, cont: '0.01', forex_id: 1, multiple: 100, status: 0, target_price: '0.50000' };
    await submit({ ...order, expires_at: Date.now() + 3_000 });
    await page.getByText(/The pending order \d+ for EUR\/USD has expired/).waitFor();
  });

  test('shows a banner while a margin call lasts; a repeat after a reload shows no new message', async () => {
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
    const banner = page.getByText('Margin call: your net value no longer covers your margin', { exact: false });
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    // Repeated until a socket receives it: prices may have come without one, and the login opens another.
    await expect
      .poll(async () => {
        tell('7-0', 'margin_call', 'Told by the server');
        return page.getByText('Told by the server').count();
      })
      .toBe(1);
    await banner.filter({ visible: true }).first().waitFor();
    await app.tab('order').click();
    await banner.filter({ visible: true }).first().waitFor();
    await page.reload();
    await app.tab('order').waitFor();
    // A socket that is still connecting does not receive it.
    const isShown = async () => {
      tell('7-0', 'margin_call', 'Told by the server');
      return (await banner.filter({ visible: true }).count()) > 0;
    };
    await expect.poll(() => sockets.length).toBeGreaterThan(1);
    await expect.poll(isShown).toBe(true);
    expect(await page.getByText('Told by the server').count()).toBe(0);
    tell('9-1', 'margin_call_ended', 'It is over');
    await page.getByText('It is over').waitFor();
    await expect.poll(() => banner.filter({ visible: true }).count()).toBe(0);
  });
});

test('R-SES-07 a demo account is reset by its owner after a confirmation', async () => {
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
  await page.getByText('Your mock account has been reset').waitFor();
  await expect
    .poll(async () => figureOf(await page.locator('[data-part=account-value]').textContent()))
    .toBe('50000.00');
  await app.tab('order').click();
  await page.getByText('No open positions').waitFor();
});
