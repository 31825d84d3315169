import { randomUUID } from 'node:crypto';
import type { Favourites, Preferences } from '@candor/contracts/http/content';
import type { SignedIn } from '@candor/contracts/http/identity';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { type JourneyCompany, openCompany } from '../../testkit/shared-product.ts';
import { ChoicesApp } from '../page-models/choices-app.ts';
import { enterAs, registerTrader, traderPassword } from '../page-models/real-trader.ts';

let product: JourneyCompany;
let browser: Browser;
let phone: BrowserContext;
let app: ChoicesApp;

beforeAll(async () => {
  [product, browser] = await Promise.all([openCompany('choices'), sharedBrowser()]);
});
beforeEach(async () => {
  phone = await newPhone(browser);
  app = await appOn(phone);
});
afterEach(() => phone.close());

async function appOn(context: BrowserContext): Promise<ChoicesApp> {
  return new ChoicesApp(await context.newPage(), product.url);
}

async function openDemo(): Promise<SignedIn> {
  return (await call<SignedIn>(product.callUrl, '/api/user/createAccountDemoForU', { demo_id: randomUUID() })).data;
}

async function closeOrders(token: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const order = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 100 };
    const placed = await call<{ Id: number }>(product.callUrl, '/v1/api/forex/submit', order, token);
    expect(placed.code, placed.msg).toBe(1);
    expect((await call(product.callUrl, '/v1/api/forex/close', { id: placed.data.Id }, token)).code).toBe(1);
  }
  // The ranking is calculated from the history, which is written after the answer, and is cached for a minute.
  const history = () => call<{ total: number }>(product.callUrl, '/v1/api/forex/my_deal?status=3', null, token);
  await expect.poll(async () => (await history()).data.total).toBe(count);
}

const savedBy = async ({ token }: SignedIn) =>
  (await call<Preferences>(product.callUrl, '/api/user/preferences', null, token)).data;

describe('the ranking', () => {
  test('R-RANK-01 R-RANK-02 R-SCR-41 a trader who opts in and closes ten orders is listed; copying shows "coming soon"', async () => {
    const trader = await openDemo();
    await enterAs(phone, trader);
    await app.openSettings();
    await expect.poll(() => app.rankingSwitch.getAttribute('aria-checked')).toBe('false');
    await app.page.getByText('Your demo account is listed as Demo').waitFor();
    await app.rankingSwitch.click();
    await expect.poll(() => app.rankingSwitch.getAttribute('aria-checked')).toBe('true');
    expect((await savedBy(trader)).ranking_opt_in).toBe(true);
    await closeOrders(trader.token, 10);

    await app.open('/rank');
    const card = app.seen('ranking-row');
    await card.waitFor();
    await expect.poll(() => card.count()).toBe(1);
    for (const text of [`***${trader.user.uid.slice(-3)}`, 'Demo', 'EUR/USD', '100×', 'Total orders 10', '0.0%'])
      await expect.poll(() => card.innerText()).toContain(text);
    await expect.poll(() => app.rankingSwitch.getAttribute('aria-checked')).toBe('true');
    await app.page.getByText(/^As of /).waitFor();

    await app.button(/^Follow /).click();
    await app.page.getByRole('alertdialog', { name: 'Coming soon~' }).waitFor();
    await app.button('Got it').click();
    await app.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await app.button('How the ranking works').click();
    await app.page.getByRole('dialog').getByText('at least 10 orders').waitFor();
  });

  test('R-RANK-02 a new sort order covers all pages; reaching the end of the first page requests the next', async () => {
    const pages: string[] = [];
    await phone.route('**/api/follow/list*', async (route) => {
      const page = new URL(route.request().url()).searchParams.get('page') ?? '1';
      pages.push(page);
      const data = Array.from({ length: page === '1' ? 20 : 2 }, (_, index) =>
        rankedAt((Number(page) - 1) * 20 + index + 1),
      );
      await route.fulfill({
        json: { code: 1, msg: '', data: { data, total: 22, is_shown: true, at: Date.now() - 5_000 } },
      });
    });
    await app.open('/rank');
    await expect.poll(() => app.seen('ranking-row').count()).toBe(20);
    expect(pages).toEqual(['1']);
    await app.button('Total margin').click();
    await expect.poll(() => app.seen('ranking-row').count()).toBe(22);
    await expect.poll(() => app.seen('ranking-row').first().innerText()).toContain('a***022');
    await app.button('3-week margin').click();
    await expect.poll(() => app.seen('ranking-row').first().innerText()).toContain('a***001');
    await app.page.getByText('No more accounts').waitFor();
  });

  test('R-RANK-02 a ranking that fails to load shows its code; "Try again" loads it', async () => {
    let isBroken = true;
    await phone.route('**/api/follow/list*', (route) => (isBroken ? route.fulfill({ status: 502 }) : route.continue()));
    await app.open('/rank');
    await app.page.getByText('The ranking did not load').waitFor();
    await app.page.getByText('Code 502').waitFor();
    isBroken = false;
    await app.button('Try again').click();
    await app.page.getByText('Log in to take part').waitFor();
  });
});

