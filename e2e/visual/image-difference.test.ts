import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { findDifference, toleranceOn } from './image-difference.ts';
import { scenes } from './screens.ts';
import type { Stage } from './stage.ts';
import { setStage } from './stage.ts';

/** Tolerance on Linux, where the golden images are made; the tolerance on other systems is wider. */
const tolerance = toleranceOn('linux');

let browser: Browser;
let page: Page;
let stage: Stage;
let golden: Buffer;

beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage();
  const scene = scenes.find(({ name }) => name === 'orders');
  if (scene === undefined) throw new Error('Invariant: there is a scene of the orders');
  stage = await setStage(browser, scene);
  golden = await stage.screenshot();
});

async function pictureWith(css: string): Promise<Buffer> {
  const style = await stage.page.addStyleTag({ content: css });
  const picture = await stage.screenshot();
  await style.evaluate((element) => (element as HTMLElement).remove());
  return picture;
}

test('a second picture of the same screen has no difference', async () => {
  const { pixels, isTolerable } = await findDifference(page, golden, await stage.screenshot(), tolerance);
  expect({ pixels, isTolerable }).toEqual({ pixels: 0, isTolerable: true });
});

test.each([
  [
    'a row that moved by two pixels',
    '[data-part=swipe-row]:nth-child(2 of [data-part=swipe-row]) [data-part=swipe-slide] { transform: translateY(2px); }',
  ],
  [
    'a row two pixels higher',
    '[data-part=swipe-row]:nth-child(1 of [data-part=swipe-row]) [data-testid=order-row] { padding-bottom: 13px; margin-bottom: 2px; }',
  ],
  ['a figure that moved by two pixels', '[data-testid=equity] { position: relative; left: 2px; }'],
  ['another colour of profit', ':root { --color-up: #2563eb; }'],
  ['another colour of loss', ':root { --color-down: #dc2626; }'],
  ['a slightly darker canvas', ':root { --color-canvas: #f0f1f4; }'],
  [
    'another colour of the card',
    '[data-part=account-card][data-theme=dark] { --color-surface: #10141a; background: #10141a; }',
  ],
  ['lighter captions', ':root { --color-text-3: #8a92a0; }'],
  ['another weight of the codes', '[data-part=order-line] b { font-weight: 500; }'],
  ['a rounder corner', '[data-part=stop-tag] { border-radius: 2px; }'],
  ['a missing hairline', '[data-testid=order-row]::before { display: none; }'],
])('%s is a difference', async (_, css) => {
  const { isTolerable } = await findDifference(page, golden, await pictureWith(css), tolerance);
  expect(isTolerable).toBe(false);
});

test('slightly different shading of glyph edges is tolerated', async () => {
  const shaded = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('Invariant: a canvas can be drawn on');
    pen.drawImage(image, 0, 0);
    const picture = pen.getImageData(0, 0, image.width, image.height);
    const original = picture.data.slice();
    for (let at = 4; at < original.length - 4; at += 1) {
      const value = original[at] ?? 0;
      const isRim = value !== original[at - 4] && value !== original[at + 4] && value > 12 && value < 243;
      const pixel = Math.floor(at / 4);
      const isLighter = (pixel + Math.floor(pixel / image.width)) % 2 === 0;
      if (isRim && at % 4 !== 3) picture.data[at] = value + (isLighter ? 12 : -12);
    }
    pen.putImageData(picture, 0, 0);
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  }, golden.toString('base64'));
  const difference = await findDifference(page, golden, Buffer.from(shaded, 'base64'), tolerance);
  expect(difference.isTolerable).toBe(true);
});

test('a picture of another size is reported with both sizes', async () => {
  const small = await page.screenshot();
  const difference = await findDifference(page, golden, small, tolerance);
  expect(difference.isTolerable).toBe(false);
  expect(difference.where).toMatch(/^being \d+×\d+ instead of 390×844/);
});
