import type { Locator, Page } from 'playwright-core';

/** The app on a phone as its user knows it: what can be seen, and what can be tapped. */
export class PhoneApp {
  readonly page: Page;
  readonly #url: string;
  /** Texts of the messages the server has pushed, newest last. */
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

  /** What carries the test id and can be seen: tabs that were left stay in the page, hidden. */
  seen(testId: string): Locator {
    return this.page.getByTestId(testId).filter({ visible: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async startDemo(): Promise<void> {
    await this.button(/Try a demo account/).click();
  }

  /** Searches an instrument and taps it, which leads to its chart. */
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

  /** A figure of the account's card, by its label. */
  cardFigure(label: string): Locator {
    return this.page.getByLabel('Account summary').filter({ visible: true }).locator('div', { hasText: label }).last();
  }

  /** The candles of the chart's period, from the pushes that keep it live. */
  livePushes(topic: string): string[] {
    return this.pushed.filter((text) => text.includes(`"type":"${topic}"`));
  }

  /** Opens the ticket on the buying side with stop loss and take profit switched on at their suggested levels. */
  async openBuyTicket(): Promise<Locator> {
    await this.ask.click();
    const sheet = this.page.getByRole('dialog');
    for (const name of ['Stop loss', 'Take profit']) await sheet.getByRole('switch', { name }).click();
    return sheet;
  }

  /** The least of EUR/USD so many times over, past the ticket, for whoever is logged in. */
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

/** The figure inside a text: grouping, sign and currency aside. */
export function figureOf(text: string | null): string {
  return (
    (text ?? '')
      .replaceAll(',', '')
      .replaceAll('−', '-')
      .replaceAll('+', '')
      .match(/-?\d+(\.\d+)?/)?.[0] ?? ''
  );
}
