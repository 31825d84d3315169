import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from './browser.ts';

let shared: Promise<Browser> | null = null;
let usedBy: string | undefined;

/** Returns the worker's browser, launched once and ended with the process; closes contexts of the previous test file. */
export async function sharedBrowser(): Promise<Browser> {
  const { testPath } = expect.getState();
  const isNewFile = testPath !== usedBy;
  usedBy = testPath;
  shared ??= launchBrowser();
  let browser = await shared;
  if (!browser.isConnected()) {
    shared = launchBrowser();
    browser = await shared;
  }
  if (isNewFile) await Promise.all(browser.contexts().map((context) => context.close()));
  return browser;
}
