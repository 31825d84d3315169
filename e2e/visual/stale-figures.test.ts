import type { ServerMessage } from '@candor/contracts/ws/messages';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { dayLines, sampleInstruments } from './sample-market.ts';
import type { Play, Scene } from './scene-steps.ts';
import { inOrder, loseConnection, press, seen } from './scene-steps.ts';
import { setStage } from './stage.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Place extends Pick<Scene, 'path' | 'isDesk' | 'play'> {
  readonly name: string;
  readonly figures: readonly string[];
}

const part =
  (selector: string): Play =>
  (page) =>
    seen(page.locator(selector));
const tap =
  (id: string): Play =>
  (page) =>
    page.getByTestId(id).first().click();

const chart = part('[data-testid=chart][data-state=ready] [data-part=chart-lines]');
const openedOrder = inOrder(tap('order-row'), tap('position-details'), part('[role=dialog] [role=text]'));
const orderDetail = { path: '/order', play: inOrder(part('[data-testid=order-row]'), openedOrder) };

const places: readonly Place[] = [
  {
    name: 'the instrument drawer',
    path: '/trade',
    play: inOrder(
      chart,
      press('trade.choose'),
      part('[data-part=drawer] [data-code=USDCHF] [data-part=change] > span:not(:empty)'),
    ),
    figures: [
      '[data-part=drawer] [data-code=USDCHF] [role=text]',
      '[data-part=drawer] [data-code=USDCHF] [data-part=change]',
    ],
  },
  {
    name: 'the ticket',
    path: '/trade',
    play: inOrder(chart, tap('price-ask'), part('[role=dialog] dl dd')),
    figures: ['[role=dialog] [data-part=well] dd'],
  },
  {
    name: 'an order’s detail',
    ...orderDetail,
    figures: [
      '[role=dialog] [role=text]',
      '[role=dialog] [data-testid=order-profit]',
      '[role=dialog] [data-part=change]',
    ],
  },
  {
    name: 'the close dialog',
    ...orderDetail,
    play: inOrder(orderDetail.play, tap('order-close'), part('[role=alertdialog] p b:not(:has(*))')),
    figures: ['[role=alertdialog] p b > span', '[role=alertdialog] p b:not(:has(*))'],
  },
  {
    name: 'an article',
    path: '/news/detail?id=1',
    play: part('[data-part=mentioned] [data-part=change] > span:not(:empty)'),
    figures: ['[data-part=mentioned] [role=text]', '[data-part=mentioned] [data-part=change]'],
  },
  {
    name: 'the orders',
    path: '/order',
    play: part('[data-testid=order-row]'),
    figures: ['[data-testid=total-profit]', '[data-testid=equity]', '[data-testid=order-profit]'],
  },
  {
    name: 'the account',
    path: '/user',
    play: part('[data-part=account-card] b > span'),
    figures: ['[data-part=account-card] b > span'],
  },
  {
    name: 'the desktop metrics',
    path: '/trade',
    isDesk: true,
    play: inOrder(chart, part('[data-part=metrics] dd')),
    figures: [
      '[data-part=metrics] > :nth-child(2) dd',
      '[data-part=metrics] > :nth-child(3) dd',
      '[data-part=desk-row] [role=text]',
      'table [data-testid=order-profit]',
    ],
  },
];

/** Returns for each figure whether it has the quiet text colour of its theme. */
function areGrey(page: Page, figures: readonly string[]): Promise<boolean[]> {
  return page.evaluate((selectors) => {
    const isGrey = (selector: string) => {
      const figure = document.querySelector(selector);
      if (figure === null) throw new Error(`There is no ${selector}.`);
      const probe = document.createElement('span');
      probe.style.color = 'var(--color-text-3)';
      figure.append(probe);
      const quiet = getComputedStyle(probe).color;
      probe.remove();
      return getComputedStyle(figure).color === quiet;
    };
    return selectors.map(isGrey);
  }, figures);
}

