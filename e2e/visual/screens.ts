import type { Page } from 'playwright-core';
import type { TextKey } from '../../packages/texts/src/web.ts';
import { askNights, askWhy, checkProofs, confirmClose, confirmOrder } from './act-scenes.ts';
import { chartScenes, chartShown, chartTools } from './chart-scenes.ts';
import { choicesScenes } from './choices-scenes.ts';
import { fundsScenes } from './funds-scenes.ts';
import { identityScenes } from './identity-scenes.ts';
import { peopleScenes } from './people-scenes.ts';
import { readingScenes } from './reading-scenes.ts';
import type { Play, Scene } from './scene-steps.ts';
import { inOrder, inThreeWays, loseConnection, press, seen, sheet } from './scene-steps.ts';

const rowsShown: Play = (page) => seen(page.locator('[data-code=USDJPY] [data-part=sparkline]'));
const priceKeys: Play = async (page) => {
  await page.getByTestId('price-keys').click();
  await seen(page.getByTestId('key-buy'));
};
const ordersShown: Play = (page) => seen(page.getByTestId('order-row'));

const openTicket: Play = async (page) => {
  await page.getByTestId('price-ask').click();
  await seen(page.getByRole('dialog'));
};

/** Switches a stop on and types its price in the open ticket. */
function setStop(key: TextKey, price: string): Play {
  return async (page, _server, say) => {
    await page.getByRole('switch', { name: say(key) }).click();
    await type(page, say(key), price);
  };
}

async function type(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.focus();
  // A focused field selects its text in the next frame, which would focus it again.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await field.fill(text);
  await field.press('Enter');
}

const boardStops = inOrder(setStop('trade.stopLoss', '1.14850'), setStop('trade.takeProfit', '1.16050'));

const pendingTicket: Play = inOrder(
  openTicket,
  async (page, _server, say) => {
    await page.getByRole('tab', { name: say('trade.pending') }).click();
    await type(page, say('trade.targetPrice'), '1.14600');
  },
  setStop('trade.stopLoss', '1.14200'),
);

const pickLeverage: Play = inOrder(press('trade.multiplier'), sheet);

const openDrawer: Play = inOrder(press('trade.choose'), (page) =>
  seen(page.getByRole('dialog').locator('[data-code=USDCHF]')),
);

const showTab =
  (key: TextKey): Play =>
  async (page, server, say) => {
    await page.getByRole('tab', { name: say(key) }).click();
    await ordersShown(page, server, say);
  };

const openFirstOrder: Play = async (page) => {
  await page.getByTestId('order-row').first().click();
  await seen(page.getByRole('dialog'));
};

const openFirstPosition: Play = async (page) => {
  await page.getByTestId('order-row').first().click();
  await seen(page.getByTestId('position-close'));
};

const openFirstDetails: Play = async (page, server, say) => {
  await openFirstPosition(page, server, say);
  await page.getByTestId('position-details').click();
  await seen(page.getByTestId('order-close'));
};

const closeSeveral: Play = async (page) => {
  await page.getByTestId('close-several').click();
  await seen(page.getByRole('dialog').getByTestId('close-choice'));
};

/** Opens the keys of the second row, by its menu as by a swipe. */
const openRowKeys: Play = async (page, _server, say) => {
  await page.getByTestId('order-row').nth(1).click({ button: 'right' });
  await seen(page.getByRole('button', { name: say('order.half') }));
};

const editStops: Play = inOrder(press('order.editStops'), (page, _server, say) =>
  seen(page.getByRole('button', { name: say('common.save') })),
);

const openLastOrder: Play = async (page) => {
  await page.getByTestId('order-row').last().click();
  await seen(page.getByTestId('result-parts'));
};

/** Opens the chart of the third order of the history. */
const showOnChart: Play = async (page) => {
  await page.getByTestId('order-row').nth(2).click();
  await page.getByTestId('order-chart').click();
  await seen(page.getByTestId('trade-line'));
  await seen(page.getByTestId('note-tag').first());
};

const askToClose: Play = async (page) => {
  await page.getByTestId('order-close').click();
  await seen(page.getByRole('alertdialog'));
};

const bannerShown: Play = (page) => seen(page.locator('[data-part=banner]'));

/** Serves a newer build and makes the page check for it, as it does when it becomes visible. */
const findNewerBuild: Play = async (page) => {
  await page.route('**/manifest.json', (route) => route.fulfill({ json: { version: 'another' } }), { times: 1 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await seen(page.getByTestId('update'));
};

const search =
  (text: string): Play =>
  async (page) => {
    await page.getByRole('searchbox').fill(text);
  };

const onePercent: Play = async (page) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^1%|^1 %/ })
    .click();
};

