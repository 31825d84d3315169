import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { axeFindings, colourRules } from './axe.ts';
import { motions, pageStart, smallTargets } from './page-findings.ts';
import { beginTour, type Tour, type TourOptions } from './tour.ts';
import { type Stop, screens } from './tour-stops.ts';

export interface AccessOptions {
  readonly tour: TourOptions;
  /** Minimum size of pressable elements, in px. */
  readonly leastTarget: number;
  /** Stops to check in addition to the screens of the route table. */
  readonly stops: readonly Stop[];
}

/** Tolerance for rounding, in px. */
const rounding = 0.5;

/** Registers accessibility tests of all stops in both themes; phone and desktop have a file each to run in parallel. */
export function holdAccess(where: string, { tour, leastTarget, stops }: AccessOptions): void {
  let browser: Browser;
  let toured: Tour;
  beforeAll(async () => {
    browser = await sharedBrowser();
    toured = await beginTour(browser, tour);
  });
  const found = () => findings(toured.page, leastTarget - rounding);

  describe(`${where}: no axe findings in light and dark, large enough targets, and no motion if reduced motion is set`, () => {
    test.each(screens)('screen $name, with one heading and focus in its main part', async (stop) => {
      await toured.visit(stop);
      await expect.poll(() => toured.page.evaluate(pageStart)).toEqual({ mains: 1, headings: 1, isFocusInside: true });
      expect(await found()).toEqual([]);
    });

    test.each(stops)('$name', async (stop) => {
      await toured.visit(stop);
      expect(await found()).toEqual([]);
    });

    test('no call to the sample server is unknown', () => {
      expect(toured.server.unknownCalls).toEqual([]);
    });
  });
}

async function findings(page: Page, leastTarget: number): Promise<string[]> {
  const found = {
    light: await axeFindings(page),
    dark: await inDark(page),
    small: await page.evaluate(smallTargets, leastTarget),
    moving: await page.evaluate(motions),
  };
  return Object.entries(found).flatMap(([kind, lines]) => lines.map((line) => `${kind}: ${line}`));
}

/** Findings in dark, which differs from light in its colours alone. */
async function inDark(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  const found = await axeFindings(page, colourRules);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  return found;
}
