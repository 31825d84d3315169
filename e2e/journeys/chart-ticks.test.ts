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

interface Line {
  readonly Id: number;
  readonly Bid: string;
  readonly Ask: string;
  readonly Time: number;
}

/** Prices of EUR/USD that the server has pushed to this page. */
function pushedQuotes(): Line[] {
  return app
    .livePushes('DAY_MARKET')
    .flatMap((text) => (JSON.parse(text) as { params: Line[] }).params)
    .filter(({ Id }) => Id === 1);
}

test('R-CHT-02 the chart of ticks shows the bids and asks that the server has pushed, and goes on live', async () => {
  await app.open('/trade');
  await chart.ready();
  await app.button('Chart tools').click();
  await page.getByRole('dialog').getByRole('button', { name: 'T', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Period' }).getByRole('button', { name: 'T', exact: true }).waitFor();
  await chart.ready();
  await page.getByText('Ticks since this page was opened, the last 600 at most').waitFor();
  await expect.poll(() => pushedQuotes().length).toBeGreaterThan(8);
  await chart.bars.focus();
  const plain = (text: string) => Number(/[\d.]+$/.exec(text)?.[0]);
  for (let ticks = 0; ticks < 4; ticks += 1) {
    await page.keyboard.press('ArrowLeft');
    const timeMs = Number(await chart.bars.getAttribute('aria-valuenow'));
    const [bid, ask] = [plain(await chart.figure('close')), plain(await chart.figure('high'))];
    const sent = pushedQuotes().filter((line) => Number(line.Bid) === bid && Number(line.Ask) === ask);
    // The first one came with the list of instruments.
    if (ticks > 2 && sent.length === 0) continue;
    expect(sent.map(({ Time }) => Time)).toContain(timeMs);
  }
  await page.keyboard.press('Escape');
  const before = pushedQuotes().length;
  const shown = await chart.legend.innerText();
  await expect.poll(() => pushedQuotes().length).toBeGreaterThan(before);
  await expect.poll(() => chart.legend.innerText()).not.toBe(shown);
  // The time left in a bar has no meaning here.
  expect(await page.locator('[data-part=bar-left]').count()).toBe(0);
});

test('R-CHT-02 indicators stay chosen but are not drawn on ticks, and the list says why', async () => {
  await app.open('/trade');
  await chart.ready();
  await app.button('Chart tools').click();
  await page.getByRole('button', { name: 'Add EMA' }).click();
  const legend = page.locator('[data-part=pane-legend]');
  await page.keyboard.press('Escape');
  await legend.first().waitFor();
  await app.button('Chart tools').click();
  await page.getByRole('dialog').getByRole('button', { name: 'T', exact: true }).click();
  await page.getByText('Not drawn on a chart of ticks.').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => legend.count()).toBe(0);
  await page.getByRole('navigation', { name: 'Period' }).getByRole('button', { name: '5M', exact: true }).click();
  await legend.first().waitFor();
});
