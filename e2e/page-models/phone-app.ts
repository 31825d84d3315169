import type { Envelope } from '@candor/contracts/envelope';
import type { Order } from '@candor/contracts/http/trade';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Wait for a move of a pair's price. It is as long as the simulated market may rest: on weekdays for some seconds, at a
 * weekend for half a minute. BTC/USD moves within seconds at any hour.
 */
export const marketStirs = { timeout: 60_000 };

/** An order or a change to one, as it was sent. */
export interface SentOrder {
  readonly call: string;
  readonly client_id?: string;
}

export const socketPath = /\/v1\/ws/;

/** Milliseconds between two heartbeats (R-CON-01). */
const heartbeatMs = 5_000;

/** Returns the call in a message to the server; null if there is none. */
export function callIn(payload: string | Buffer): { readonly call: string; readonly fields: object } | null {
  const text = String(payload);
  return text.startsWith('{"type":"call"')
    ? (JSON.parse(text) as { params: { call: string; fields: object } }).params
    : null;
}

/** Returns the last part of the path of a call about an order; null for another request. */
function httpOrder(request: Request): string | null {
  const [, call] = /\/v1\/api\/forex\/(submit|close|cancel_trade|set_stop_price)$/.exec(request.url()) ?? [];
  return request.method() === 'POST' && call !== undefined ? call : null;
}

