// Finds the browser for the journeys, or downloads one.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, StepError, step } from './steps.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of an installed browser, or undefined. `CHROMIUM_PATH` wins. */
function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new StepError(`CHROMIUM_PATH names ${chosen}, and there is nothing there.`);
  }
  const places = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macApps];
  return places.find((path) => existsSync(path)) ?? downloadedBrowser();
}

function downloadedBrowser() {
  try {
    const { chromium } = createRequire(join(root, 'package.json'))('playwright-core');
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
  } catch {
    return undefined;
  }
}

export async function ensureBrowser() {
  const tried = [];
  for (const get of [undefined, installDebianPackage, downloadByPlaywright]) {
    try {
      await get?.();
    } catch (error) {
      tried.push(error.message);
    }
    const found = findBrowser();
    if (found) return found;
  }
  throw new StepError(
    `No browser for the journeys. ${tried.join(' ')} Install Chromium or Chrome, or name one with CHROMIUM_PATH=/path/to/chromium.`,
  );
}

/** Installs fonts too: texts in eastern scripts must not be measured on empty boxes. */
async function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step('Updating the list of Debian packages', 'apt-get', ['update', '-qq'], { env, isQuiet: true });
  const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'];
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  await step('Installing Chromium from Debian', 'apt-get', args, { env, isQuiet: true });
}

async function downloadByPlaywright() {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  await step('Downloading Chromium with Playwright', process.execPath, [cli, 'install', 'chromium']);
}
