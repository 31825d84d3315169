import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts as de } from '../../packages/texts/src/de/web.ts';
import { texts as ru } from '../../packages/texts/src/ru/web.ts';
import { drawFrames } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { brokenTexts, brokenWords, lonelyIcons, shortened } from './layout-findings.ts';
import { beginTour, type Tour } from './tour.ts';
import { overlays, type Stop, screens } from './tour-stops.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

function stopNamed(name: string): Stop {
  const stop = [...screens, ...overlays].find((one) => one.name === name);
  if (stop === undefined) throw new Error(`no stop is named ${name}`);
  return stop;
}

/** Returns layout errors of each stop at each width; stops are opened at the initial size, then resized. */
async function findings(tour: Tour, names: readonly string[], widths: readonly number[]): Promise<string[]> {
  const { page } = tour;
  const start = page.viewportSize() ?? { width: 390, height: 844 };
  const all: string[] = [];
  for (const name of names) {
    await tour.visit(stopNamed(name));
    for (const width of widths) {
      await resize(page, width);
      const found = [
        ...(await page.evaluate(brokenTexts)),
        ...(await page.evaluate(brokenWords)),
        ...(await page.evaluate(lonelyIcons)),
        ...(await page.evaluate(
          shortened,
          '[data-part~=caption],[data-part~=caption]>*,[data-part=tab-label],[data-part=friend] > :first-child',
        )),
      ];
      all.push(...found.map((line) => `${name} at ${width}: ${line}`));
    }
    await page.setViewportSize(start);
  }
  return all;
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await drawFrames(page);
}

/** Returns the height of the account strip, in px; low if the button is beside the figures. */
const stripHeight = (page: Page) =>
  page.locator('[data-part=account-strip]').evaluate((strip) => strip.getBoundingClientRect().height);

describe('R-ACC-08 narrow phones', () => {
  test('show whole codes, spreads and prices in every row of market and search', async () => {
    const tour = await beginTour(browser);
    expect(await findings(tour, ['/', '/product'], [320, 344, 360])).toEqual([]);
    // A word that is too long must not push out the figure beside it.
    const isFigureInside = await tour.page.evaluate(() => {
      const caption = document.querySelector<HTMLElement>('[data-part~=spread]');
      const [word, figure] = caption?.children ?? [];
      if (!caption || !word || !figure) return false;
      word.textContent = 'A word that is much too long for it ';
      return figure.textContent !== '' && figure.getBoundingClientRect().right <= caption.getBoundingClientRect().right;
    });
    expect(isFigureInside).toBe(true);
    await tour.close();
  });

  test('do not split German words, and keep row ends beside or below their rows', async () => {
    const tour = await beginTour(browser, { language: 'de', words: de });
    const names = [
      '/user',
      '/mine/security',
      '/mine/system',
      'deposit report',
      '/rank',
      '/mine/invite',
      '/mine/charge',
    ];
    expect(await findings(tour, names, [390, 320])).toEqual([]);
    await tour.visit(stopNamed('/'));
    expect(await stripHeight(tour.page)).toBeLessThan(90);
    await tour.close();
  });

  test('do not split Russian words at the largest text size', async () => {
    const tour = await beginTour(browser, { language: 'ru', words: ru, textSize: 'larger' });
    const names = [
      '/mine/system',
      '/order',
      '/user',
      '/mine/email',
      '/mine/statement',
      '/mine/charge',
      'deposit by wire',
    ];
    expect(await findings(tour, names, [390])).toEqual([]);
    await tour.page.evaluate(() => delete document.documentElement.dataset['text']);
    expect(await findings(tour, ['/mine/invite', '/mine/charge'], [390])).toEqual([]);
    await tour.visit(stopNamed('/'));
    expect(await stripHeight(tour.page)).toBeLessThan(90);
    await tour.close();
  });
});

describe('a wide window', () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await beginTour(browser, { isDesk: true, isDark: true });
  });
  afterAll(() => tour.close());

  test.each([
    { name: '/mine/withdraw', parts: '[data-part=shares] button:not([aria-pressed=true])', count: 4 },
    { name: '/mine/email', parts: '[data-part=mail-card] a,[data-part=mail-card] [data-part=big-icon]', count: 2 },
    { name: '/mine/charge', parts: '[data-part=qr-card] button:first-of-type', count: 1 },
    { name: '/mine/invite', parts: '[data-part=numbered-steps] li', count: 3 },
  ])(
    'shows buttons and discs of $name in another colour than their card, in both themes',
    async ({ name, parts, count }) => {
      await tour.visit(stopNamed(name));
      const seen = await tour.page.evaluate(groundsOf, parts);
      expect(seen).toHaveLength(count * 2);
      for (const { own, below } of seen) expect(own).not.toBe(below);
    },
  );

  test.each([1280, 844])('aligns titles with their content at %i px, and shows every coin', async (width) => {
    const { page } = tour;
    for (const name of ['/language', '/feedback', '/mine/chat', 'article']) {
      await tour.visit(stopNamed(name));
      await resize(page, width);
      const bar = await page
        .locator('[data-part=nav-bar]')
        .evaluate((element) => element.getBoundingClientRect().width);
      expect(bar, name).toBe(760);
    }
    const card = await page
      .locator('[data-part=mentioned]')
      .evaluate((element) => element.getBoundingClientRect().width);
    expect(card).toBe(728);
    await tour.visit(stopNamed('/mine/charge'));
    expect(await page.locator('[data-part=options]').evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  });

  test('aligns the news heading with the news', async () => {
    await tour.visit(stopNamed('/news'));
    await resize(tour.page, 844);
    const start = (selector: string) =>
      tour.page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().left);
    expect(await start('main:has([data-part=news-lead]) h1')).toBe(
      await start('[data-part=news-lead] [data-part~=news-picture]'),
    );
  });

  test('aligns the figures of the statement with the ends of its lines', async () => {
    await tour.page.setViewportSize({ width: 1280, height: 800 });
    await tour.visit(stopNamed('/mine/statement'));
    const room = await tour.page
      .locator('main li > b')
      .first()
      .evaluate((figure) => {
        const row = figure.parentElement;
        return (row?.getBoundingClientRect().right ?? 0) - figure.getBoundingClientRect().right;
      });
    const gutter = await tour.page
      .locator('main li:has(> b)')
      .first()
      .evaluate((row) => Number.parseFloat(getComputedStyle(row).paddingInlineStart));
    expect(room).toBe(gutter);
  });
});

/** Returns the colours of each part and its background, in dark and light. Runs in the page. */
function groundsOf(selector: string): { own: string; below: string }[] {
  const all: { own: string; below: string }[] = [];
  for (const theme of ['dark', 'light']) {
    document.documentElement.dataset['theme'] = theme;
    for (const part of document.querySelectorAll(selector)) {
      const own = getComputedStyle(part, part.tagName === 'LI' ? '::before' : undefined).backgroundColor;
      let ground = part.parentElement;
      while (ground !== null && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
        ground = ground.parentElement;
      all.push({ own, below: ground === null ? '' : getComputedStyle(ground).backgroundColor });
    }
  }
  document.documentElement.dataset['theme'] = 'dark';
  return all;
}
