import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { texts as ru } from '../../packages/texts/src/ru/web.ts';
import { drawFrames } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { brokenTexts } from './layout-findings.ts';
import { type Box, boxOf, cutFigures, hiddenFigures } from './room-findings.ts';
import { beginTour, type Tour } from './tour.ts';
import { overlays, type Stop } from './tour-stops.ts';

const onTrade: Stop = { name: 'trade', path: '/trade' };
const ticket = overlays.find(({ name }) => name === 'ticket') ?? onTrade;
const onItsSide = { width: 844, height: 390 };
const notch = 47;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function resize(page: Page, width: number, height: number, beside = 0): Promise<void> {
  await page.setViewportSize({ width, height });
  if (beside > 0) {
    const session = await page.context().newCDPSession(page);
    const insets = { top: 0, topMax: 0, bottom: 21, bottomMax: 21, left: beside, leftMax: beside, right: beside };
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { ...insets, rightMax: beside } });
  }
  await drawFrames(page, 4);
}

const box = (page: Page, selector: string): Promise<Box> => page.evaluate(boxOf, selector);

describe('a phone', () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await beginTour(browser, { language: 'ru', words: ru });
  });

  test.each([320, 360])('of %i px shows the whole dock and uncut prices in the ticket', async (width) => {
    await resize(tour.page, 390, 844);
    await tour.visit(onTrade);
    await resize(tour.page, width, 640);
    const dock = await box(tour.page, '[data-part=dock-controls]');
    expect((await box(tour.page, '[data-part=dock-controls]>:last-child')).right).toBeLessThanOrEqual(dock.right + 0.5);
    await resize(tour.page, 390, 844);
    await tour.visit(ticket);
    await resize(tour.page, width, 640);
    expect(await tour.page.evaluate(cutFigures)).toEqual([]);
  });

  test('in the largest text keeps the instrument’s code whole above the source of its prices', async () => {
    await resize(tour.page, 390, 844);
    await tour.visit({ name: 'market', path: '/' });
    await tour.visit({ ...ticket, server: { source: 'simulated' } });
    await tour.page.evaluate(() => document.documentElement.setAttribute('data-text', 'larger'));
    await drawFrames(tour.page, 4);
    const found = await tour.page.evaluate(
      (words) => {
        const head = document.querySelector('[role=dialog] header');
        const [code, source] = words.map((word) =>
          [...(head?.querySelectorAll('span') ?? [])].findLast((span) => span.textContent === word),
        );
        const lines = document.createRange();
        if (code !== undefined) lines.selectNodeContents(code);
        const bottom = code?.getBoundingClientRect().bottom ?? Number.NaN;
        const top = source?.getBoundingClientRect().top ?? Number.NaN;
        return { lines: lines.getClientRects().length, isBelow: top >= bottom };
      },
      ['EUR/USD', ru['source.simulated']],
    );
    const broken = await tour.page.evaluate(brokenTexts);
    await tour.page.evaluate(() => document.documentElement.setAttribute('data-text', 'normal'));
    expect(found).toEqual({ lines: 1, isBelow: true });
    expect(broken).toEqual([]);
  });

  test('shows the detail of a pending order without cutting its last row', async () => {
    await resize(tour.page, 390, 844);
    await tour.visit({ name: 'market', path: '/' });
    await tour.visit({
      name: 'order',
      path: '/order',
      open: async (page) => {
        await page.getByRole('tab', { name: ru['order.pending'] }).click();
        await page.getByTestId('order-row').first().click();
        await page.getByTestId('order-cancel').waitFor();
      },
    });
    const [last, foot] = await Promise.all(
      ['[role=dialog] dl>div:last-child', '[role=dialog] footer'].map((one) => box(tour.page, one)),
    );
    expect(last?.bottom).toBeLessThanOrEqual(foot?.top ?? 0);
  });

  test('in landscape shows the deal buttons beside the chart, and nothing under the notch', async () => {
    await resize(tour.page, 390, 844);
    await tour.visit(onTrade);
    const { width, height } = onItsSide;
    await resize(tour.page, width, height, notch);
    const [deal, chart, tabs] = await Promise.all(
      ['[data-part=dock] [data-part=deal]', '[data-part=chart]', '[data-part=tab-bar]'].map((one) =>
        box(tour.page, one),
      ),
    );
    expect(deal?.bottom).toBeLessThan(tabs?.top ?? 0);
    expect(chart?.bottom).toBeLessThanOrEqual((tabs?.top ?? 0) + 0.5);
    expect(deal?.left).toBeGreaterThan(chart?.right ?? width);
    expect(await tour.page.evaluate(brokenTexts)).toEqual([]);
    for (const part of [
      '[data-part=chart]',
      '[data-part=deal]',
      '[data-part=trade-header] :is(a,button)',
      '[data-testid^=tab-]:first-child [data-part=tab-label]',
      '[data-testid^=tab-]:last-child [data-part=tab-label]',
    ]) {
      const { left, right } = await box(tour.page, part);
      expect(left, part).toBeGreaterThanOrEqual(notch);
      expect(right, part).toBeLessThanOrEqual(width - notch);
    }
    await tour.page.locator('[data-part=trade-header] :is(a,button)').first().click();
    // The drawer opens with an animation.
    await expect
      .poll(async () => (await box(tour.page, '[data-part=drawer] [data-part=search-field]')).left)
      .toBeGreaterThan(notch);
  });

  test('in landscape keeps the notch free in right-to-left languages', async () => {
    await tour.visit(onTrade);
    await tour.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await resize(tour.page, onItsSide.width, onItsSide.height, notch);
    const [deal, chart] = await Promise.all(
      ['[data-part=deal]', '[data-part=chart]'].map((one) => box(tour.page, one)),
    );
    expect(deal?.left).toBeGreaterThanOrEqual(notch);
    expect(chart?.right).toBe(onItsSide.width - notch);
    await tour.page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
  });
});

