import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '../../testkit/product.ts';
import { ChartApp } from '../page-models/chart-app.ts';
import { figureOf } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';
import { recordReports, slowDown } from '../page-models/slow-phone.ts';

let product: PhoneJourney['product'];
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ product, page, app } = journey));

interface Listed {
  readonly total: number;
  readonly balance: string;
  readonly data: readonly {
    readonly Id: number;
    readonly Quantity: string;
    readonly FactProfits: string;
    readonly TradeFee: string;
    readonly Swap: string;
    readonly TargetLossPrice: string;
  }[];
}

const dialog = (name: string) => page.getByRole('dialog', { name });
/** Acts that the app has sent, by name. One that is repeated for want of an answer keeps its id, and counts once. */
function sent(): string[] {
  const acts = new Map<string, string>();
  for (const { call: name, client_id } of [...app.sentOverSocket, ...app.sentOverHttp])
    acts.set(client_id ?? `${name} without an id, ${acts.size}`, name);
  return [...acts.values()].toSorted();
}
const cents = (text: string) => Math.round(Number(figureOf(text)) * 100);

async function listed(status: 1 | 3): Promise<Listed> {
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  return (await call<Listed>(product.callUrl, `/v1/api/forex/my_deal?status=${status}`, null, token)).data;
}

/** Taps twice, the second time at once: a finger that is not sure of a slow phone. */
async function tapTwice(target: Locator): Promise<void> {
  await target.waitFor();
  await app.sheetAtRest();
  const { x, y, width, height } = (await target.boundingBox()) ?? expect.fail('the button is in sight');
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** Waits until a figure has changed three times: the page goes on drawing the prices that come late. */
async function moves(figure: Locator): Promise<void> {
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await figure.innerText()).size).toBeGreaterThan(3);
}

/** Brings the stop into the scale by its tag, if it is outside. */
async function stopInScale(chart: ChartApp): Promise<void> {
  await chart.ready();
  await chart.stop('Stop loss').waitFor();
  if ((await chart.edgeOf('Stop loss')) !== null) await chart.stop('Stop loss').click();
  await expect.poll(() => chart.edgeOf('Stop loss')).toBe(null);
}

/** Opens three positions and closes them by one command. */
async function closeThree(): Promise<void> {
  await app.openManyOrders(3);
  await expect.poll(() => app.orderRow.count()).toBe(3);
  await page.getByTestId('close-several').tap();
  const send = page.getByRole('dialog').getByTestId('close-several-send');
  await expect.poll(() => send.innerText()).toMatch(/^Close 3 for about/);
  await tapTwice(send);
  await expect.poll(() => page.getByTestId('close-result').count()).toBe(3);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap();
  await page.getByText('No open positions').waitFor();
}

/** Nothing is left, doubled or lost: the books of the server agree with the five closes, and the screen with them. */
async function booksAgree(): Promise<void> {
  expect((await listed(1)).total).toBe(0);
  const closed = await listed(3);
  expect(closed.data.map(({ Quantity }) => Quantity).toSorted()).toEqual(['0.01', '0.01', '0.01', '0.25', '0.25']);
  const results = closed.data.map((one) => Number(one.FactProfits) - Number(one.TradeFee) + Number(one.Swap));
  expect(cents(closed.balance)).toBe(Math.round(results.reduce((sum, one) => sum + one * 100, 5_000_000)));
  await expect.poll(async () => cents(await app.cardFigure('Balance').innerText())).toBe(cents(closed.balance));
}

