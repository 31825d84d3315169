// Builds every app that has a vite.config.ts, all at once, when a source has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBuildFiles } from './build-files.mjs';
import { ensureInstalled } from './install.mjs';
import { main, root, step, stopChildrenWithUs } from './steps.mjs';

const marker = join(root, 'dist', '.build.json');

/** True if the build is that of the sources. */
export function isBuildCurrent() {
  return isBuilt(hashOfSources());
}

export async function ensureBuilt() {
  const sources = hashOfSources();
  if (isBuilt(sources)) return;
  rmSync(marker, { force: true });
  await Promise.all(apps().map((app) => buildApp(app)));
  writeBuildFiles(root);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(marker, JSON.stringify({ sources }));
}

function buildApp(app) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  return step(`Building ${app}`, process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps', app),
    env,
  });
}

function apps() {
  return readdirSync(join(root, 'apps')).filter((app) => existsSync(join(root, 'apps', app, 'vite.config.ts')));
}

function isBuilt(sources) {
  if (!existsSync(marker) || JSON.parse(readFileSync(marker, 'utf8')).sources !== sources) return false;
  if (!existsSync(join(root, 'apps', 'server', 'dist', 'SHA256SUMS'))) return false;
  return apps().every((app) => existsSync(join(root, 'apps', app, 'dist')));
}

/** Hashes contents, not times: a fresh checkout of the same sources needs no new build. */
function hashOfSources() {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  const steps = ['build', 'build-files', 'precompress', 'app-shell'].map((name) => `scripts/${name}.mjs`);
  for (const path of ['package-lock.json', 'tsconfig.base.json', ...steps]) add(path);
  for (const group of ['packages', 'apps', 'tools'].filter((name) => existsSync(join(root, name)))) {
    for (const name of readdirSync(join(root, group)).sort())
      for (const path of sourcesOf(join(group, name))) add(path);
  }
  return hash.digest('hex');
}

function sourcesOf(folder) {
  const found = [];
  const inOrder = (a, b) => (a.name < b.name ? -1 : 1);
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).toSorted(inOrder)) {
    const path = join(folder, entry.name);
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue;
    if (entry.isDirectory()) found.push(...sourcesOf(path));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopChildrenWithUs();
  await main(async () => {
    await ensureInstalled();
    rmSync(marker, { force: true });
    await ensureBuilt();
  });
}