const tooLarge: Play = async (page, _server, say) => {
  const lots = page.getByRole('dialog').getByRole('textbox', { name: say('trade.lots'), exact: true });
  await lots.fill('20');
  await lots.press('Enter');
  await seen(page.getByRole('dialog').getByRole('alert'));
};

/** Chooses a kind of chart among its tools. */
function drawnAs(key: TextKey): Play {
  return async (page, _server, say) => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(key), exact: true })
      .click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
}

/** The largest text size of the settings. */
const larger = { textSize: 'larger' } as const;

const trade = { path: '/trade', play: chartShown } as const;
const orders = { path: '/order', play: ordersShown } as const;
const ticketMarket = { ...trade, play: inOrder(chartShown, openTicket, boardStops) } as const;
const deskTrade = {
  path: '/trade',
  isDesk: true,
  server: { day: 'desk' },
  play: inOrder(chartShown, ordersShown, boardStops),
} as const;

/** Screens and sheets over them, in light, dark and Arabic. */
const screens: readonly Scene[] = [
  { name: 'market', board: 'market', path: '/', play: rowsShown },
  { name: 'market-keys', board: 'b2-market', path: '/', play: inOrder(rowsShown, priceKeys) },
  {
    name: 'strength',
    board: 'b2-market-heat',
    path: '/strength',
    play: (page) => seen(page.getByTestId('strengths')),
  },
  { name: 'trade', board: 'trade', ...trade },
  { name: 'chart-tools', board: null, ...trade, play: inOrder(chartShown, chartTools) },
  { name: 'symbol-drawer', board: 'symbol-drawer', ...trade, play: inOrder(chartShown, openDrawer) },
  { name: 'ticket-market', board: 'ticket-market', ...ticketMarket },
  { name: 'ticket-risk', board: 'b2-ticket-risk', ...ticketMarket, play: inOrder(ticketMarket.play, onePercent) },
  { name: 'ticket-too-big', board: 'b2-ticket-too-big', ...ticketMarket, play: inOrder(ticketMarket.play, tooLarge) },
  { name: 'ticket-pending', board: 'ticket-pending', ...trade, play: inOrder(chartShown, pendingTicket) },
  { name: 'leverage-picker', board: 'leverage-picker', ...trade, play: inOrder(chartShown, pickLeverage) },
  { name: 'fill-card', board: 'b2-fill-card', ...trade, play: inOrder(chartShown, openTicket, confirmOrder) },
  {
    name: 'result-card',
    board: 'b2-close-card',
    ...orders,
    play: inOrder(ordersShown, openFirstDetails, askToClose, confirmClose),
  },
  {
    name: 'journal',
    board: 'b2-journal',
    path: '/mine/journal',
    play: (page) => seen(page.getByTestId('journal-statistics')),
  },
  { name: 'proof', board: 'b2-proof', path: '/mine/proof', play: checkProofs },
  { name: 'orders', board: 'b2-orders', ...orders },
  { name: 'orders-swipe', board: 'b2-orders-swipe', ...orders, play: inOrder(ordersShown, openRowKeys) },
  { name: 'orders-close-all', board: 'b2-orders-close-all', ...orders, play: inOrder(ordersShown, closeSeveral) },
  { name: 'orders-pending', board: 'orders-pending', ...orders, play: inOrder(ordersShown, showTab('order.pending')) },
  { name: 'orders-history', board: 'orders-history', ...orders, play: inOrder(ordersShown, showTab('order.history')) },
  {
    name: 'order-detail-closed',
    board: 'b2-history-detail',
    ...orders,
    play: inOrder(ordersShown, showTab('order.history'), openLastOrder),
  },
  {
    name: 'journal-trade',
    board: 'b2-journal-trade',
    ...orders,
    play: inOrder(ordersShown, showTab('order.history'), showOnChart),
  },
  { name: 'stop-out-why', board: 'b2-stopout-trace', ...orders, play: inOrder(ordersShown, askWhy) },
  { name: 'receipt-nights', board: 'b2-proof', ...orders, play: inOrder(ordersShown, askNights) },
  { name: 'receipt-nights-larger', board: null, ...orders, ...larger, play: inOrder(ordersShown, askNights) },
  { name: 'order-detail', board: 'order-detail', ...orders, play: inOrder(ordersShown, openFirstDetails) },
  {
    name: 'position-sheet',
    board: 'b2-position-sheet',
    ...orders,
    play: inOrder(ordersShown, openFirstPosition),
  },
  {
    name: 'order-edit-stops',
    board: 'order-edit-stops',
    ...orders,
    play: inOrder(ordersShown, openFirstOrder, editStops),
  },
  {
    name: 'order-close-confirm',
    board: 'order-close-confirm',
    ...orders,
    play: inOrder(ordersShown, openFirstDetails, askToClose),
  },
  { name: 'market-larger', board: null, path: '/', ...larger, play: rowsShown },
  { name: 'market-keys-larger', board: null, path: '/', ...larger, play: inOrder(rowsShown, priceKeys) },
  {
    name: 'order-detail-closed-larger',
    board: null,
    ...orders,
    ...larger,
    play: inOrder(ordersShown, showTab('order.history'), openLastOrder),
  },
  { name: 'trade-larger', board: null, ...trade, ...larger },
  { name: 'ticket-larger', board: null, ...ticketMarket, ...larger },
  { name: 'search', board: 'search', path: '/product', play: inOrder(rowsShown, search('EUR'), rowsFound) },
  {
    name: 'state-empty',
    board: 'state-empty',
    path: '/order',
    server: { account: 'trader-without-orders' },
    play: emptyShown,
  },
  {
    name: 'state-error',
    board: 'state-error',
    path: '/',
    server: { market: 'broken' },
    // The account arrives over the socket, which a slow machine may open after the calls have failed.
    play: inOrder(emptyShown, accountShown),
  },
  { name: 'state-offline', board: 'state-offline', ...trade, play: inOrder(chartShown, loseConnection, bannerShown) },
  { name: 'update-ready', board: null, path: '/', play: inOrder(rowsShown, accountShown, findNewerBuild) },
  { name: 'not-found', board: null, path: '/nowhere', play: emptyShown },
  { name: 'trade-desktop', board: 'trade-desktop', ...deskTrade },
];

