import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Page model of the app on a phone: what its user sees and taps. */
export class PhoneApp {
  readonly page: Page;
  readonly #url: string;
  /** Messages that the server has pushed, oldest first. */
  readonly pushed: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.pushed.push(String(payload))));
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
    await this.page.evaluate(async (wanted) => {
      const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
      const headers = { 'content-type': 'application/json', authorization: token ?? '' };
      const body = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: 100 });
      for (let placed = 0; placed < wanted; placed += 1)
        await fetch('/v1/api/forex/submit', { method: 'POST', headers, body });
    }, count);
  }

  async submitOrder(sheet: Locator): Promise<void> {
    await sheet.getByTestId('order-submit').click();
    await this.page.getByText('Your order has been confirmed').waitFor();
  }

  async closeFirstOrder(): Promise<void> {
    await this.orderRow.first().click();
    await this.seen('order-close').click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Close position' }).click();
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
