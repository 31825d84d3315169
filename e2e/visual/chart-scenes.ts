import { inOrder, inThreeWays, leaveFocus, type Play, press, type Scene, seen, sheet } from './scene-steps.ts';

export const chartShown: Play = (page) =>
  seen(page.locator('[data-testid=chart][data-state=ready] [data-part=chart-lines]'));

export const chartTools: Play = inOrder(press('chart.tools'), sheet);

const sheetLeft: Play = async (page, _server, say) => {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: say('common.close'), exact: true })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
};

/** Adds indicators in the sheet of the tools. */
const added =
  (...names: readonly string[]): Play =>
  async (page, _server, say) => {
    for (const name of names)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('chart.addIndicator', { name }), exact: true })
        .click();
  };

/** Waits until every figure of the legends is a number. */
const figuresShown: Play = (page) =>
  page
    .waitForFunction(() => {
      const figures = [...document.querySelectorAll('[data-part=indicator-legends] [data-figure]')];
      return figures.length > 0 && figures.every((figure) => /\d/.test(figure.textContent));
    })
    .then(() => undefined);

const onChart = (...names: readonly string[]): Play =>
  inOrder(chartShown, chartTools, added(...names), sheetLeft, figuresShown, leaveFocus);

const openIndicator =
  (name: string): Play =>
  async (page, server, say) => {
    await chartTools(page, server, say);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('chart.settingsOf', { name }), exact: true })
      .click();
    await page.getByRole('dialog', { name, exact: true }).waitFor();
  };

/** Types values that are refused, and saves. */
const refused: Play = async (page, _server, say) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('chart.value.upper'), { exact: true }).fill('30');
  await dialog.getByLabel(say('chart.value.lower'), { exact: true }).fill('70');
  await dialog.getByRole('button', { name: say('common.save'), exact: true }).click();
  await seen(dialog.getByText(say('chart.smaller', { other: say('chart.value.upper') })));
};

const templatesOpen: Play = async (page, server, say) => {
  await chartShown(page, server, say);
  await figuresShown(page, server, say);
  await chartTools(page, server, say);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('chart.templates'), exact: true })
    .click();
  await page.getByRole('dialog', { name: say('chart.templates'), exact: true }).waitFor();
};

const trade = { path: '/trade', board: null } as const;
const boardIndicators = onChart('MA', 'EMA', 'BOLL', 'RSI', 'MACD');

const marksShown: Play = (page) => seen(page.locator('[data-part=calendar-marks] button'));

/** Opens the mark of an entry that is due on a bar of the chart. */
const markOpen: Play = inOrder(chartShown, async (page) => {
  await page.locator('[data-part=calendar-marks] button').first().click();
  await seen(page.locator('[data-part=calendar-entry]'));
});

/** Four charts of a desk, with the crosshair of the first on those that are linked to it. */
const fourCharts: Play = async (page, server, say) => {
  await chartShown(page, server, say);
  await chartTools(page, server, say);
  await page
    .getByRole('dialog')
    .getByRole('region', { name: say('chart.sideBySide') })
    .getByRole('button', { name: '4' })
    .click();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-part=desk-chart] [data-testid=chart][data-state=ready]').length === 4,
  );
  await page.getByRole('button', { name: say('chart.link', { number: '4' }) }).click();
  await page.getByRole('button', { name: say('chart.toTicket', { number: '1' }) }).click();
  const stage = await page.locator('[data-part=desk-chart] [data-part=chart-stage]').first().boundingBox();
  if (stage === null) throw new Error('the first chart is in sight');
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
  await seen(page.locator('[data-part=desk-chart]:nth-child(2) [data-part=crosshair]'));
  await leaveFocus(page, server, say);
};
const deskFour = { path: '/trade', isDesk: true, server: { day: 'desk' }, play: fourCharts } as const;

/** Indicators on the chart, their sheets and templates; charts side by side. */
export const chartScenes: readonly Scene[] = [
  ...inThreeWays({ name: 'trade-indicators', path: '/trade', board: 'b2-trade-indicators', play: boardIndicators }),
  ...inThreeWays({
    name: 'indicator-sheet',
    ...trade,
    play: inOrder(onChart('RSI'), openIndicator('RSI 14'), refused),
  }),
  // A new chart begins with the default template.
  ...inThreeWays({ name: 'chart-templates', ...trade, server: { hasTemplates: true }, play: templatesOpen }),
  { name: 'trade-oscillators', ...trade, play: onChart('VWAP', 'SAR', 'Stoch', 'ATR') },
  { name: 'trade-indicators-desktop', ...trade, isDesk: true, server: { day: 'desk' }, play: boardIndicators },
  ...inThreeWays({
    name: 'trade-calendar',
    ...trade,
    server: { hasEvents: true },
    play: inOrder(chartShown, marksShown),
  }),
  { name: 'calendar-mark', ...trade, server: { hasEvents: true }, play: markOpen },
  ...inThreeWays({ name: 'trade-four-desktop', board: 'b2-desktop-workspace', ...deskFour }),
  { name: 'trade-four-desktop-larger', board: null, ...deskFour, textSize: 'larger' },
  { name: 'trade-indicators-larger', ...trade, textSize: 'larger', play: boardIndicators },
];
