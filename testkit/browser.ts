import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { reachLocalhostNames } from './localhost-names.ts';

/**
 * Disabled features of Chromium. Chromium uses only the last list, so Playwright's own names are repeated here. The
 * popups of the address bar took a process and a sixth of the work of each context.
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
  // Chromium's sandbox does not work for root or in most containers.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];
  args.push(`--disable-features=${switchedOff.join(',')}`);
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args });
}

/**
 * Opens a context like a phone: small, with touch, three device pixels per CSS pixel. Service workers are blocked,
 * because one would load the whole app in each journey and answer instead of the network; `offline.test.ts` allows them.
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

/** Types a text sign by sign in one turn of the page: on a busy machine a pause between keys may be longer than a typist's. */
export async function typeAtOnce(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, whole) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (let signs = 1; signs <= whole.length; signs += 1) {
      write?.call(element, whole.slice(0, signs));
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
}

/** Waits until a page has rendered `count` frames, so that effects of a resize, a new state or an answer are done. */
export async function drawFrames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  }, count);
}
