import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import type { Serving } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from './phone-app.ts';

export interface PhoneJourney {
  readonly product: Serving;
  readonly browser: Browser;
  readonly phone: BrowserContext;
  readonly page: Page;
  readonly app: PhoneApp;
}

export interface PhoneJourneyOptions {
  readonly phone?: BrowserContextOptions;
  /** Address at which the app is opened; by default the product's. */
  readonly urlOf?: (product: Serving) => string | Promise<string>;
}

/** Gives each test of a file a fresh phone, with the shared product and browser. */
export function withPhone(take: (journey: PhoneJourney) => void, options: PhoneJourneyOptions = {}): void {
  const product = sharedProduct();
  let phone: BrowserContext;
  let troubles: string[];
  beforeEach(async () => {
    const browser = await sharedBrowser();
    const url = (await options.urlOf?.(product)) ?? product.url;
    phone = await newPhone(browser, options.phone);
    troubles = noteTroubles(phone);
    const page = await phone.newPage();
    take({ product, browser, phone, page, app: new PhoneApp(page, url) });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log([...(await whatStood(phone)), ...troubles].join('\n'));
    await phone.close();
  });
}

/** Describes each page of a failed test: address and text. */
function whatStood(phone: BrowserContext): Promise<string[]> {
  const pages = phone.pages().map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    return `${page.url()}: ${text.slice(0, 800).replaceAll(/\n+/g, ' | ')}`;
  });
  return Promise.all(pages);
}

/** Collects the errors of a phone's pages and its failed calls. */
function noteTroubles(phone: BrowserContext): string[] {
  const troubles: string[] = [];
  phone.on('weberror', (trouble) => troubles.push(String(trouble.error().stack)));
  phone.on('requestfailed', (request) => troubles.push(`${request.failure()?.errorText} ${request.url()}`));
  phone.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  return troubles;
}
