import type { Page } from 'playwright-core';

/** Loads all faces of the bundled fonts; a canvas is not painted again when a font loads late. */
export async function loadFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((face) => face.load()));
    await document.fonts.ready;
  });
}
