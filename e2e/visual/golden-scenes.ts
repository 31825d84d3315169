import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../testkit/browser.ts';
import { foreignFonts } from './foreign-fonts.ts';
import { readGolden, reportDifference, writeGolden } from './golden.ts';
import { findDifference, toleranceOn } from './image-difference.ts';
import type { Scene } from './scene-steps.ts';
import { sceneGroups } from './screens.ts';
import { setStage } from './stage.ts';

const isRenewing = process.env['UPDATE_GOLDEN'] === '1';
const tolerance = toleranceOn(process.platform);

/** `npm test` takes each screen once, in light; `npm run test:deep` takes dark, Arabic and the larger texts. */
function isAskedFor({ isDark, isArabic, textSize }: Scene): boolean {
  const isLight = isDark !== true && isArabic !== true && textSize === undefined;
  return isLight === (process.env['SCENES'] === 'light');
}

async function differenceOf(desk: Page, name: string, actual: Buffer): Promise<string | null> {
  const golden = readGolden(name);
  if (golden === null) return reportDifference(name, actual, null);
  const difference = await findDifference(desk, golden, actual, tolerance);
  return difference.isTolerable ? null : reportDifference(name, actual, difference);
}

async function pictureOf(browser: Browser, scene: Scene): Promise<Buffer> {
  const stage = await setStage(browser, scene);
  try {
    const picture = await stage.screenshot(readGolden(scene.name));
    expect(stage.server.unknownCalls).toEqual([]);
    expect(await foreignFonts(stage.page)).toEqual([]);
    return picture;
  } finally {
    await stage.close();
  }
}

/** Each scene of a group, as the built app shows it, equals its golden image, or renews it where that is asked for. */
export function holdToGoldens(group: keyof typeof sceneGroups): void {
  let browser: Browser;
  let desk: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    desk = await browser.newPage();
  });
  afterAll(() => browser.close());

  describe('the built screen equals its golden image', () => {
    test.each<Scene>(sceneGroups[group].filter(isAskedFor))('$name', async (scene) => {
      const actual = await pictureOf(browser, scene);
      const problem = await differenceOf(desk, scene.name, actual);
      if (isRenewing && problem !== null) writeGolden(scene.name, actual);
      else expect(problem).toBeNull();
    });
  });
}
