import type { Page } from 'playwright-core';

/** All faces of the bundled fonts: a canvas does not ask again for one that came too late. */
export async function loadFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((face) => face.load()));
    await document.fonts.ready;
  });
}
