// npm run gallery: every scene of the visual tests in a browser, without a server; see e2e/gallery.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { dropRepeatedSignals, main, root, stopChildrenWithUs } from './steps.mjs';

await main(async () => {
  process.chdir(root);
  const release = stopChildrenWithUs();
  await ensureInstalled();
  await ensureBuilt();
  release();
  dropRepeatedSignals();
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL('../e2e/gallery/main.ts', import.meta.url).href);
});
