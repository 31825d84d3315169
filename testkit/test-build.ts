import { createHash } from 'node:crypto';
import type { ServedBuild } from '../apps/server/src/ports/served-build.ts';
import { buildPage } from '../tools/verify-receipt/build-page.mjs';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A build as every test server serves it: the real page, and a list that names it alone. */
export const testBuild: ServedBuild = (() => {
  const page = buildPage();
  const files = `${hashOf(page)}  apps/server/dist/verify.html\n`;
  const text = JSON.stringify({ version: 'candor-build-1', product: 'test', files: hashOf(files), page: hashOf(page) });
  return { page, pageHash: hashOf(page), files, filesHash: hashOf(files), text };
})();
