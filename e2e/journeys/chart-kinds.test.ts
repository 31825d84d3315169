import { expect, test } from 'vitest';
import { ChartApp } from '../page-models/chart-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];
let chart: ChartApp;

withPhone((journey) => {
  ({ page, app } = journey);
  chart = new ChartApp(page);
});

interface Wire {
  readonly Time: number;
  readonly Open: string;
  readonly High: string;
  readonly Low: string;
  readonly Close: string;
}

/** Hourly candles of EUR/USD, as the server has them. */
function servedHours(): Promise<Wire[]> {
  return page.evaluate(async () => {
    const answer = await fetch('/v1/api/forex/kline?forex_id=1&period=60min&limit=100');
    return ((await answer.json()) as { data: Wire[] }).data;
  });
}

async function choose(...names: readonly string[]): Promise<void> {
  await app.button('Chart tools').click();
  for (const name of names) await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const figures = () => Promise.all((['open', 'high', 'low', 'close'] as const).map((name) => chart.figure(name)));

test('R-SCR-69 a candle of four hours has the figures of its hours; the period stays after a reload', async () => {
  await app.open('/trade');
  await chart.ready();
  await choose('4H');
  const row = page.getByRole('navigation', { name: 'Period' });
  await row.getByRole('button', { name: '4H' }).waitFor();
  await page.reload();
  await chart.ready();
  expect(await row.getByRole('button', { name: '4H' }).getAttribute('aria-pressed')).toBe('true');
  await chart.bars.focus();
  for (let bars = 0; bars < 3; bars += 1) await page.keyboard.press('ArrowLeft');
  const startMs = Number(await chart.bars.getAttribute('aria-valuenow'));
  const hours = (await servedHours()).filter(({ Time }) => Time >= startMs && Time < startMs + 4 * 3_600_000);
  expect(hours.length).toBeGreaterThan(1);
  const [first, last] = [hours[0], hours.at(-1)];
  const prices = (name: 'High' | 'Low') => hours.map((one) => Number(one[name]));
  const expected = [Number(first?.Open), Math.max(...prices('High')), Math.min(...prices('Low')), Number(last?.Close)];
  expect((await figures()).map((text) => Number(/[\d.]+$/.exec(text)?.[0]))).toEqual(expected);
  await row.getByRole('button', { name: '1H' }).click();
  await row.getByRole('button', { name: '4H' }).waitFor({ state: 'detached' });
});

test('R-SCR-70 the kind of chart is chosen among its tools and stays after a reload', async () => {
  await app.open('/trade');
  await chart.ready();
  const candles = await chart.stage.screenshot();
  await choose('Line');
  expect((await chart.stage.screenshot()).equals(candles)).toBe(false);
  await page.reload();
  await chart.ready();
  await app.button('Chart tools').click();
  const line = page.getByRole('dialog').getByRole('button', { name: 'Line', exact: true });
  await expect.poll(() => line.getAttribute('aria-pressed')).toBe('true');
});

test('R-SCR-76 Heikin-Ashi says that it is averaged and keeps the true figures of a bar', async () => {
  await app.open('/trade');
  await chart.ready();
  const readBefore = async () => {
    await chart.bars.focus();
    for (let bars = 0; bars < 4; bars += 1) await page.keyboard.press('ArrowLeft');
    return { at: Number(await chart.bars.getAttribute('aria-valuenow')), figures: await figures() };
  };
  await app.button('1D').click();
  await chart.ready();
  const asCandles = await readBefore();
  const candles = await chart.stage.screenshot();
  await page.keyboard.press('Escape');
  await choose('Heikin-Ashi');
  await page.getByText('Heikin-Ashi: averaged candles, not traded prices').waitFor();
  expect(await readBefore()).toEqual(asCandles);
  expect((await chart.stage.screenshot()).equals(candles)).toBe(false);
  await page.keyboard.press('Escape');
  await choose('Hollow candles');
  await page.getByText('Heikin-Ashi: averaged candles, not traded prices').waitFor({ state: 'detached' });
});

test('R-SCR-97 a screen left while a sheet closes has no sheet, and a page that can be used, when it is shown again', async () => {
  await app.open('/');
  await app.tab('trade').click();
  await chart.ready();
  await app.button('Chart tools').click();
  const line = page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' });
  await page.locator('[data-overlay=shown]').waitFor({ state: 'attached' });
  // Both in one turn of the page, before the closing motion has ended.
  await line.evaluate((button: HTMLElement) => {
    button.click();
    document.querySelector<HTMLElement>('[data-testid=tab-market]')?.click();
  });
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/trade'));
  await app.tab('trade').click();
  await chart.ready();
  await expect.poll(() => page.locator('[data-overlay]').count()).toBe(0);
  await app.button('Chart tools').click();
  await line.waitFor();
});
