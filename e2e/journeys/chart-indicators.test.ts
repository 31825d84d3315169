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

const dialog = () => page.getByRole('dialog');
const closeSheet = async () => {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
};

async function openTools(): Promise<void> {
  await app.button('Chart tools').click();
  await dialog().waitFor();
}

async function add(...names: readonly string[]): Promise<void> {
  await openTools();
  for (const name of names)
    await dialog()
      .getByRole('button', { name: `Add ${name}`, exact: true })
      .click();
  await closeSheet();
}

/** Opens the chart of BTC/USD, whose simulated price moves within seconds at any hour. */
async function openCoin(): Promise<void> {
  await app.open('/');
  await app.findInstrument('btcusd', 'BTC/USD');
  await chart.ready();
}

/** Legends of the panes, each with its indicators and their values. */
const legends = () => page.locator('[data-part=pane-legend]').filter({ visible: true });
const namesShown = () => legends().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const figure = (key: string) => page.locator(`[data-part=pane-legend] [data-figure=${key}]`).filter({ visible: true });

async function save(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await dialog().getByLabel(label, { exact: true }).fill(value);
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
}

interface Wire {
  readonly Time: number;
  readonly Close: string;
}

/** The last served candles of EUR/USD at 15 minutes, oldest first. */
const served = () =>
  page.evaluate(async () => {
    const answer = await fetch('/v1/api/forex/kline?forex_id=1&period=15min&limit=60');
    return ((await answer.json()) as { data: Wire[] }).data;
  });

test('R-SCR-71 R-SCR-73 an average is added, changed to 20 and kept after a reload; its value is that of the candles', async () => {
  await app.open('/trade');
  await chart.ready();
  await add('MA', 'MA');
  expect(await namesShown()).toEqual(['Settings: MA 20, MA 50']);
  // The first one is removed by its row, the other opened by its name on the chart.
  await openTools();
  await dialog().getByRole('button', { name: 'Remove MA 20', exact: true }).click();
  await closeSheet();
  await page.getByRole('button', { name: 'Settings: MA 50', exact: true }).click();
  await save({ Period: '0' });
  await dialog().getByText('A whole number from 1 to 500').waitFor();
  await save({ Period: '٢٠' });
  await dialog().waitFor({ state: 'detached' });
  expect(await namesShown()).toEqual(['Settings: MA 20']);
  await page.reload();
  await chart.ready();
  await expect.poll(namesShown).toEqual(['Settings: MA 20']);

  // Two bars back, where no price moves any more.
  await chart.bars.focus();
  for (let bars = 0; bars < 3; bars += 1) await page.keyboard.press('ArrowLeft');
  const at = Number(await chart.bars.getAttribute('aria-valuenow'));
  const candles = await served();
  const index = candles.findIndex(({ Time }) => Time === at);
  const closes = candles.slice(index - 19, index + 1).map(({ Close }) => Number(Close));
  expect(closes).toHaveLength(20);
  const mean = closes.reduce((sum, close) => sum + close, 0) / 20;
  await expect.poll(async () => Math.abs(Number(await figure('ma').innerText()) - mean)).toBeLessThan(0.0000051);
  expect(await figure('ma').innerText()).toMatch(/^\d\.\d{5}$/);
  expect(await chart.bars.getAttribute('aria-valuetext')).toContain(`MA 20 ${await figure('ma').innerText()}`);
});

test('R-SCR-77 the value of the forming bar follows the moving price', async () => {
  await openCoin();
  await add('EMA');
  // With a period of 1 the average is the close itself.
  await page.getByRole('button', { name: 'Settings: EMA 9', exact: true }).click();
  await save({ Period: '1' });
  await dialog().waitFor({ state: 'detached' });
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      const [ema, close] = [await figure('ema').innerText(), await chart.figure('close')];
      if (ema === close) seen.add(ema);
      return seen.size;
    })
    .toBeGreaterThan(2);
});

