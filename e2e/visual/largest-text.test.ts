import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawFrames } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { setStage } from './stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Opens a page at the largest text. */
function open(language: string, path: string, shown: string) {
  return setStage(browser, {
    name: 'largest-text',
    board: null,
    path: `${path}#lang=${language}`,
    textSize: 'larger',
    server: { account: 'demo' },
    play: (page) => page.locator(shown).first().waitFor(),
  });
}

test.each(['de', 'ru', 'spa', 'vn'])(
  'R-TKT-05 the mark of a demo is whole on the deal keys in %s',
  async (language) => {
    const stage = await open(language, '/trade', '[data-part=demo-mark]');
    await stage.page.setViewportSize({ width: 360, height: 800 });
    await drawFrames(stage.page);
    const marks = await stage.page.locator('[data-part=demo-mark]:visible').evaluateAll((all) =>
      all.map((mark) => {
        const key = mark.closest('button')?.getBoundingClientRect() ?? mark.getBoundingClientRect();
        const box = mark.getBoundingClientRect();
        const isInside =
          box.left >= key.left && box.right <= key.right && box.bottom <= key.bottom && box.top >= key.top;
        return { isWhole: mark.scrollWidth <= mark.clientWidth + 1, isInside };
      }),
    );
    expect(marks.length).toBeGreaterThanOrEqual(2);
    for (const mark of marks) expect(mark).toEqual({ isWhole: true, isInside: true });
    await stage.close();
  },
);

test('R-ACC-02 the keys that add an indicator are whole beside long names', async () => {
  const stage = await open('de', '/trade', '[data-testid=chart][data-state=ready] [data-part=chart-lines]');
  await stage.page.getByRole('button', { name: 'Chart-Werkzeuge' }).click();
  await stage.page.locator('[data-part=add-indicator]').first().waitFor();
  const sizes = await stage.page
    .locator('[data-part=add-indicator]')
    .evaluateAll((all: HTMLElement[]) => all.map((key) => [key.offsetWidth, key.offsetHeight].join(' × ')));
  expect(new Set(sizes)).toEqual(new Set(['44 × 44']));
  await stage.close();
});
