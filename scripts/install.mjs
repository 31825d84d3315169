// Installs the packages that package-lock.json names, when they are not there already.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, step } from './steps.mjs';

const marker = join(root, 'node_modules', '.candor-install.json');

/** Identifies an installation: lockfile, Node and machine, so that a copied folder is installed again. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock, node: process.versions.modules, platform: process.platform, arch: process.arch });
}

/** True if npm itself has installed since: its record then names everything that this machine needs. */
function isInstalledByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(marker) || !existsSync(record)) return false;
  const has = JSON.parse(readFileSync(record, 'utf8')).packages;
  const needs = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const isForUs = ({ optional, os, cpu, libc }) =>
    !optional || (os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'));
  return Object.entries(needs).every(
    ([path, entry]) => !path.includes('node_modules/') || !isForUs(entry) || has[path]?.version === entry.version,
  );
}

export async function ensureInstalled() {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted()) return;
  if (isInstalledByHand()) {
    writeFileSync(marker, wanted());
    return;
  }
  const [command, ...npm] = npmCommand();
  // dev packages build the program; NODE_ENV=production would leave them out.
  const args = [
    ...npm,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...ownCache(),
  ];
  await step('Installing packages (once; needs the network)', command, args, { env: cleanEnvironment() });
  writeFileSync(marker, wanted());
}

/** Uses a cache in the repository if npm's own cannot be written, e.g. in the home of another user. */
function ownCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  return canWrite(usual) ? [] : ['--cache', join(root, '.cache', 'npm')];
}

/** True if a folder can be written or created. */
function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return error.code === 'ENOENT' && dirname(folder) !== folder && canWrite(dirname(folder));
  }
}

/** Returns the npm that called this script, or the one on the path. */
export function npmCommand() {
  const caller = process.env.npm_execpath;
  return caller?.endsWith('.js') ? [process.execPath, caller] : ['npm'];
}

/** Removes the settings that `npm --prefix` passes down, which an inner npm would take for its own. */
function cleanEnvironment() {
  const ours = /^npm_(?:lifecycle|package|config_(?:prefix|local_prefix|global|workspace|workspaces|omit|production))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