test('R-SCR-78 RSI has a pane with its levels, which are changed within their order; it is hidden and removed', async () => {
  await app.open('/trade');
  await chart.ready();
  await add('RSI', 'MACD');
  await expect.poll(() => figure('rsi').innerText()).toMatch(/^\d+\.\d$/);
  await expect.poll(() => figure('hist').innerText()).toMatch(/^[−+]?\d+\.\d\d$/);
  const numbers = () => page.locator('[data-part=pane-numbers]').innerText();
  await expect.poll(numbers).toMatch(/70\s*30/);
  const boxes = await legends().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(boxes[1]).toBeGreaterThan((boxes[0] ?? 0) + 60);

  await page.getByRole('button', { name: 'Settings: RSI 14', exact: true }).click();
  await save({ 'Upper level': '30', 'Lower level': '30' });
  await dialog().getByText('Must be less than: Upper level').waitFor();
  await save({ 'Upper level': '80', 'Lower level': '20' });
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(numbers).toMatch(/80\s*20/);

  // A phone on its side has no room for the panes; the list says so.
  const upright = page.viewportSize() ?? expect.fail('the page has a size');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(namesShown).toEqual([]);
  await openTools();
  expect(await dialog().getByText('Not shown: the chart is too low here.').count()).toBe(2);
  await closeSheet();
  await page.setViewportSize(upright);
  await expect.poll(namesShown).toEqual(['Settings: RSI 14', 'Settings: MACD 12, 26']);

  await openTools();
  await dialog().getByRole('switch', { name: 'Show RSI 14', exact: true }).click();
  await closeSheet();
  await figure('rsi').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Settings: RSI 14', exact: true }).click();
  await dialog().getByRole('button', { name: 'Remove RSI 14' }).click();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(namesShown).toEqual(['Settings: MACD 12, 26']);
});

test('R-SCR-75 VWAP is not offered for simulated prices, and the list says why', async () => {
  await app.open('/trade');
  await chart.ready();
  await openTools();
  await dialog().getByText('Needs volume, which means nothing with simulated prices.').waitFor();
  expect(await dialog().getByRole('button', { name: 'Add VWAP' }).count()).toBe(0);
  // Chosen on another device or instrument, it is not drawn either.
  await closeSheet();
  await page.evaluate(() => {
    const stored = {
      state: {
        type: 'candles',
        indicators: [
          { kind: 'VWAP', values: [] },
          { kind: 'EMA', values: [9] },
        ],
      },
    };
    localStorage.setItem('candor.chart', JSON.stringify({ ...stored, version: 2 }));
  });
  await page.reload();
  await chart.ready();
  await expect.poll(namesShown).toEqual(['Settings: EMA 9']);
});

test('R-SCR-73 a third pane is not offered while two are below the chart, whose settings are kept', async () => {
  await app.open('/trade');
  await chart.ready();
  await openTools();
  const adding = (name: string) => dialog().getByRole('button', { name: `Add ${name}`, exact: true });
  const note = dialog().getByText('At most 2 below the chart');
  await adding('MACD').click();
  expect(await note.count()).toBe(0);
  await adding('RSI').click();
  await note.waitFor();
  for (const name of ['Stoch', 'RSI']) expect(await adding(name).isDisabled()).toBe(true);
  expect(await adding('MA').isDisabled()).toBe(false);
  await dialog().getByRole('button', { name: 'Remove MACD 12, 26', exact: true }).click();
  await note.waitFor({ state: 'detached' });
  expect(await adding('Stoch').isDisabled()).toBe(false);
});

test('R-SCR-73 Enter in one of several fields saves the sheet, or names what is wrong', async () => {
  await app.open('/trade');
  await chart.ready();
  await add('BOLL');
  await page.getByRole('button', { name: 'Settings: BOLL 20, 2', exact: true }).click();
  const period = dialog().getByLabel('Period', { exact: true });
  await period.fill('1');
  await period.press('Enter');
  await dialog().getByText('A whole number from 2 to 500').waitFor();
  await period.fill('30');
  await period.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  expect(await namesShown()).toEqual(['Settings: BOLL 30, 2']);
});

