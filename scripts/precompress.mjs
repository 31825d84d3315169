// A vite plugin: writes `.br` and `.gz` beside every text asset, which the server sends as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;

export function precompress() {
  let outDir = 'dist';
  return {
    name: 'candor:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(join(outDir, name))));
    },
  };
}

async function compress(path) {
  const bytes = await readFile(path);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await Promise.all([
    promisify(brotliCompress)(bytes, brotli).then((out) => writeFile(`${path}.br`, out)),
    promisify(gzip)(bytes, { level: 9 }).then((out) => writeFile(`${path}.gz`, out)),
  ]);
}
