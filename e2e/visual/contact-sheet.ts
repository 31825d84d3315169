import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../testkit/browser.ts';
import { outFolder } from './golden.ts';
import { scenes } from './screens.ts';
import { setStage } from './stage.ts';

/**
 * Writes built screens next to the pictures of the design board, for review: `npm run visual:sheet`, with the board's
 * folder of PNGs in BOARD_DIR. Scene names as arguments select scenes.
 */
async function makeSheet(): Promise<void> {
  const boardDir = process.env['BOARD_DIR'];
  if (!boardDir || !existsSync(boardDir)) throw new Error('BOARD_DIR has to name the folder of the board’s PNGs.');
  const wanted = process.argv.slice(2);
  const chosen = scenes.filter((scene) => wanted.length === 0 || wanted.includes(scene.name));
  const built = join(outFolder, 'built');
  mkdirSync(built, { recursive: true });
  const browser = await launchBrowser();
  try {
    const figures: string[] = [];
    for (const scene of chosen) {
      const stage = await setStage(browser, scene, 2);
      const picture = await stage.screenshot();
      await stage.close();
      writeFileSync(join(built, `${scene.name}.png`), picture);
      const boardPath = scene.board === null ? null : join(boardDir, `${scene.board}.png`);
      figures.push(
        figure(scene.name, scene.isDesk === true, [picture, boardPath === null ? null : readFileSync(boardPath)]),
      );
    }
    await writeSheet(browser, figures);
  } finally {
    await browser.close();
  }
}

/** Scenes per picture of the sheet; a screenshot cannot be higher than 16,384 pixels. */
const figuresPerPicture = 12;

async function writeSheet(browser: Browser, figures: readonly string[]): Promise<void> {
  writeFileSync(join(outFolder, 'contact-sheet.html'), page(figures));
  const sheet = await browser.newPage({ viewport: { width: 1700, height: 900 } });
  let count = 0;
  for (let from = 0; from < figures.length; from += figuresPerPicture) {
    count += 1;
    await sheet.setContent(page(figures.slice(from, from + figuresPerPicture)));
    await sheet.screenshot({ path: join(outFolder, `contact-sheet-${count}.png`), fullPage: true });
  }
  console.log(
    `Wrote ${join(outFolder, 'contact-sheet.html')} and ${count} pictures of it, contact-sheet-1.png and on.`,
  );
}

function figure(name: string, isWide: boolean, pictures: readonly (Buffer | null)[]): string {
  const images = pictures.map((bytes) =>
    bytes === null ? '<i>not on the board</i>' : `<img alt="" src="data:image/png;base64,${bytes.toString('base64')}">`,
  );
  return `<figure class="${isWide ? 'wide' : ''}"><figcaption>${name}: built, board</figcaption>${images.join('')}</figure>`;
}

function page(figures: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><title>Built screens beside the board</title><style>
body{margin:16px;font:14px sans-serif;background:#889;display:flex;flex-wrap:wrap;gap:20px}
figure{margin:0;display:flex;flex-wrap:wrap;gap:8px;width:800px}figcaption{width:100%;color:#fff}
img,i{width:390px}.wide{width:1640px}.wide img{width:810px}</style>${figures.join('\n')}`;
}

await makeSheet();
