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

interface Kline {
  readonly Time: number;
  readonly Open: string;
  readonly High: string;
  readonly Low: string;
  readonly Close: string;
}

async function openChart(): Promise<void> {
  await app.open('/trade');
  await chart.ready();
}

/** Candles of EUR/USD as the server gives them. */
function klines(): Promise<Kline[]> {
  return page.evaluate(async () => {
    const answer = await fetch('/v1/api/forex/kline?forex_id=1&period=15min&limit=300');
    return ((await answer.json()) as { data: Kline[] }).data;
  });
}

test('R-SCR-80 the legend shows the candle under the crosshair exactly as the server gives it, by keys', async () => {
  await openChart();
  await chart.bars.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft');
  expect(await chart.shows()).toBe('bar');
  const time = Number(await chart.bars.getAttribute('aria-valuenow'));
  const candle = (await klines()).find(({ Time }) => Time === time) ?? expect.fail(`no candle begins at ${time}`);
  expect([
    await chart.figure('open'),
    await chart.figure('high'),
    await chart.figure('low'),
    await chart.figure('close'),
  ]).toEqual([candle.Open, candle.High, candle.Low, candle.Close]);
  const pips = Math.round((Number(candle.Close) - Number(candle.Open)) * 1e5) / 10;
  expect(Number((await chart.figure('change')).replace('−', '-').replace(/[^\d.+-]/g, ''))).toBe(pips);
  expect(await chart.bars.getAttribute('aria-valuetext')).toContain(`C ${candle.Close}`);
  await page.keyboard.press('Escape');
  expect(await chart.shows()).toBe('forming');
});

test('R-SCR-80 the legend follows the forming bar with the moving price while nothing is held', async () => {
  // This simulated price moves within seconds at any hour.
  await app.open('/');
  await app.findInstrument('btcusd', 'BTC/USD');
  await chart.ready();
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      const close = await chart.figure('close');
      const bid = await page.locator('[data-part=line-bid] [data-part=axis-tag] > span').innerText();
      // Candle and quote arrive in messages of their own.
      if (bid.replaceAll(/\s/g, '') === close) seen.add(close);
      return seen.size;
    })
    .toBeGreaterThan(2);
  expect(await page.locator('[data-part=bar-left]').innerText()).toMatch(/^\d{1,2}:\d\d$/);
});

test('R-SCR-80 a finger that rests reads the bar above it; the chart does not move, and a lifted finger ends it', async () => {
  await openChart();
  const box = await chart.box();
  const at = { x: box.x + box.width / 3, y: box.y + box.height / 2 };
  await chart.touch('touchStart', at);
  await expect.poll(() => chart.shows()).toBe('bar');
  const first = await chart.crosshair.boundingBox();
  expect((await page.locator('[data-part=cross-line]').boundingBox())?.y).toBeCloseTo(at.y - 44, 0);
  await chart.touch('touchMove', { x: at.x + 80, y: at.y });
  await expect.poll(async () => ((await chart.crosshair.boundingBox())?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(70);
  await chart.touch('touchEnd');
  await expect.poll(() => chart.shows()).toBe('forming');
});

test('R-SCR-80 "Latest" is there once the forming bar has left the view, and brings it back', async () => {
  await openChart();
  const box = await chart.box();
  const y = box.y + box.height / 3;
  expect(await app.button('Latest').count()).toBe(0);
  await chart.drag({ x: box.x + 20, y }, { x: box.x + 300, y });
  await app.button('Latest').waitFor();
  await expect.poll(() => chart.shows()).toBe('range');
  const [high, low] = [Number(await chart.figure('high')), Number(await chart.figure('low'))];
  expect(high).toBeGreaterThan(low);
  await app.button('Latest').click();
  await app.button('Latest').waitFor({ state: 'detached' });
  await expect.poll(() => chart.shows()).toBe('forming');
});

test('R-SCR-81 no two tags cover one another, and no number of the axis is under a tag', async () => {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.submitOrder(await app.openBuyTicket());
  await chart.ready();
  const stop = page.getByRole('slider', { name: /^Stop loss/ });
  for (const period of ['1D', '1M', '1H']) {
    await app.button(period).click();
    await chart.ready();
    await stop.waitFor();
    expect(coveringPairs(await chart.tags('order-tag'))).toEqual([]);
    const { tags, numbers } = await chart.axisBoxes();
    expect(coveringPairs(tags)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(0);
    const middles = numbers.map(({ y, height, ...rest }) => ({ ...rest, y: y + height / 2, height: 0.1 }));
    for (const middle of middles) for (const tag of tags) expect(coveringPairs([middle, tag])).toEqual([]);
  }
});
