import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { foreignFonts } from './foreign-fonts.ts';
import { readGolden, reportDifference, writeGolden } from './golden.ts';
import { findDifference, toleranceOn } from './image-difference.ts';
import type { Scene } from './scene-steps.ts';
import { sceneGroups } from './screens.ts';
import { setStage } from './stage.ts';

const isRenewing = process.env['UPDATE_GOLDEN'] === '1';
const tolerance = toleranceOn(process.platform);

/** True if this run includes the scene: light in `npm test`; dark, Arabic and larger text in `npm run test:deep`. */
function isAskedFor({ isDark, isArabic, textSize }: Scene): boolean {
  const isLight = isDark !== true && isArabic !== true && textSize === undefined;
  return isLight === (process.env['SCENES'] === 'light');
}

async function differenceOf(browser: Browser, name: string, actual: Buffer): Promise<string | null> {
  const golden = readGolden(name);
  if (golden === null) return reportDifference(name, actual, null);
  if (golden.equals(actual)) return null;
  const desk = await browser.newPage();
  const difference = await findDifference(desk, golden, actual, tolerance);
  await desk.close();
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

/** Compares each scene of a group with its golden image, or renews the image with UPDATE_GOLDEN=1. */
export function holdToGoldens(group: keyof typeof sceneGroups): void {
  let browser: Browser;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  describe('the built screen equals its golden image', () => {
    test.each<Scene>(sceneGroups[group].filter(isAskedFor))('$name', async (scene) => {
      const actual = await pictureOf(browser, scene);
      const problem = await differenceOf(browser, scene.name, actual);
      if (isRenewing && problem !== null) writeGolden(scene.name, actual);
      else expect(problem).toBeNull();
    });
  });
}
