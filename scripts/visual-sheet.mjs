// npm run visual:sheet: built screens beside the design board's PNGs (BOARD_DIR), for people to look at.
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { main, root, run, StepError, stopChildrenWithUs } from './steps.mjs';

await main(async () => {
  process.chdir(root);
  stopChildrenWithUs();
  await ensureInstalled();
  await ensureBuilt();
  const sheet = fileURLToPath(new URL('../e2e/visual/contact-sheet.ts', import.meta.url));
  const env = { ...process.env, CHROMIUM_PATH: await ensureBrowser() };
  const { code } = await run(process.execPath, ['--import', 'tsx', sheet, ...process.argv.slice(2)], {
    inherit: true,
    env,
  });
  if (code !== 0) throw new StepError('The contact sheet was not made.');
});
