import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { texts as de } from '../../packages/texts/src/de/web.ts';
import { drawFrames } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { brokenTexts } from './layout-findings.ts';
import { lengthened, longWords, serveLongWords } from './long-words.ts';
import { beginTour, type Tour } from './tour.ts';
import { overlays, type Stop, screens } from './tour-stops.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
/** Window of 1280 × 800 px at 200 % zoom (WCAG 1.4.4). */
const zoomed = { width: 640, height: 400 };

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function brokenAt({ page }: Tour, sizes: readonly (typeof phone)[]): Promise<string[]> {
  const all: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await drawFrames(page);
    all.push(...(await page.evaluate(brokenTexts)).map((line) => `at ${size.width}: ${line}`));
  }
  return all;
}

const stops: readonly Stop[] = [...screens, ...overlays];

describe('R-ACC-08 lengthened texts', () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await beginTour(browser, { words: longWords });
    await serveLongWords(tour.page);
    await tour.page.reload();
  });

  test('are 40 % longer', () => {
    expect(lengthened('Buy').length / 3).toBeGreaterThanOrEqual(1.4);
    expect(longWords['market.search'].length / 'Search code or name'.length).toBeGreaterThanOrEqual(1.4);
  });

  test.each(stops)('leave the layout of $name intact', async (stop) => {
    await tour.page.setViewportSize(phone);
    await tour.visit(stop);
    expect(await brokenAt(tour, [phone, desk])).toEqual([]);
  });
});

describe('R-ACC-08 German', () => {
  let tour: Tour;
  beforeAll(async () => {
    tour = await beginTour(browser, { language: 'de', words: de });
  });

  test.each(stops)('leaves the layout of $name intact, also at 200 % zoom', async (stop) => {
    await tour.page.setViewportSize(phone);
    await tour.visit(stop);
    expect(await brokenAt(tour, [phone, zoomed])).toEqual([]);
  });
});
