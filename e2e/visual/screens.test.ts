import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../testkit/browser.ts';
import { foreignFonts } from './foreign-fonts.ts';
import { goldenNames, readGolden, reportDifference, writeGolden } from './golden.ts';
import { findDifference, toleranceOn } from './image-difference.ts';
import type { Scene } from './scene-steps.ts';
import { scenes } from './screens.ts';
import { setStage } from './stage.ts';

const isRenewing = process.env['UPDATE_GOLDEN'] === '1';
const tolerance = toleranceOn(process.platform);

let browser: Browser;
let desk: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
});

async function differenceOf(name: string, actual: Buffer): Promise<string | null> {
  const golden = readGolden(name);
  if (golden === null) return reportDifference(name, actual, null);
  const difference = await findDifference(desk, golden, actual, tolerance);
  return difference.isTolerable ? null : reportDifference(name, actual, difference);
}

async function pictureOf(scene: Scene): Promise<Buffer> {
  const stage = await setStage(browser, scene);
  try {
    const picture = await stage.screenshot();
    expect(stage.server.unknownCalls).toEqual([]);
    expect(await foreignFonts(stage.page)).toEqual([]);
    return picture;
  } finally {
    await stage.close();
  }
}

describe('the built screen equals its golden image', () => {
  test.each(scenes)('$name', async (scene) => {
    const actual = await pictureOf(scene);
    const problem = await differenceOf(scene.name, actual);
    if (isRenewing && problem !== null) writeGolden(scene.name, actual);
    else expect(problem).toBeNull();
  });
});

test('every golden image has its scene', () => {
  expect(goldenNames().toSorted()).toEqual(scenes.map(({ name }) => name).toSorted());
});
