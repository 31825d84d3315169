import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { reachLocalhostNames } from './localhost-names.ts';

/**
 * Features of Chromium that are switched off. It keeps only the last list it is given, so Playwright's own names are
 * repeated here. The popups of the address bar took a process and a sixth of the work of each context.
 */
const switchedOff = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ...['AimEnabled', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** Launches the browser that `npm test` found or installed. */
export function launchBrowser(): Promise<Browser> {
  reachLocalhostNames();
  // Chromium's own sandbox does not work for root, nor in most containers.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];
  args.push(`--disable-features=${switchedOff.join(',')}`);
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args });
}

/**
 * Opens a context like a phone: small, with touch, three dots to the pixel. Service workers are blocked, because one
 * would load the whole app beside each journey and answer in place of the network; `offline.test.ts` allows them.
 */
export function newPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const viewport = { width: 390, height: 844 };
  const withoutWorker = { serviceWorkers: 'block' } as const;
  return browser.newContext({
    viewport,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    ...withoutWorker,
    ...options,
  });
}

/** Lets a page draw so many frames: what it does because of a resize, a new state or a finished call is done then. */
export async function drawFrames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  }, count);
}