/** States that need no dark or Arabic picture. */
const states: readonly Scene[] = [
  { name: 'orders-larger', board: null, ...orders, ...larger },
  { name: 'ticket-demo', board: null, ...ticketMarket, server: { account: 'demo' } },
  { name: 'market-desktop', board: null, path: '/', isDesk: true, play: rowsShown },
  { name: 'market-visitor', board: null, path: '/', isVisitor: true, play: rowsShown },
  {
    name: 'market-filter-demo',
    board: 'market-filter-demo',
    path: '/',
    server: { account: 'demo' },
    play: inOrder(rowsShown, (page) => page.getByRole('button', { name: 'Forex' }).click()),
  },
  {
    name: 'market-skeleton',
    board: 'market-skeleton',
    path: '/',
    server: { market: 'slow' },
    play: (page) => seen(page.getByTestId('skeleton-row')),
  },
  { name: 'trade-bars', board: null, ...trade, play: inOrder(chartShown, chartTools, drawnAs('chart.bars')) },
  { name: 'trade-area', board: null, ...trade, play: inOrder(chartShown, chartTools, drawnAs('chart.area')) },
  ...inThreeWays({
    name: 'trade-heikin-ashi',
    board: null,
    ...trade,
    play: inOrder(chartShown, chartTools, drawnAs('chart.heikinAshi')),
  }),
  { name: 'trade-hollow', board: null, ...trade, play: inOrder(chartShown, chartTools, drawnAs('chart.hollow')) },
  { name: 'trade-closed', board: 'trade-closed', ...trade, instrument: 'HK50' },
  { name: 'trade-simulated', board: null, ...trade, server: { source: 'simulated' } },
  {
    name: 'trade-skeleton',
    board: 'trade-skeleton',
    path: '/trade',
    server: { market: 'slow' },
    play: (page) => seen(page.locator('main [data-part~=skeleton]')),
  },
  {
    name: 'order-detail-pending',
    board: 'order-detail-pending',
    ...orders,
    play: inOrder(ordersShown, showTab('order.pending'), openFirstOrder),
  },
  {
    name: 'search-desktop',
    board: null,
    isDesk: true,
    path: '/product',
    play: inOrder(rowsShown, search('EUR'), rowsFound),
  },
  {
    name: 'state-empty-search',
    board: 'state-empty-search',
    path: '/product',
    play: inOrder(rowsShown, search('EURX'), emptyShown),
  },
];

const all: readonly Scene[] = [...screens.flatMap(inThreeWays), ...states];

/** Scenes by test file: `funds` belongs to `funds-scenes.test.ts`. */
export const sceneGroups = {
  chart: chartScenes,
  trading: all.filter(({ path }) => path !== orders.path),
  orders: all.filter(({ path }) => path === orders.path),
  funds: fundsScenes,
  people: [...identityScenes, ...peopleScenes],
  reading: [...readingScenes, ...choicesScenes],
} as const satisfies Record<string, readonly Scene[]>;

export const scenes: readonly Scene[] = Object.values(sceneGroups).flat();

async function rowsFound(page: Page): Promise<void> {
  await page.locator('[data-code=USDJPY]').waitFor({ state: 'detached' });
  await seen(page.locator('[data-code=EURJPY] [data-part=sparkline]'));
}

async function accountShown(page: Page): Promise<void> {
  await seen(page.locator('[data-part=strip-value]'));
}

async function emptyShown(page: Page): Promise<void> {
  await seen(page.locator('[data-part=empty]'));
}