const rows = [
  { where: 'the market', path: '/', row: '[data-testid=market-row][data-code=USDCHF]' },
  { where: 'search', path: '/product', row: '[data-testid=market-row][data-code=USDCHF]' },
  { where: 'the drawer', path: '/trade', row: '[data-part=drawer-row][data-code=USDCHF]', open: press('trade.choose') },
  { where: 'the desktop list', path: '/trade', row: '[data-part=desk-row][data-code=USDCHF]', isDesk: true },
  { where: 'an article', path: '/news/detail?id=1', row: '[data-part=mentioned]' },
] as const;

describe('R-MKT-07 a stale price is grey, with a clock instead of the change', () => {
  test.each<(typeof rows)[number] & { readonly open?: Play; readonly isDesk?: true }>(rows)(
    'in $where',
    async ({ where, row, path, open, isDesk }) => {
      const stage = await setStage(browser, {
        name: where,
        board: null,
        path,
        ...(isDesk === true ? { isDesk } : {}),
        server: { market: 'stale' },
        play: inOrder(...(open === undefined ? [] : [chart, open]), part(`${row} [role=text]`)),
      });
      const shown = stage.page.locator(row);
      await shown.getByText('Waiting for a price.').waitFor({ state: 'attached' });
      expect(await shown.locator('[data-part~=badge] [data-icon]').isVisible()).toBe(true);
      expect(await shown.locator('[data-part=change]').count()).toBe(0);
      expect(await areGrey(stage.page, [`${row} [role=text]`])).toEqual([true]);
      await stage.close();
    },
  );
});

describe('R-MKT-07 trading is disabled', () => {
  test.each([
    ['stale', 'Waiting for a price.'],
    ['unquoted', 'No price.'],
  ] as const)('on a %s price, with the reason', async (market, said) => {
    const play = inOrder(chart, part('[data-part=deal] [role=text]'));
    const stage = await setStage(browser, { name: market, board: null, path: '/trade', server: { market }, play });
    await seen(stage.page.locator('[data-part=dock] [role=status]').getByText(said));
    expect(await stage.page.locator('[data-part=deal-button]:enabled').count()).toBe(0);
    expect(await stage.page.locator('[data-part=deal-button]:disabled').count()).toBe(2);
    await stage.close();
  });
});

/** Figures that follow the price of EUR/USD. */
const followers: readonly Place[] = [
  {
    name: 'the head of the page, its profit and the dock',
    path: '/trade',
    play: inOrder(chart, part('[data-part=trade-header] a span')),
    figures: ['[data-part=quote] [role=text]', '[data-part=trade-header] a span'],
  },
  {
    name: 'the orders and their total',
    path: '/order',
    play: part('[data-testid=order-row]'),
    figures: ['[data-testid=order-profit]', '[data-testid=total-profit]', '[data-testid=equity]'],
  },
  {
    name: 'an order’s detail',
    ...orderDetail,
    figures: ['[role=dialog] [role=text]', '[role=dialog] [data-part=change]'],
  },
  {
    name: 'the chart and the table of a desk',
    path: '/trade',
    isDesk: true,
    play: inOrder(chart, part('table [data-testid=order-row]')),
    figures: [
      '[data-part=metrics] > :nth-child(2) dd',
      '[aria-label="EUR/USD"] [role=text]',
      'table [data-testid=order-profit]',
      '[data-part=line-buy] [data-part=order-money]',
    ],
  },
];

describe('R-SCR-26 everything that follows a stale price is grey', () => {
  test.each(followers)('in $name', async ({ figures, ...place }) => {
    const all = (isGrey: boolean) => figures.map(() => isGrey);
    const stage = await setStage(browser, { ...place, board: null, server: { market: 'stale' } });
    await expect.poll(() => areGrey(stage.page, figures)).toEqual(all(true));
    stage.server.push({ type: 'DAY_MARKET', code: 1, params: dayLines(sampleInstruments) });
    await expect.poll(() => areGrey(stage.page, figures)).toEqual(all(false));
    await stage.close();
  });

  test('and the chart shows the last price alone, the head a clock in place of the change', async () => {
    const play = inOrder(chart, part('[data-part=quote] [role=text]'));
    const stage = await setStage(browser, {
      name: 'stale',
      board: null,
      path: '/trade',
      server: { market: 'stale' },
      play,
    });
    const { page } = stage;
    // The line itself has no height.
    await seen(page.locator('[data-part=line-last] > span'));
    expect(await page.locator('[data-part=line-ask], [data-part=line-bid]').count()).toBe(0);
    expect(await page.locator('[data-testid=chart][data-stale]').count()).toBe(1);
    expect(await page.locator('[data-part=quote] [data-part=change]').count()).toBe(0);
    expect(await page.locator('[data-part=quote] [data-part~=badge] [data-icon]').isVisible()).toBe(true);
    await stage.close();
  });
});

