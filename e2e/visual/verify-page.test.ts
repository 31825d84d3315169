import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrames, newPhone } from '../../testkit/browser.ts';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { signedWith } from '../../testkit/signed-with.ts';
import { testBuild } from '../../testkit/test-build.ts';
import { VerifyApp } from '../page-models/verify-app.ts';
import { axeFindings } from './axe.ts';
import { smallTargets } from './page-findings.ts';

const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, isMobile: false, deviceScaleFactor: 1 };
let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  folder = scratchFolder('candor-verify-');
  const file = join(folder, 'verify.html');
  writeFileSync(file, testBuild.page);
  address = pathToFileURL(file).href;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the page and gives it a good receipt, a stop-out that is not justified, and a file that cannot be read. */
async function filledPage(options: BrowserContextOptions = {}) {
  const context = await newPhone(browser, options);
  const app = new VerifyApp(await context.newPage());
  await app.page.goto(address);
  const isEnglish = ['en', undefined].includes(options.locale);
  const receipts = await receiptsOf(scenarioOfReasons().events);
  const stopOut = receipts.find(({ fields }) => fields.reason?.kind === 'stop-out');
  await app.give(
    { name: 'keys.json', content: keysOf(testSigner()) },
    { name: 'a-receipt-with-a-name-that-is-longer-than-a-phone-is-wide-0123456789.json', content: receipts },
    { name: 'forged.json', content: await signedWith(stopOut, { 'reason.stopOutPercent': 5 }) },
    { name: 'what.txt', content: 'what' },
  );
  if (isEnglish) expect(await app.verdicts()).toEqual(['Verified', 'Not justified']);
  return { context, app };
}

test.each<[string, BrowserContextOptions]>([
  ['a phone', {}],
  ['a phone, dark', { colorScheme: 'dark' }],
  ['a desk', desk],
  ['a desk, dark', { ...desk, colorScheme: 'dark' }],
  ['a phone, Arabic', { locale: 'ar' }],
  ['a desk, Russian', { ...desk, locale: 'ru' }],
])(
  'R-VER-07 the page has no finding of axe, no small target and nothing beside the screen: %s',
  async (_name, options) => {
    const { context, app } = await filledPage(options);
    const { page } = app;
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(smallTargets, 44)).toEqual([]);
    expect(await overflow()).toBe(0);
    // The largest text of a browser.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
    await drawFrames(page);
    expect(await overflow()).toBe(0);
    await context.close();
  },
);

test('R-VER-07 everything is reached and done by keyboard', async () => {
  const { context, app } = await filledPage(desk);
  const { page } = app;
  const names: string[] = [];
  await page.evaluate(() => document.body.focus());
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.id ?? ''));
  }
  expect(names).toEqual(['language', 'files', 'open-paste', 'clear', 'address', '', 'read-log', 'log-folder']);
  await page.getByRole('button', { name: 'Start again' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#results > section').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Paste text' }).focus();
  await page.keyboard.press('Enter');
  const [receipt] = await receiptsOf(scenarioOfReasons().events);
  await page.keyboard.insertText(JSON.stringify(receipt));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Verified', level: 2 }).waitFor();
  expect(app.errors).toEqual([]);
  await context.close();
});
