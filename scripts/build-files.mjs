// Lists what `npm run build` has made for browsers, with the SHA-256 of each file, as `sha256sum` prints it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Compressed copies differ with the version of Node, and have the content of the file beside them. */
const leftOut = /\.(?:br|gz)$/;
const page = 'apps/server/dist/verify.html';

/** Writes the page that verifies, and the list, beside the server. Returns the list. */
export function writeBuildFiles(root) {
  const build = join(root, 'tools', 'verify-receipt', 'build-page.mjs');
  execFileSync(process.execPath, [build, join(root, page)]);
  const names = [page, ...['apps/console/dist', 'apps/web/dist'].flatMap((folder) => filesIn(root, folder))];
  const lines = names
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => `${sha256(readFileSync(join(root, name)))}  ${name}\n`);
  writeFileSync(join(root, 'apps/server/dist/SHA256SUMS'), lines.join(''));
  return lines.join('');
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !leftOut.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
