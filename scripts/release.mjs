// npm run release: one folder and one archive with everything that an installation runs, and nothing that only a build needs.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, npmCommand } from './install.mjs';
import { licencesOf, licenceText, packagesOf, readLock } from './shipped-packages.mjs';
import { main, root, run, StepError, stopChildrenWithUs } from './steps.mjs';

const copied = [
  'apps/server/dist',
  'apps/web/dist',
  'apps/console/dist',
  'ops',
  'docs',
  'tools/verify-receipt',
  'tools/witness',
  'examples',
];
const files = [
  'scripts/health.mjs',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'README.md',
];
/** Time of every file in the archive: the same sources give the same archive. */
const archiveTime = '2020-01-01T00:00:00Z';

/** Makes the release in an empty or missing folder; resolves to its version. */
async function makeRelease(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StepError(`${folder} is not empty: name another folder, or remove it first.`);
  const { version, engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = readLock();
  const served = packagesOf('apps/server', lock);
  const bundled = ['apps/web', 'apps/console'].flatMap((app) => packagesOf(app, lock));
  const packages = licencesOf([...new Set([...served, ...bundled])], lock);
  for (const path of [...copied, ...served]) copyPart(path, folder);
  for (const path of files) copyPart(path, folder);
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write(
    'package.json',
    `${JSON.stringify({ name: 'candor', version, type: 'module', private: true, license, engines }, null, 2)}\n`,
  );
  write('THIRD-PARTY-LICENCES.txt', licenceText(packages));
  write('NOTES.md', notesOf(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
  write('sbom.cdx.json', await billOfMaterials());
  write('SHA256SUMS', sumsOf(folder));
  return version;
}

/** Copies a file or folder. Packages within a package are named themselves, and are copied only then. */
function copyPart(path, folder) {
  const from = join(root, path);
  if (!existsSync(from)) throw new StepError(`${path} is missing: run npm run build, or npm ci.`);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const isWanted = (file) => !relative(from, file).split('/').includes('node_modules');
  cpSync(from, join(folder, path), { recursive: true, dereference: true, filter: isWanted });
}

/** Returns the section of the changelog about a version. Throws if there is none. */
export function notesOf(version, changelog) {
  const sections = changelog.split(/^(?=## )/m);
  const found = sections.find((one) => {
    const [, title = ''] = /^## (.*)$/m.exec(one) ?? [];
    return title.split(/[\s(),]+/).includes(version);
  });
  if (found === undefined) throw new StepError(`CHANGELOG.md has no section for version ${version}.`);
  return `${found.trimEnd()}\n`;
}

/** Returns the parts as a CycloneDX document, without what would differ between two releases of the same sources. */
async function billOfMaterials() {
  const [command, ...npm] = npmCommand();
  const { code, output } = await run(command, [...npm, 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']);
  if (code !== 0) throw new StepError(`npm could not list the parts:\n${output}`);
  const { serialNumber: _, ...bill } = JSON.parse(output);
  delete bill.metadata.timestamp;
  bill.metadata.component.name = 'candor';
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Returns a line for each file as sha256sum prints it: `sha256sum -c SHA256SUMS` compares. */
function sumsOf(folder) {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const lines = names
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}`);
  return `${lines.join('\n')}\n`;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Packs a folder so that the same files give the same bytes. */
async function pack(folder, archive) {
  const order = [
    '--sort=name',
    `--mtime=${archiveTime}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go=rX',
  ];
  const name = archive.replace(/^.*\/|\.tar\.gz$/g, '');
  const args = [...order, `--transform=s,^\\.,${name},`, '-C', folder, '-I', 'gzip -n -6', '-cf', archive, '.'];
  const { code, output } = await run('tar', args);
  if (code !== 0) throw new StepError(`tar could not pack ${folder}:\n${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopChildrenWithUs();
  await main(async () => {
    const { values } = parseArgs({ options: { folder: { type: 'string' }, archive: { type: 'string' } } });
    await ensureInstalled();
    await ensureBuilt();
    const out = join(root, 'dist', 'release');
    if (values.folder === undefined) rmSync(out, { recursive: true, force: true });
    const folder = resolve(values.folder ?? join(out, 'candor'));
    const version = await makeRelease(folder);
    console.log(`Candor ${version} is in ${folder}`);
    if (values.folder !== undefined && values.archive === undefined) return;
    const archive = resolve(values.archive ?? join(out, `candor-${version}.tar.gz`));
    await pack(folder, archive);
    const sum = sha256(readFileSync(archive));
    writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
    console.log(`  ${archive}\n  SHA-256 ${sum}`);
  });
}
