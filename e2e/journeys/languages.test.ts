import { codes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import type { BasicInfo } from '@candor/contracts/http/company';
import { describe, expect, test } from 'vitest';
import { drawFrames } from '../../testkit/browser.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let phone: PhoneJourney['phone'];
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ phone, page, app } = journey));

const chip = (name: string) => app.seen('category-chip').filter({ hasText: name });
const option = (name: string) => page.getByRole('option', { name });
const language = () => page.evaluate(() => document.documentElement.lang);
const categories = '**/v1/api/forex/getCategories*';
const prices = '**/v1/api/forex/trade_list*';
const refusal = { json: { code: codes.busy, msg: 'Busy', data: null } };

/** Navigates as a link of the app does: the page and its state stay. */
async function goTo(path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
}

describe('R-LANG-03 a name from the server', () => {
  test('is never shown in the previous language', async () => {
    await app.open('/login?from=/');
    await app.startDemo();
    await chip('Metals').waitFor();
    await goTo('/mine/history');
    await page.getByText('Practice money').waitFor();
    await goTo('/language');
    await page.route('**/accountLog/forexChange*', () => new Promise(() => undefined));
    await option('Deutsch').click();
    await app.seen('skeleton-row').first().waitFor();
    expect(await page.getByText('Practice money').count()).toBe(0);
    await goTo('/');
    await chip('Metalle').waitFor();
    expect(await chip('Metals').count()).toBe(0);
  });

  test('loads on retry and on reconnect, if the categories failed to load at first', async () => {
    await page.route(categories, (route) => route.fulfill(refusal));
    await page.route(prices, (route) => route.fulfill(refusal));
    await app.open();
    await app.button('Try again').waitFor();
    await page.unroute(prices);
    await page.unroute(categories);
    await app.button('Try again').click();
    await chip('Metals').waitFor();

    await page.route(categories, (route) => route.fulfill(refusal));
    await page.reload();
    await app.seen('market-row').first().waitFor();
    await phone.setOffline(true);
    await page.getByText(/No connection/).waitFor();
    expect(await chip('Metals').count()).toBe(0);
    await page.unroute(categories);
    await phone.setOffline(false);
    await chip('Metals').waitFor();
  });
});

describe('R-SCR-11 picking a language', () => {
  test('shows an error and keeps the current language if the file fails to load', async () => {
    await page.route('**/assets/de-*.js', (route) => route.abort());
    await app.open('/mine/system');
    await goTo('/language');
    await option('Deutsch').click();
    await page.getByText('Network error · ERR_NETWORK').waitFor();
    expect(await language()).toBe('en');
    await page.unroute('**/assets/de-*.js');
    await option('Deutsch').click();
    await expect.poll(language).toBe('de');
  });

  test('and then another one applies the second, and navigates back once', async () => {
    let letThrough = () => {};
    const isPicked = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/fr-*.js', async (route) => {
      await isPicked;
      await route.continue();
    });
    await app.open('/mine/email');
    await goTo('/mine/system');
    await goTo('/language');
    await option('Français').click();
    await option('Deutsch').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/mine/system');
    const arrived = page.waitForResponse('**/assets/fr-*.js');
    letThrough();
    await (await arrived).finished();
    await drawFrames(page, 10);
    expect(await language()).toBe('de');
    expect(new URL(page.url()).pathname).toBe('/mine/system');
  });
});

test('R-LANG-09 the list contains the languages that the company offers, and the current one', async () => {
  await app.open('/language');
  await option('Deutsch').waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(14);

  await page.route('**/api/basicSet/getBasicInfo*', async (route) => {
    const answer = (await (await route.fetch()).json()) as Envelope<BasicInfo>;
    await route.fulfill({ json: { ...answer, data: { ...answer.data, languages: ['en', 'de'] } } });
  });
  await page.goto('about:blank');
  await app.open('/mine/system#lang=fr');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goTo('/language');
  await expect.poll(() => page.getByRole('option').count()).toBe(3);
  await expect.poll(() => option('Français').getAttribute('aria-selected')).toBe('true');
  expect(await language()).toBe('fr');
  await option('Deutsch').click();
  await expect.poll(language).toBe('de');
});