/** Page model of the app on a phone: what its user sees and taps. */
export class PhoneApp {
  readonly page: Page;
  readonly #url: string;
  /** Messages that the server has pushed, oldest first. */
  readonly pushed: string[] = [];
  /** Fields of the orders and changes to orders that the app has sent over the socket, and over HTTP. */
  readonly sentOverSocket: SentOrder[] = [];
  readonly sentOverHttp: SentOrder[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.pushed.push(String(payload)));
      socket.on('framesent', ({ payload }) => {
        const { call, fields } = callIn(payload) ?? {};
        if (call !== undefined) this.sentOverSocket.push({ ...fields, call });
      });
    });
    page.on('request', (request) => {
      const call = httpOrder(request);
      if (call !== null) this.sentOverHttp.push({ ...(request.postDataJSON() as object), call });
    });
  }

  /** Answers to the orders that the app has sent over the socket, oldest first. */
  get orderAnswers(): Envelope<Order>[] {
    return this.livePushes('call_result').map((text) => JSON.parse(text) as Envelope<Order>);
  }

  /** Makes the app send its orders over HTTP, as with an older server; to be called before the app is opened. */
  async ordersOverHttp(): Promise<void> {
    await this.page.routeWebSocket(socketPath, (line) => {
      const server = line.connectToServer();
      line.onMessage((text) => {
        if (callIn(text) === null) server.send(text);
        else line.send(JSON.stringify({ type: 'error', code: 1007, msg: '' }));
      });
    });
  }

  /**
   * Stops the heartbeat of the page; to be called before the app is opened. A stall of a busy machine is silence of the
   * line to it, after which the app loads everything again.
   */
  async withoutHeartbeat(): Promise<void> {
    await this.page.addInitScript((beatMs) => {
      const start = globalThis.setInterval;
      const isBeat = (ms: unknown) => ms === beatMs;
      globalThis.setInterval = ((...given: Parameters<typeof start>) =>
        isBeat(given[1]) ? 0 : start(...given)) as typeof start;
    }, heartbeatMs);
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(this.#url + path);
  }

  tab(name: 'market' | 'trade' | 'order'): Locator {
    return this.page.getByTestId(`tab-${name}`);
  }

  /** Visible elements with a test id. Tabs that were left stay in the page, hidden. */
  seen(testId: string): Locator {
    return this.page.getByTestId(testId).filter({ visible: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async startDemo(): Promise<void> {
    await this.button(/Try a demo account/).click();
  }

  /** Searches an instrument and taps it, which opens its chart. */
  async findInstrument(text: string, showCode: string): Promise<void> {
    await this.page.getByText('Search code or name').click();
    await this.page.getByRole('searchbox').fill(text);
    await this.seen('market-row').filter({ hasText: showCode }).click();
    await this.seen('chart').waitFor();
  }

  get ask(): Locator {
    return this.seen('price-ask').first();
  }

  get orderRow(): Locator {
    return this.seen('order-row');
  }

  /** Figure of the account card, by its label. */
  cardFigure(label: string): Locator {
    return this.page.getByLabel('Account summary').filter({ visible: true }).locator('div', { hasText: label }).last();
  }

  /** Pushed messages of a topic. */
  livePushes(topic: string): string[] {
    return this.pushed.filter((text) => text.includes(`"type":"${topic}"`));
  }

  /** Waits for the next messages of the server: calls that the app makes of its own accord have been made by then. */
  async nextPushes(count = 5): Promise<void> {
    const before = this.pushed.length;
    await expect.poll(() => this.pushed.length).toBeGreaterThanOrEqual(before + count);
  }

  /** Waits until an opened sheet has ended its motion; before its first frame it has none and is out of sight. */
  async sheetAtRest(): Promise<void> {
    const sheet = this.page.locator('[data-overlay=shown]').getByRole('dialog');
    await sheet.evaluate((shown) => Promise.all(shown.getAnimations().map((one) => one.finished)));
  }

  /** Opens the buy ticket with stop loss and take profit on at their suggested levels. */
  async openBuyTicket(): Promise<Locator> {
    await this.ask.click();
    const sheet = this.page.getByRole('dialog');
    for (const name of ['Stop loss', 'Take profit']) await sheet.getByRole('switch', { name }).click();
    return sheet;
  }

  /** Places orders of the smallest size in EUR/USD, by calls, for the user who is logged in. */
  async openManyOrders(count: number): Promise<void> {
    const refusals = await this.page.evaluate(async (wanted) => {
      const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
      const headers = { 'content-type': 'application/json', authorization: token ?? '' };
      const body = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: 100 });
      const refused: string[] = [];
      for (let sent = 0; sent < wanted; sent += 1) {
        const answer = await (await fetch('/v1/api/forex/submit', { method: 'POST', headers, body })).text();
        if (!answer.includes('"code":1,')) refused.push(answer);
      }
      return refused;
    }, count);
    expect(refusals).toEqual([]);
  }

  async submitOrder(sheet: Locator): Promise<void> {
    await sheet.getByTestId('order-submit').click();
    await this.page.getByText('Your order has been confirmed').waitFor();
    // On a desk a toast reports the order, and nothing is in the way.
    if ((await this.page.getByTestId('fill-card').count()) > 0) await this.dismissCard();
  }

  /** Closes the card that reports an act. */
  async dismissCard(): Promise<void> {
    await this.page.getByTestId('act-done').click();
    await this.page.getByTestId('act-done').waitFor({ state: 'detached' });
  }

  /** Opens all figures of the first position. */
  async openDetails(): Promise<void> {
    await this.orderRow.first().click();
    await this.seen('position-details').click();
    await this.seen('position-details').waitFor({ state: 'detached' });
  }

  /** Closes the first order, and the card of its result unless that is to be kept. */
  async closeFirstOrder(card: 'dismissed' | 'kept' = 'dismissed'): Promise<void> {
    await this.orderRow.first().click();
    await this.seen('position-close').click();
    await this.seen('result-card').waitFor();
    if (card === 'dismissed') await this.dismissCard();
  }
}

/** Returns the number in a text, without grouping, plus sign and currency. */
export function figureOf(text: string | null): string {
  return (
    (text ?? '')
      .replaceAll(',', '')
      .replaceAll('−', '-')
      .replaceAll('+', '')
      .match(/-?\d+(\.\d+)?/)?.[0] ?? ''
  );
}