test('R-SCR-99 on a slow phone with late messages each act is carried out and reported once, and prices go on', async () => {
  const line = await slowDown(page);
  const reports = await recordReports(page);
  const chart = new ChartApp(page);

  // From a visitor to a position with a stop, in a demo account that did not exist before.
  await app.open('/trade');
  await app.ask.waitFor();
  await moves(app.ask);
  await app.ask.click();
  const ticket = page.getByRole('dialog');
  await ticket.getByRole('switch', { name: 'Stop loss' }).click();
  await ticket.getByTestId('order-submit').getByText('Start demo and buy 0.50').waitFor();
  await tapTwice(ticket.getByTestId('order-submit'));
  await app.seen('fill-card').waitFor();
  expect(sent()).toEqual(['submit']);
  const [opened] = (await listed(1)).data;
  expect(opened).toMatchObject({ Quantity: '0.50', TargetLossPrice: expect.stringMatching(/^1\.\d{5}$/) });
  await expect.poll(() => page.getByTestId('receipt-line').getAttribute('data-check')).toBe('verified');
  await app.dismissCard();

  // The stop is dragged on the chart; what the screen names is what the server holds.
  await stopInScale(chart);
  const box = await chart.stopBox('Stop loss');
  await chart.drag({ x: box.x + 200, y: box.y + 8 }, { x: box.x + 203, y: box.y + 24 });
  const moved = page.getByText(/^Stop loss moved to/);
  await moved.waitFor();
  const [, level] = /moved to (1\.\d{5})/.exec(await moved.innerText()) ?? [];
  expect(Number(level)).toBeLessThan(Number(opened?.TargetLossPrice));
  expect((await listed(1)).data.map(({ TargetLossPrice }) => TargetLossPrice)).toEqual([level]);
  expect(sent()).toEqual(['set_stop_price', 'submit']);
  await moves(app.ask);

  // Half is closed, then the rest, each by a finger that taps twice.
  await app.tab('order').click();
  await app.orderRow.first().tap();
  await tapTwice(dialog('EUR/USD').getByTestId('position-half'));
  await dialog('Part closed · EUR/USD').waitFor();
  expect((await listed(1)).data.map(({ Quantity }) => Quantity)).toEqual(['0.25']);
  await app.dismissCard();
  await expect.poll(() => app.orderRow.first().innerText()).toContain('0.25');
  await moves(app.seen('order-profit').first());
  await app.orderRow.first().tap();
  await tapTwice(dialog('EUR/USD').getByTestId('position-close'));
  await app.seen('result-card').waitFor();
  await expect.poll(() => page.getByTestId('receipt-line').getAttribute('data-check')).toBe('verified');
  const [last] = (await listed(3)).data;
  const net = Number(last?.FactProfits) - Number(last?.TradeFee) + Number(last?.Swap);
  const parts = await app.seen('result-parts').locator('dd').allInnerTexts();
  expect(cents(parts.at(-1) ?? '')).toBe(Math.round(net * 100));
  expect(sent()).toEqual(['close', 'close', 'set_stop_price', 'submit']);
  await app.dismissCard();
  await page.getByText('No open positions').waitFor();

  await closeThree();
  await booksAgree();
  expect((await reports()).map((one) => one.replace(/ to .*/, ' to …'))).toEqual([
    'fill-card',
    expect.stringMatching(/^toast: Stop loss moved to …/),
    'result-card',
    'result-card',
    ...['close-result', 'close-result', 'close-result'],
  ]);
  expect(line.lateMessages()).toBeGreaterThan(100);
});

test('R-SCR-99 R-SCR-18 a finger that drags a stop at once is not taken for one that rests while the phone is busy', async () => {
  const chart = new ChartApp(page);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  await stopInScale(chart);
  const box = await chart.stopBox('Stop loss');
  const from = { x: box.x + 200, y: box.y + 8 };
  const downMs = Date.now();
  await chart.touch('touchStart', from, downMs);
  await chart.crosshair.filter({ visible: true }).waitFor();
  // The moves of the first moments are handed over only now, with the times at which the finger made them.
  for (const step of [1, 2, 3])
    await chart.touch('touchMove', { x: from.x + 1, y: from.y + step * 8 }, downMs + step * 16);
  await chart.touch('touchEnd', undefined, downMs + 64);
  await page.getByText(/^Stop loss moved to/).waitFor();
});
