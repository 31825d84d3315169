import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { reachLocalhostNames } from './localhost-names.ts';

/**
 * What is switched off beside the pages. Chromium keeps the last list that it is given, so Playwright's own names stand
 * here again; the popups of the address bar, which nobody sees, took a process and a sixth of all work for each context.
 */
const switchedOff = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ...['AimEnabled', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** The browser that `npm test` found or installed. */
export function launchBrowser(): Promise<Browser> {
  reachLocalhostNames();
  // Chromium's own sandbox does not work for root, nor in most containers.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];
  args.push(`--disable-features=${switchedOff.join(',')}`);
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args });
}

/**
 * A phone in the hand: small, touched, three dots to the pixel. Without a service worker, which would load the whole app
 * beside each journey and answer in the network's place; `offline.test.ts` has one.
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
