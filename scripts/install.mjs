// Installs the packages that package-lock.json names, when they are not there already.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, step } from './steps.mjs';

const marker = join(root, 'node_modules', '.candor-install.json');

/** Another lockfile, another Node or another machine (a copied folder) needs another installation. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock, node: process.versions.modules, platform: process.platform, arch: process.arch });
}

/** Whether somebody has run npm's own install since: then npm's record names all that this machine needs. */
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

/** A cache in the repository where npm's own cannot be written, as with a home folder of somebody else. */
function ownCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  return canWrite(usual) ? [] : ['--cache', join(root, '.cache', 'npm')];
}

/** Whether a folder can be written, or made where it is not there yet. */
function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return error.code === 'ENOENT' && dirname(folder) !== folder && canWrite(dirname(folder));
  }
}

/** The npm that called us, else the one on the path. */
export function npmCommand() {
  const caller = process.env.npm_execpath;
  return caller?.endsWith('.js') ? [process.execPath, caller] : ['npm'];
}

/** `npm --prefix` hands its own settings down, and an npm inside it would take them for its own. */
export function cleanEnvironment() {
  const ours = /^npm_(?:lifecycle|package|config_(?:prefix|local_prefix|global|workspace|workspaces|omit|production))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
