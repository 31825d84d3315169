// npm run reproduce [-- --expect FILE]: builds everything that browsers get twice, in two other folders, and compares every
// file: web app, console and the page that verifies. With a list from a server (/verify/SHA256SUMS) that is compared too.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from './build-files.mjs';
import { ensureInstalled } from './install.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { main, root, run, StepError, stopChildrenWithUs } from './steps.mjs';

endQuietly();

const copied = ['apps', 'packages', 'scripts', 'tools', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

/** Copies the sources without what was built of them. */
function copySources(folder) {
  const isSource = (path) => !/[\\/](?:node_modules|dist)$/.test(path);
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource });
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'), folder);
  for (const name of readdirSync(join(root, 'apps'))) {
    const own = join(root, 'apps', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'apps', name, 'node_modules'));
  }
}

/** Links every installed package; those of the repository itself lead into the copy. */
function linkPackages(from, to, folder) {
  mkdirSync(join(to, '@candor'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@candor') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@candor'))) {
    const source = relative(realpathSync(root), realpathSync(join(from, '@candor', name)));
    symlinkSync(join(folder, source), join(to, '@candor', name));
  }
}

/** Builds a copy and returns its list of files. */
async function buildIn(folder) {
  copySources(folder);
  // Without npm: it would install into the linked packages.
  const build = "import('./scripts/build.mjs').then((built) => built.ensureBuilt())";
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', build], { cwd: folder });
  if (code !== 0) throw new StepError(`The build in ${folder} failed:\n${output}`);
  return readFileSync(join(folder, 'apps/server/dist/SHA256SUMS'), 'utf8');
}

/** Returns the lines of two lists that differ. */
function differences(one, other) {
  const [own, theirs] = [new Set(one.split('\n')), new Set(other.split('\n'))];
  return [...own, ...theirs].filter((line) => !own.has(line) || !theirs.has(line));
}

stopChildrenWithUs();
await main(async () => {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'candor-reproduce-'));
  try {
    const first = await buildIn(join(folder, 'first'));
    const second = await buildIn(join(folder, 'and', 'the-second'));
    const lists = values.expect === undefined ? [second] : [second, readFileSync(values.expect, 'utf8')];
    for (const other of lists) {
      const found = differences(first, other);
      if (found.length > 0) throw new StepError(`These files differ:\n${found.join('\n')}`);
    }
    const count = first.trim().split('\n').length;
    console.log(`Both builds have the same ${count} files. SHA-256 of their list: ${sha256(first)}`);
    if (values.expect !== undefined) console.log(`They are those of ${values.expect}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