const trading = (isAvailable: boolean) =>
  ({ type: 'TRADING', code: 1, params: { Available: isAvailable } }) as const satisfies ServerMessage;

describe('R-SCR-25 while orders are not carried out', () => {
  const accounts = places.filter(({ name }) => ['the orders', 'the account'].includes(name));
  test.each(accounts)(
    'figures of the account are grey in $name, until they are again',
    async ({ figures, ...place }) => {
      const stage = await setStage(browser, { ...place, board: null });
      const { page, server } = stage;
      const all = (isGrey: boolean) => figures.map(() => isGrey);
      expect(await areGrey(page, figures)).toEqual(all(false));
      server.push(trading(false));
      await expect.poll(() => areGrey(page, figures)).toEqual(all(true));
      server.push(trading(true));
      await expect.poll(() => areGrey(page, figures)).toEqual(all(false));
      await stage.close();
    },
  );

  test('the ticket says so in place of its controls, its keys are off, and prices go on', async () => {
    const play = inOrder(chart, tap('price-ask'), part('[role=dialog] dl dd'));
    const stage = await setStage(browser, { name: 'paused', board: null, path: '/trade', play });
    const { page, server } = stage;
    const submit = page.getByRole('dialog').getByTestId('order-submit');
    expect(await submit.isEnabled()).toBe(true);
    server.push(trading(false));
    await seen(page.locator('[data-part=dock] [role=status]').getByText('Orders are paused.'));
    await submit.filter({ hasText: 'Orders paused' }).waitFor();
    expect(await submit.isEnabled()).toBe(false);
    expect(await page.locator('[data-part=dock] [data-part=deal-button]:enabled').count()).toBe(0);
    expect(await areGrey(page, ['[data-part=quote] [role=text]'])).toEqual([false]);
    server.push(trading(true));
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await page.locator('[data-part=dock] [role=status]').count()).toBe(0);
    await stage.close();
  });

  test('an order cannot be closed, and the banner says why', async () => {
    const play = inOrder(orderDetail.play, tap('order-close'), part('[role=alertdialog]'));
    const stage = await setStage(browser, { name: 'paused close', board: null, path: '/order', play });
    const { page, server } = stage;
    server.push(trading(false));
    await seen(page.locator('[data-part=banner]').getByText('Orders are paused. Account figures are not live.'));
    const key = page.getByRole('alertdialog').getByRole('button', { name: 'Orders paused' });
    expect(await key.isDisabled()).toBe(true);
    server.push(trading(true));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Orders paused' }).waitFor({ state: 'detached' });
    expect(await page.locator('[data-part=banner]').count()).toBe(0);
    await stage.close();
  });
});

describe('R-SCR-13 after connection loss old figures turn grey', () => {
  test.each(places)('in $name', async ({ figures, ...place }) => {
    const stage = await setStage(browser, { ...place, board: null });
    const { page, server } = stage;
    const all = (isGrey: boolean) => figures.map(() => isGrey);
    expect(await areGrey(page, figures)).toEqual(all(false));
    await loseConnection(page, server);
    await expect.poll(() => areGrey(page, figures)).toEqual(all(true));
    await stage.close();
  });

  test('and an article shows "No connection"', async () => {
    const stage = await setStage(browser, {
      name: 'article',
      board: null,
      path: '/news/detail?id=1',
      play: part('[data-part=mentioned]'),
    });
    await loseConnection(stage.page, stage.server);
    await seen(stage.page.getByText(/^No connection\./));
    await stage.close();
  });
});
