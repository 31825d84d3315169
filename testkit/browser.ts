import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** The browser that `npm test` found or installed. */
export function launchBrowser(): Promise<Browser> {
  // Chromium's own sandbox does not work for root, nor in most containers.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];
  return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args });
}

/** A phone in the hand: small, touched, three dots to the pixel. */
export function newPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const viewport = { width: 390, height: 844 };
  return browser.newContext({ viewport, deviceScaleFactor: 3, isMobile: true, hasTouch: true, ...options });
}
