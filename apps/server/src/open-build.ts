import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedBuild } from './ports/served-build.ts';

/** Reads what `npm run build` has written about the build; null where the program runs from its sources (R-VER-12). */
export function readBuild(root: string): ServedBuild | null {
  const folder = join(root, 'apps', 'server', 'dist');
  const [pagePath, filesPath] = [join(folder, 'verify.html'), join(folder, 'SHA256SUMS')];
  if (!existsSync(pagePath) || !existsSync(filesPath)) return null;
  const [page, files] = [readFileSync(pagePath, 'utf8'), readFileSync(filesPath, 'utf8')];
  const [pageHash, filesHash] = [sha256(page), sha256(files)];
  const { version: product } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = JSON.stringify({ version: 'candor-build-1', product, files: filesHash, page: pageHash });
  return { page, pageHash, files, filesHash, text };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