function rankedAt(rank: number) {
  return {
    rank,
    user: `a***${String(rank).padStart(3, '0')}`,
    is_demo: 0,
    multiple: 100,
    code: 'EURUSD',
    three_week_rate: (100 - rank).toFixed(2),
    three_week_win: '50.00',
    three_week_profit: '10.000000',
    total_rate: `${rank}.00`,
    total_trade_num: 10,
  };
}

describe('preferences', () => {
  test('R-CNT-07 R-SCR-51 the text size applies before the first paint, and on another device after login', async () => {
    const trader = await registerTrader(product.callUrl, product.dataDir);
    await enterAs(phone, trader);
    await app.openSettings();
    await app.rankingSwitch.waitFor();
    await app.chooseSize('Larger');
    expect(await app.sizeOfText()).toBe(1.3);
    await expect.poll(async () => (await savedBy(trader)).text_size).toBe('larger');
    await app.page.reload({ waitUntil: 'commit' });
    await app.page.waitForFunction(() => document.body !== null);
    expect(await app.page.evaluate(() => document.documentElement.dataset['text'])).toBe('larger');

    const other = await newPhone(browser);
    const there = await appOn(other);
    await there.open('/login');
    expect(await there.sizeOfText()).toBe(1);
    await there.enter(trader.user.email, traderPassword);
    await expect.poll(() => there.sizeOfText()).toBe(1.3);
    await other.close();
  });

  test('R-CNT-07 a choice made offline applies on the device with a notice, and is saved after reconnecting', async () => {
    const trader = await openDemo();
    await enterAs(phone, trader);
    await app.openSettings();
    await app.rankingSwitch.waitFor();
    await phone.setOffline(true);
    await app.page.getByRole('tab', { name: 'Dark' }).click();
    await app.page.getByText('Saved on this device').waitFor();
    await expect.poll(() => app.page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect((await savedBy(trader)).theme).toBeNull();
    await phone.setOffline(false);
    await app.page.reload();
    await expect.poll(async () => (await savedBy(trader)).theme).toBe('dark');
    await expect.poll(() => app.page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('R-SCR-51 at the largest size no figure wraps or overflows on market, trade, ticket, orders, account and ranking', async () => {
    await enterAs(phone, await openDemo());
    await app.openSettings();
    await app.chooseSize('Larger');
    await app.open('/trade');
    const sheet = await app.openBuyTicket();
    expect(await app.brokenFigures()).toEqual([]);
    await app.submitOrder(sheet);
    for (const path of ['/', '/trade', '/order', '/user', '/rank']) {
      await app.open(path);
      await app.page.waitForLoadState('networkidle').catch(() => undefined);
      expect(await app.brokenFigures(), path).toEqual([]);
      expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
    }
  });
});

const favouritesOf = async ({ token }: SignedIn) =>
  (await call<Favourites>(product.callUrl, '/api/user/favourites', null, token)).data;

describe('favourites', () => {
  test('R-SCR-50 R-CNT-06 a visitor’s favourites move into their account at login, and from there to another device', async () => {
    const trader = await registerTrader(product.callUrl, product.dataDir);
    await app.open('/product');
    await app.page.getByRole('searchbox').fill('XAU');
    await app.star('XAU/USD').click();
    await app.page.getByRole('searchbox').fill('EUR/USD');
    await app.star('EUR/USD').click();
    await app.open('/');
    await app.favouritesChip.click();
    await expect.poll(() => app.rowCodes()).toEqual(['XAUUSD', 'EURUSD']);
    await app.page.reload();
    await app.favouritesChip.click();
    await expect.poll(() => app.rowCodes()).toEqual(['XAUUSD', 'EURUSD']);
    await app.enter(trader.user.email, traderPassword);
    await expect.poll(async () => (await favouritesOf(trader)).ids.length).toBe(2);

    const other = await newPhone(browser);
    await enterAs(other, trader);
    const there = await appOn(other);
    await there.open('/');
    await there.favouritesChip.click();
    await expect.poll(() => there.rowCodes()).toEqual(['XAUUSD', 'EURUSD']);
    await there.seen('market-row').first().click();
    await there.star('XAU/USD').click();
    await expect.poll(async () => (await favouritesOf(trader)).ids).toEqual([1]);
    await other.close();
    await app.open('/');
    await app.favouritesChip.click();
    await expect.poll(() => app.rowCodes()).toEqual(['EURUSD']);
  });

  test('R-SCR-50 are reordered by grip and by button, and saved as a whole', async () => {
    const trader = await openDemo();
    await call(product.callUrl, '/api/user/favourites', { ids: [1, 2, 3] }, trader.token);
    await enterAs(phone, trader);
    await app.open('/');
    await app.favouritesChip.click();
    await expect.poll(() => app.seen('market-row').count()).toBe(3);
    const [first, second, third] = await app.rowCodes();
    await app.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.sheetAtRest();
    await app.dragOver(first ?? '', third ?? '');
    await expect.poll(() => app.arrangedCodes()).toEqual([second, third, first]);
    await app.arranged.nth(1).getByRole('button', { name: / up$/ }).press('Enter');
    await expect.poll(() => app.arrangedCodes()).toEqual([third, second, first]);
    expect(await app.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/ up$/);
    expect((await favouritesOf(trader)).ids).toEqual([1, 2, 3]);

    await phone.setOffline(true);
    await app.button('Save').click();
    await app.page.getByText(/^Network error/).waitFor();
    expect(await app.arrangedCodes()).toEqual([third, second, first]);
    await phone.setOffline(false);
    await app.button('Save').click();
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => app.rowCodes()).toEqual([third, second, first]);
    await expect.poll(async () => (await favouritesOf(trader)).ids).toEqual([3, 2, 1]);
  });

  test('R-SCR-50 a star tapped offline shows an error and reverts; an empty list links to the search', async () => {
    const trader = await openDemo();
    await enterAs(phone, trader);
    await app.open('/');
    await app.favouritesChip.click();
    await app.page.getByText('No favourites yet').waitFor();
    await app.page.getByRole('link', { name: 'Find instruments' }).click();
    await app.page.getByRole('searchbox').fill('XAU');
    await app.star('XAU/USD').waitFor();
    await phone.setOffline(true);
    await app.star('XAU/USD').click();
    await app.page.getByText(/^Network error/).waitFor();
    await expect.poll(() => app.star('XAU/USD').getAttribute('aria-label')).toBe('Add XAU/USD to favourites');
    expect((await favouritesOf(trader)).ids).toEqual([]);
    const box = await app.star('XAU/USD').boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
  });
});