test('R-SCR-71 the legend leaves the label of simulated prices readable, however long it is', async () => {
  await app.open('/trade');
  await chart.ready();
  const label = page.locator('[data-part=chart-stage]').getByText('Simulated prices', { exact: true });
  const [before, over] = [await label.boundingBox(), legends().first()];
  for (const names of [['MA'], ['EMA', 'BOLL', 'SAR', 'MA', 'MA']]) {
    await add(...names);
    await expect.poll(() => figure('ma').first().innerText()).toMatch(/\d/);
    const [own, legend] = [await label.boundingBox(), await over.boundingBox()];
    if (own === null || legend === null || before === null) expect.fail('both are on the chart');
    else {
      const isBeside = own.x >= legend.x + legend.width;
      const isBelow = own.y >= legend.y + legend.height;
      expect(isBeside || isBelow).toBe(true);
      expect(isBeside).toBe(names.length === 1);
      expect(own.x).toBeCloseTo(before.x, 0);
    }
  }
});

test('R-SCR-71 by keys: removing rows keeps the focus in the list', async () => {
  await app.open('/trade');
  await chart.ready();
  await add('MA', 'EMA', 'RSI');
  await openTools();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await dialog().getByRole('button', { name: 'Remove EMA 9', exact: true }).focus();
  for (const next of ['Remove RSI 14', 'Remove MA 20', 'Over the candles']) {
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe(next);
  }
  await closeSheet();
});

test('R-SCR-71 by keys: the legend of several opens the list, whose first row opens the sheet', async () => {
  await app.open('/trade');
  await chart.ready();
  await add('MA', 'EMA');
  await page.getByRole('button', { name: 'Settings: MA 20, EMA 9', exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Settings: EMA 9', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'EMA 9', exact: true }).waitFor();
  const teal = dialog().getByRole('radio', { name: 'Teal' });
  await teal.focus();
  await page.keyboard.press('ArrowRight');
  expect(await dialog().getByRole('radio', { name: 'Violet' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
});

async function openTemplates(): Promise<void> {
  await openTools();
  await dialog().getByRole('button', { name: 'Templates', exact: true }).click();
  await page.getByRole('dialog', { name: 'Templates', exact: true }).waitFor();
}

test('R-SCR-79 a template is saved in the account, applied on another instrument, and begins new charts', async () => {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await chart.ready();
  await add('MA', 'RSI');
  await openTemplates();
  await dialog().getByRole('button', { name: 'Save these indicators' }).click();
  await dialog().getByText('Enter a name').waitFor();
  await dialog().getByLabel('Name', { exact: true }).fill('Trend');
  await dialog().getByRole('button', { name: 'Save these indicators' }).click();
  await dialog().getByRole('button', { name: 'Apply Trend', exact: true }).waitFor();
  await dialog().getByRole('switch', { name: 'Trend: For new charts' }).click();
  await expect
    .poll(() => dialog().getByRole('switch', { name: 'Trend: For new charts' }).getAttribute('aria-checked'))
    .toBe('true');
  await dialog().getByRole('button', { name: 'Rename Trend' }).click();
  await dialog().getByLabel('Name', { exact: true }).first().fill('Trend 15');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().getByRole('button', { name: 'Apply Trend 15', exact: true }).waitFor();
  await closeSheet();

  // Another instrument has the same indicators until others are chosen.
  await page.getByRole('button', { name: /: EUR\/USD$/ }).click();
  await page.getByTestId('symbol-row').filter({ hasText: 'XAU/USD' }).click();
  await chart.ready();
  await expect.poll(namesShown).toEqual(['Settings: MA 20', 'Settings: RSI 14']);
  await expect.poll(() => figure('ma').innerText()).toMatch(/^\d,\d{3}\.\d\d$/);
  for (const name of ['MA 20', 'RSI 14']) {
    await page.getByRole('button', { name: `Settings: ${name}`, exact: true }).click();
    await dialog()
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    await dialog().waitFor({ state: 'detached' });
  }
  expect(await namesShown()).toEqual([]);
  await openTemplates();
  await dialog().getByRole('button', { name: 'Apply Trend 15', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await namesShown()).toEqual(['Settings: MA 20', 'Settings: RSI 14']);

  // A device on which nothing was ever chosen begins with the default of the account.
  await page.evaluate(() => {
    for (const key of ['candor.chart', 'candor.chart-templates']) localStorage.removeItem(key);
  });
  await page.reload();
  await chart.ready();
  await expect.poll(namesShown).toEqual(['Settings: MA 20', 'Settings: RSI 14']);
  await openTemplates();
  await dialog().getByRole('button', { name: 'Delete Trend 15' }).click();
  await dialog()
    .getByText(/^No template yet/)
    .waitFor();
});
