import type { Envelope } from '@candor/contracts/envelope';
import type { Order, OrderList } from '@candor/contracts/http/trade';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { CutLine } from '../../testkit/cut-line.ts';
import { servingAt } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { figureOf, marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Parses a plain decimal into millionths, without the product's arithmetic. */
function micros(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -value : value;
}

/** Rounds millionths to cents, ties to even. */
function cents(value: bigint): string {
  const whole = value / 10_000n;
  const rest = value % 10_000n;
  const rounded = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n) ? whole + 1n : whole;
  return `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`;
}

describe('a first order (R-SES-05, R-SOC-16, R-ORD-01, R-ORD-17, R-ORD-21, R-SCR-06, R-SCR-16)', () => {
  test('open, demo, EUR/USD, live chart, buy 0.50 with stops, profit moves, close, history and balance to the cent', async () => {
    const phone = await newPhone(browser);
    const page = await phone.newPage();
    const app = new PhoneApp(page, product.url);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    await app.open();
    await app.seen('market-row').first().waitFor();
    await app.tab('order').click();
    await page.waitForURL('**/login?from=%2Forder');
    await app.startDemo();
    await page.getByText('No open positions').waitFor();

    await app.tab('market').click();
    await app.findInstrument('eurusd', 'EUR/USD');
    const candles = app.livePushes('KLINE').length;
    await expect.poll(() => app.livePushes('KLINE').length).toBeGreaterThan(candles + 2);
    const askBefore = await app.ask.textContent();
    await expect.poll(() => app.ask.textContent(), marketStirs).not.toBe(askBefore);

    const sheet = await app.openBuyTicket();
    const margin = figureOf(await sheet.getByText('Margin', { exact: true }).locator('..').textContent());
    expect(Number(margin)).toBeGreaterThan(500);
    await app.submitOrder(sheet);

    await app.tab('order').click();
    const profit = app.seen('order-profit').first();
    const profitBefore = await profit.textContent();
    await expect.poll(() => profit.textContent(), marketStirs).not.toBe(profitBefore);
    await app.closeFirstOrder();
    await page.getByText('No open positions').waitFor();
    // R-SOC-16: both went over the open socket, and none over HTTP.
    await expect.poll(() => app.orderAnswers.length).toBe(2);
    expect(app.sentOverSocket.map(({ call }) => call)).toEqual(['submit', 'close']);
    expect(app.sentOverHttp).toEqual([]);
    const closed = (app.orderAnswers[1] as Envelope<Order>).data;

    // Independent formulas: profit is price difference × 100,000 × 0.50, the fee is 7 dollars per lot.
    const expectedProfit = (micros(closed.UpdatePrice) - micros(closed.Price)) * 50_000n;
    expect(micros(closed.FactProfits)).toBe(expectedProfit);
    expect(micros(closed.TradeFee)).toBe(3_500_000n);
    expect(Number(closed.TargetLossPrice)).toBeLessThan(Number(closed.Price));
    expect(Number(closed.TargetProfitPrice)).toBeGreaterThan(Number(closed.Price));
    const expectedBalance = cents(50_000_000_000n - 3_500_000n + expectedProfit);

    await page.getByRole('tab', { name: /History/ }).click();
    await app.orderRow.first().waitFor();
    const row = (await app.orderRow.first().textContent()) ?? '';
    expect(row).toContain('EUR/USD');
    // The row and the parts of its sheet name the net result: the profit without the fee, and no night was crossed.
    const net = micros(closed.FactProfits) - 3_500_000n;
    expect(micros(figureOf(await app.orderRow.first().getByTestId('order-profit').textContent()))).toBe(net);
    await app.orderRow.first().click();
    // R-JRN-01: by the quotes of both fills, the lines add up to the net result as they are shown.
    const lines = app.seen('result-parts').locator('dd');
    const shown = (await lines.allInnerTexts()).map((text) => micros(figureOf(text)));
    const { OpenBid, OpenAsk, CloseBid, CloseAsk } = closed.Costs ?? expect.unreachable('a closed order has costs');
    const twiceSpread = micros(OpenAsk) - micros(OpenBid) + micros(CloseAsk) - micros(CloseBid);
    const twiceMoved = micros(CloseBid) + micros(CloseAsk) - micros(OpenBid) - micros(OpenAsk);
    expect([OpenAsk, CloseBid]).toEqual([closed.Price, closed.UpdatePrice]);
    expect(shown).toEqual([twiceMoved * 25_000n, twiceSpread * 25_000n, 3_500_000n, 0n, 0n, net]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    const token = /"token":"([^"]+)"/.exec(stored)?.[1] ?? '';
    const list = await fetch(`${product.callUrl}/v1/api/forex/my_deal?status=3`, { headers: { authorization: token } });
    const { data } = (await list.json()) as Envelope<OrderList>;
    expect(data).toMatchObject({ total: 1, balance: expectedBalance, all_fact_profits: closed.FactProfits });
    await expect.poll(async () => figureOf(await app.cardFigure('Balance').textContent())).toBe(expectedBalance);
    expect(problems).toEqual([]);
    await phone.close();
  });

  test('a double tap places one order, and closes one part (R-WIRE-09)', async () => {
    const phone = await newPhone(browser);
    const page = await phone.newPage();
    const app = new PhoneApp(page, product.url);
    await app.open('/login?from=/trade');
    await app.startDemo();
    await app.ask.waitFor();
    await app.ask.click();
    const submit = page.getByRole('dialog').getByTestId('order-submit');
    await submit.waitFor();
    await submit.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    await page.getByText('Your order has been confirmed').waitFor();
    await app.dismissCard();
    await app.tab('order').click();
    await app.orderRow.first().waitFor();
    await expect.poll(() => app.orderRow.count()).toBe(1);

    const held = await app.orderRow.first().textContent();
    expect(held).toContain('0.50');
    await app.openDetails();
    await app.seen('order-close').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: 'Lots to close' }).fill('0.02');
    await page.keyboard.press('Tab');
    // The second tap comes after the first has been answered, while the dialog is closing.
    await dialog.getByRole('button', { name: 'Close position' }).evaluate((button: HTMLElement) => {
      const host = button.closest('[data-overlay]') as HTMLElement;
      new MutationObserver(() => host.dataset['overlay'] === 'closing' && button.click()).observe(host, {
        attributes: true,
      });
      button.click();
    });
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => app.orderRow.first().textContent()).toContain('0.48');
    expect([...app.sentOverSocket, ...app.sentOverHttp].map(({ call }) => call)).toEqual(['submit', 'close']);
    await phone.close();
  });
});

describe('a lost socket (R-SCR-13)', () => {
  test('shows a banner and disables trading; both end when the server is reachable again', async () => {
    const line = await CutLine.to(Number(new URL(product.url).port));
    const phone = await newPhone(browser);
    const page = await phone.newPage();
    const app = new PhoneApp(page, servingAt(line.port, product.dataDir).url);
    await app.open('/trade');
    await expect.poll(() => app.ask.isEnabled()).toBe(true);
    await line.cut();
    await page.getByText(/No connection/).waitFor();
    await expect.poll(() => app.ask.isEnabled()).toBe(false);
    await line.restore();
    await page.getByText(/No connection/).waitFor({ state: 'detached' });
    await expect.poll(() => app.ask.isEnabled()).toBe(true);
    await phone.close();
    await line.cut();
  });
});
