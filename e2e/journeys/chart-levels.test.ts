import { expect, test } from 'vitest';
import { ChartApp, coveringPairs } from '../page-models/chart-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];
let chart: ChartApp;

withPhone((journey) => {
  ({ page, app } = journey);
  chart = new ChartApp(page);
});

/** Holds EUR/USD with stop and target, shown with candles of a minute or of a day. */
async function holdOrder(period: '1M' | '1D'): Promise<void> {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  if (period === '1M') await moveStopsAway();
  await app.button(period).click();
  await chart.ready();
  // The chart is ready with the candles before these until it asks for its own.
  await expect.poll(() => chart.edgeOf('Stop loss')).toBe(period === '1M' ? 'below' : null);
}

/** Moves stop and target of the order one percent away: farther than the candles of an hour or two reach, at any hour. */
async function moveStopsAway(): Promise<void> {
  const outcome = await page.evaluate(async () => {
    const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
    const headers = { authorization: token ?? '', 'content-type': 'application/json' };
    const answer = await fetch('/v1/api/forex/my_deal?status=1&page=1', { headers });
    const list = (await answer.json()) as { data: { data: { Id: number; Price: string }[] } };
    const [{ Id: id, Price } = { Id: 0, Price: '' }] = list.data.data;
    const at = (factor: number) => (Number(Price) * factor).toFixed(5);
    const body = JSON.stringify({ id, stop_loss_price: at(0.99), target_profit_price: at(1.01) });
    return (await fetch('/v1/api/forex/set_stop_price', { method: 'POST', headers, body })).text();
  });
  expect(outcome).toContain('"code":1,');
}

/** Stop loss of the newest open order, as the server has it. */
function storedStop(): Promise<string> {
  return page.evaluate(async () => {
    const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
    const answer = await fetch('/v1/api/forex/my_deal?status=1&page=1', { headers: { authorization: token ?? '' } });
    const list = (await answer.json()) as { data: { data: { TargetLossPrice: string }[] } };
    return list.data.data[0]?.TargetLossPrice ?? '';
  });
}

const order = () => page.getByRole('dialog', { name: 'EUR/USD' });

test('R-SCR-82 a stop outside the scale stays at the edge; a tap brings it into the scale, one more takes it back', async () => {
  await holdOrder('1M');
  expect(await chart.edgeOf('Stop loss')).toBe('below');
  expect(await chart.edgeOf('Take profit')).toBe('above');
  const chip = chart.stop('Stop loss');
  expect(await chip.innerText()).toMatch(/^SL\s*\d\.\d{5}\s*−\d/);
  const before = await chart.axis();
  await chip.click();
  await expect.poll(() => chart.edgeOf('Stop loss')).toBe(null);
  expect(await chart.axis()).not.toEqual(before);
  expect(coveringPairs(await chart.tags('order-tag'))).toEqual([]);
  await chip.click();
  await expect.poll(() => chart.edgeOf('Stop loss')).toBe('below');
  await chart.bars.focus();
  await page.keyboard.press('a');
  await expect
    .poll(async () => [await chart.edgeOf('Stop loss'), await chart.edgeOf('Take profit')])
    .toEqual([null, null]);
});

test('R-SCR-18 a line is dragged by its length, and "Undo" restores the stop on the server', async () => {
  await holdOrder('1D');
  const before = await storedStop();
  const line = await chart.stopBox('Stop loss');
  const from = { x: line.x + 200, y: line.y + 8 };
  await chart.drag(from, { x: from.x + 3, y: from.y + 20 });
  await page.getByText(/^Stop loss moved to/).waitFor();
  const moved = await storedStop();
  expect(Number(moved)).toBeLessThan(Number(before));
  await app.button('Undo').click();
  await page.getByText(`Stop loss moved to ${before}`).waitFor();
  expect(await storedStop()).toBe(before);
});

test('R-SCR-82 a scale set by hand stays when a stop is moved and the price moves on', async () => {
  await holdOrder('1M');
  const box = await chart.box();
  const axisX = box.x + box.width - 20;
  await expect
    .poll(async () => {
      await chart.drag({ x: axisX, y: box.y + 60 }, { x: axisX, y: box.y + 240 });
      return chart.edgeOf('Stop loss');
    })
    .toBe(null);
  const byHand = await chart.axis();
  await chart.stop('Stop loss').focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await page.getByText(/^Stop loss moved to/).waitFor();
  await app.nextPushes(20);
  expect(await chart.axis()).toEqual(byHand);
});

test('R-SCR-18 a tap on a tag opens its order; positions at about one price share a tag and open one by one', async () => {
  await holdOrder('1D');
  await page
    .getByRole('button', { name: /^Buy / })
    .filter({ has: page.locator('[data-part=order-money]') })
    .click();
  await order().waitFor();
  await page.keyboard.press('Escape');
  await order().waitFor({ state: 'detached' });
  await chart.stop('Take profit').focus();
  await page.keyboard.press('Enter');
  await order().waitFor();
  await page.keyboard.press('Escape');
  await order().waitFor({ state: 'detached' });

  await app.openManyOrders(2);
  await page.reload();
  await chart.ready();
  await page.getByRole('button', { name: /^3 positions · 0\.\d\d/ }).click();
  await expect.poll(() => order().getByTestId('order-row').count()).toBe(3);
  await order().getByTestId('order-row').first().click();
  await order().getByText('Edit SL/TP').waitFor();
});
