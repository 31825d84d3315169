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

interface Stored {
  readonly tool: string;
  readonly colour?: number;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
}

/** Drawings of EUR/USD on this device. */
function stored(): Promise<readonly Stored[]> {
  return page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem('candor.chart') ?? '{"state":{}}') as {
      state: { drawings?: Record<number, Stored[]> };
    };
    return state.drawings?.[1] ?? [];
  });
}

/** Draws a horizontal line by a tap at a share of the chart's height. */
async function drawLine(share: number): Promise<void> {
  const before = (await stored()).length;
  await app.button('Chart tools').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const box = await chart.box();
  // The chart takes two quick taps for a double tap and adds no drawing.
  await expect
    .poll(
      async () => {
        if ((await stored()).length === before)
          await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * share);
        return (await stored()).length;
      },
      { interval: 1_000 },
    )
    .toBe(before + 1);
}

test('R-CHT-05 with the magnet a point has a price of its bar; undo takes back one change after another', async () => {
  await app.open('/trade');
  await chart.ready();
  await chart.bars.focus();
  await page.keyboard.press('m');
  await expect.poll(() => app.button(/^Magnet/).getAttribute('aria-pressed')).toBe('true');
  await drawLine(0.4);
  const [{ points: [point] = [] } = {}] = (await stored()) as [Partial<Stored>?];
  const prices = await page.evaluate(async (at) => {
    const answer = await fetch('/v1/api/forex/kline?forex_id=1&period=15min&limit=300');
    const { data } = (await answer.json()) as { data: Record<'Time' | 'Open' | 'High' | 'Low' | 'Close', string>[] };
    const bar = data.find(({ Time }) => Number(Time) === at);
    return bar === undefined ? [] : [bar.Open, bar.High, bar.Low, bar.Close].map(Number);
  }, point?.timestamp);
  expect(prices).toContain(point?.value);
  await drawLine(0.7);
  await app.button('Undo').click();
  await expect.poll(async () => (await stored()).length).toBe(1);
  await chart.bars.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual([]);
});

test('R-CHT-05 a drawing takes its colour, keeps it after a reload, and Delete removes it', async () => {
  await app.open('/trade');
  await chart.ready();
  await drawLine(0.3);
  expect((await stored())[0]).not.toHaveProperty('colour');
  await app.button('Colour 1 of 5').click();
  await app.button('Colour 2 of 5').click();
  await expect.poll(async () => (await stored())[0]?.colour).toBe(2);
  const drawnAt = (await stored())[0]?.points[0]?.value ?? expect.fail('the line has a price');
  await page.reload();
  await chart.ready();
  const box = await chart.box();
  await expect
    .poll(
      async () => {
        await page.touchscreen.tap(box.x + box.width / 3, await chart.yOf(drawnAt));
        return app.button('Colour 3 of 5').isVisible();
      },
      { interval: 1_000 },
    )
    .toBe(true);
  await chart.bars.focus();
  await page.keyboard.press('Delete');
  await expect.poll(stored).toEqual([]);
});
