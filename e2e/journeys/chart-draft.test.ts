import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawFrames } from '../../testkit/browser.ts';
import { ChartApp } from '../page-models/chart-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];
let chart: ChartApp;

withPhone((journey) => {
  ({ page, app } = journey);
  chart = new ChartApp(page);
});

const line = () => page.locator('[data-part=line-draft]');
const handle = () => page.getByRole('slider', { name: /· Target price/ });
const field = (within: Locator) => within.getByRole('textbox', { name: 'Target price' });

/** Middle of the line once the chart no longer moves it. */
async function lineY(): Promise<number> {
  let last: number | undefined;
  await expect
    .poll(async () => {
      const before = last;
      last = (await line().boundingBox())?.y;
      return last !== undefined && last === before;
    })
    .toBe(true);
  return last ?? expect.fail('the line is in sight');
}

test('R-CHT-04 on a phone the line is dragged by its length and gives its price to the ticket', async () => {
  await app.open('/trade');
  await chart.ready();
  await app.ask.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Pending', { exact: true }).click();
  const preset = await field(sheet).inputValue();
  await sheet.getByRole('button', { name: 'Set on the chart' }).click();
  await sheet.waitFor({ state: 'detached' });
  await handle().filter({ hasText: 'Buy limit' }).waitFor();
  if ((await line().getAttribute('data-edge')) !== null) await handle().click();
  // The press brings a line from the edge into the scale, with the next drawing of the chart.
  await expect.poll(() => line().getAttribute('data-edge')).toBe(null);
  const [box, y] = [await chart.box(), await lineY()];
  await chart.drag({ x: box.x + 200, y }, { x: box.x + 200, y: y - 40 });
  const price = page.locator('[data-part=draft-price]');
  await expect.poll(async () => Number(await price.innerText())).toBeGreaterThan(Number(preset));
  // The last move of the finger may not be rendered yet.
  await drawFrames(page);
  const dragged = await price.innerText();
  await app.button('Done').click();
  expect(Number(await field(page.getByRole('dialog')).inputValue())).toBe(Number(dragged));
  expect(app.sentOverSocket).toEqual([]);
  await page.keyboard.press('Escape');
  await line().waitFor({ state: 'detached' });
});

test('R-CHT-04 on a desk the line follows the typed price and keys, and crossing the price makes it a stop', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await app.open('/trade');
  await chart.ready();
  const ticket = page.locator('[data-part=ticket]');
  await ticket.getByText('Pending', { exact: true }).click();
  await handle().filter({ hasText: 'Buy limit' }).waitFor();
  const ask = Number((await app.ask.innerText()).replaceAll(/[^\d.]/g, ''));
  await field(ticket).fill((ask + 0.005).toFixed(5));
  await handle().filter({ hasText: 'Buy stop' }).waitFor();
  expect(await handle().getAttribute('aria-valuetext')).toBe((ask + 0.005).toFixed(5));
  await handle().focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => field(ticket).inputValue()).toBe((ask + 0.0051).toFixed(5));
  await ticket.getByText('Market', { exact: true }).click();
  await line().waitFor({ state: 'detached' });
});