describe('a desktop', () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await beginTour(browser, { language: 'ru', words: ru, isDesk: true });
    await tour.visit(onTrade);
  });

  /** Opens the trade page with this server state, by way of the market, because the same address would not reload. */
  async function arrive(server: NonNullable<Stop['server']>): Promise<void> {
    await resize(tour.page, 1280, 800);
    await tour.visit({ name: 'market', path: '/' });
    await tour.visit({ ...onTrade, server, ...(server.market === 'slow' ? { isLoading: true } : {}) });
  }

  test.each([1024, 1181, 1280])('of %i px shows all figures in one line', async (width) => {
    await resize(tour.page, width, 768);
    expect(await tour.page.evaluate(brokenTexts)).toEqual([]);
    expect(await tour.page.evaluate(hiddenFigures)).toEqual([]);
    const icons = await box(tour.page, '[data-part=top-actions]');
    expect((await box(tour.page, '[data-part=metrics]>div:last-child')).right).toBeLessThanOrEqual(icons.left + 8);
    expect((await box(tour.page, '[data-part=margin-ratio]')).bottom).toBeLessThan(56);
  });

  test.each(['large', 'larger'])('in %s text (R-SCR-51) shows all figures', async (size) => {
    await resize(tour.page, 1280, 800);
    await tour.page.evaluate((text) => document.documentElement.setAttribute('data-text', text), size);
    await resize(tour.page, 1280, 800);
    const found = [await tour.page.evaluate(brokenTexts), await tour.page.evaluate(hiddenFigures)];
    const deal = await tour.page.evaluate(() => {
      const buttons = [...document.querySelectorAll('[data-part=deal-button]')].filter((one) => one.checkVisibility());
      return buttons.filter((one) => one.scrollHeight > one.clientHeight).length;
    });
    await tour.page.evaluate(() => document.documentElement.setAttribute('data-text', 'normal'));
    expect(found).toEqual([[], []]);
    expect(deal).toBe(0);
  });

  test('has switches at the end of their cards in both text directions', async () => {
    const [card, toggle] = await Promise.all(
      ['[data-part=ticket] [data-part=stop-card]', '[data-part=ticket] [role=switch]'].map((one) =>
        box(tour.page, one),
      ),
    );
    await tour.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    const [card2, toggle2] = await Promise.all(
      ['[data-part=ticket] [data-part=stop-card]', '[data-part=ticket] [role=switch]'].map((one) =>
        box(tour.page, one),
      ),
    );
    await tour.page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
    expect((toggle2?.left ?? 0) - (card2?.left ?? 0)).toBeCloseTo((card?.right ?? 0) - (toggle?.right ?? 0), 1);
  });

  test('without orders shows the whole empty state with its button', async () => {
    await arrive({ account: 'trader-without-orders' });
    await tour.page.locator('[data-part=desk-middle] [data-part=empty]').waitFor();
    const panel = await box(tour.page, '[data-part=orders-scroller]');
    expect((await box(tour.page, '[data-part=desk-middle] [data-part=empty] h2')).top).toBeGreaterThanOrEqual(
      panel.top,
    );
    expect(
      (await box(tour.page, '[data-part=desk-middle] [data-part=empty] :is(a,button)')).bottom,
    ).toBeLessThanOrEqual(panel.bottom);
  });

  test('keeps the layout of the trade page when prices arrive', async () => {
    await arrive({});
    const parts = [
      '[data-part=desk-grid]>:nth-last-child(3)',
      '[data-part=periods]',
      '[data-part=chart]',
      '[data-part=desk-middle]>:last-child',
      '[data-part=ticket] [data-part=segmented]',
    ];
    const boxes = () =>
      Promise.all(
        [...parts, '[data-part=ticket] [data-part=stop-card]', '[data-part=ticket] [data-part=well]'].map((one) =>
          box(tour.page, one),
        ),
      );
    const loaded = await boxes();
    await arrive({ market: 'slow' });
    await tour.page.locator('[data-part=desk-grid][aria-busy=true]').waitFor();
    expect(await boxes()).toEqual(loaded);
  });
});
