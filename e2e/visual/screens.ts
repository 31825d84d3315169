import type { Page } from 'playwright-core';
import { fundsScenes } from './funds-scenes.ts';
import { identityScenes } from './identity-scenes.ts';
import { peopleScenes } from './people-screens.ts';
import type { Play, Scene } from './scene-steps.ts';
import { inOrder, seen, turnAround } from './scene-steps.ts';

const rowsShown: Play = (page) => seen(page.locator('[data-code=USDJPY] .spark'));
const chartShown: Play = (page) => seen(page.locator('[data-testid=chart][data-state=ready] .chart-layer'));
const ordersShown: Play = (page) => seen(page.getByTestId('order-row'));

const openTicket: Play = async (page) => {
  await page.getByTestId('price-ask').click();
  await seen(page.getByRole('dialog'));
};

/** Switches a stop on and types its price, on whichever ticket is open. */
function setStop(name: string, price: string): Play {
  return async (page) => {
    await page.getByRole('switch', { name }).click();
    await type(page, name, price);
  };
}

async function type(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.focus();
  // Once focused, the field selects its text in the next frame, and selecting would focus it again.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await field.fill(text);
  await field.press('Enter');
}

const boardStops = inOrder(setStop('Stop loss', '1.14850'), setStop('Take profit', '1.16050'));

const pendingTicket: Play = inOrder(
  openTicket,
  async (page) => {
    await page.getByRole('tab', { name: 'Pending' }).click();
    await type(page, 'Target price', '1.14600');
  },
  setStop('Stop loss', '1.14200'),
);

const confirmOrder: Play = inOrder(openTicket, async (page) => {
  await page.getByTestId('order-submit').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await seen(page.locator('.toast'));
});

const pickLeverage: Play = async (page) => {
  await page.getByRole('button', { name: 'Multiplier' }).click();
  await seen(page.getByRole('dialog'));
};

const openDrawer: Play = async (page) => {
  await page.getByRole('button', { name: /^Choose an instrument/ }).click();
  await seen(page.getByRole('dialog').locator('[data-code=USDCHF]'));
};

const showTab =
  (name: RegExp): Play =>
  async (page, server) => {
    await page.getByRole('tab', { name }).click();
    await ordersShown(page, server);
  };

const openFirstOrder: Play = async (page) => {
  await page.getByTestId('order-row').first().click();
  await seen(page.getByRole('dialog'));
};

const editStops: Play = async (page) => {
  await page.getByRole('button', { name: 'Edit SL/TP' }).click();
  await seen(page.getByRole('button', { name: 'Save' }));
};

const askToClose: Play = async (page) => {
  await page.getByTestId('order-close').click();
  await seen(page.getByRole('alertdialog'));
};

const loseConnection: Play = async (page, server) => {
  server.facts = { ...server.facts, socket: 'down' };
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await seen(page.locator('.banner'));
};

const search =
  (text: string): Play =>
  async (page) => {
    await page.getByRole('searchbox').fill(text);
  };

const trade = { path: '/trade', play: chartShown } as const;
const orders = { path: '/order', play: ordersShown } as const;
const ticketMarket = { ...trade, play: inOrder(chartShown, openTicket, boardStops) } as const;
const deskTrade = {
  path: '/trade',
  isDesk: true,
  server: { day: 'desk' },
  play: inOrder(chartShown, ordersShown, boardStops),
} as const;

export const scenes: readonly Scene[] = [
  { name: 'market', board: 'market', path: '/', play: rowsShown },
  { name: 'market-dark', board: 'market-dark', path: '/', isDark: true, play: rowsShown },
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
  { name: 'trade', board: 'trade', ...trade },
  { name: 'trade-dark', board: 'trade-dark', ...trade, isDark: true },
  { name: 'trade-closed', board: 'trade-closed', ...trade, instrument: 'HK50' },
  { name: 'trade-simulated', board: null, ...trade, server: { source: 'simulated' } },
  {
    name: 'trade-skeleton',
    board: 'trade-skeleton',
    path: '/trade',
    server: { market: 'slow' },
    play: (page) => seen(page.locator('main.trade .sk')),
  },
  { name: 'symbol-drawer', board: 'symbol-drawer', ...trade, play: inOrder(chartShown, openDrawer) },
  { name: 'ticket-market', board: 'ticket-market', ...ticketMarket },
  { name: 'ticket-market-dark', board: 'ticket-market-dark', ...ticketMarket, isDark: true },
  { name: 'ticket-pending', board: 'ticket-pending', ...trade, play: inOrder(chartShown, pendingTicket) },
  { name: 'leverage-picker', board: 'leverage-picker', ...trade, play: inOrder(chartShown, pickLeverage) },
  { name: 'trade-confirmed', board: 'trade-confirmed', ...trade, play: inOrder(chartShown, confirmOrder) },
  { name: 'orders', board: 'orders', ...orders },
  { name: 'orders-dark', board: 'orders-dark', ...orders, isDark: true },
  { name: 'orders-rtl', board: 'orders-ar-rtl', ...orders, play: inOrder(ordersShown, turnAround) },
  { name: 'orders-pending', board: 'orders-pending', ...orders, play: inOrder(ordersShown, showTab(/^Pending/)) },
  { name: 'orders-history', board: 'orders-history', ...orders, play: inOrder(ordersShown, showTab(/^History/)) },
  { name: 'order-detail', board: 'order-detail', ...orders, play: inOrder(ordersShown, openFirstOrder) },
  {
    name: 'order-detail-pending',
    board: 'order-detail-pending',
    ...orders,
    play: inOrder(ordersShown, showTab(/^Pending/), openFirstOrder),
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
    play: inOrder(ordersShown, openFirstOrder, askToClose),
  },
  ...fundsScenes,
  ...identityScenes,
  {
    name: 'dialog-reset-demo',
    board: 'dialog-reset-demo',
    path: '/user',
    server: { account: 'demo' },
    play: async (page) => {
      await page.getByRole('button', { name: /Reset mock account/ }).click();
      await seen(page.getByRole('alertdialog'));
    },
  },
  ...peopleScenes,
  { name: 'search', board: 'search', path: '/product', play: inOrder(rowsShown, search('EUR'), rowsFound) },
  {
    name: 'search-desktop',
    board: null,
    isDesk: true,
    path: '/product',
    play: inOrder(rowsShown, search('EUR'), rowsFound),
  },
  {
    name: 'state-empty',
    board: 'state-empty',
    path: '/order',
    server: { account: 'trader-without-orders' },
    play: emptyShown,
  },
  {
    name: 'state-empty-search',
    board: 'state-empty-search',
    path: '/product',
    play: inOrder(rowsShown, search('EURX'), emptyShown),
  },
  {
    name: 'state-error',
    board: 'state-error',
    path: '/',
    server: { market: 'broken' },
    // The account comes by the line, which a slow machine makes after the calls have failed.
    play: inOrder(emptyShown, accountShown),
  },
  { name: 'state-offline', board: 'state-offline', ...trade, play: inOrder(chartShown, loseConnection) },
  { name: 'trade-desktop', board: 'trade-desktop', ...deskTrade },
  { name: 'trade-desktop-dark', board: 'trade-desktop-dark', ...deskTrade, isDark: true },
];

async function rowsFound(page: Page): Promise<void> {
  await page.locator('[data-code=USDJPY]').waitFor({ state: 'detached' });
  await seen(page.locator('[data-code=EURJPY] .spark'));
}

async function accountShown(page: Page): Promise<void> {
  await seen(page.locator('.strip-v'));
}

async function emptyShown(page: Page): Promise<void> {
  await seen(page.locator('.empty'));
}
