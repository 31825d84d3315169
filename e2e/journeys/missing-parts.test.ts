import { beforeEach, describe, expect, test } from 'vitest';
import { texts as de } from '../../packages/texts/src/de/web.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));
beforeEach(async () => {
  await app.open('/#lang=de');
  await app.seen('market-row').first().waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
});

const failed = () => page.getByRole('heading', { name: de['failed.title'] });
const again = () => app.button(de['common.tryAgain']);
const ranking = () => page.getByRole('heading', { name: de['tab.rank'], exact: true });
const isSamePage = () => page.evaluate(() => 'isSamePage' in window);
/** Address pattern of the built file of one part. */
const fileOf = (part: string) => `**/assets/${part}-*.js`;

describe('R-ERR-07 a part of the app that fails to load', () => {
  test('shows an error inside the frame, and loads on “Try again” without a page reload', async () => {
    await page.route(fileOf('RankingScreen'), (route) => route.abort());
    await app.seen('tab-rank').click();
    await failed().waitFor();
    await expect.poll(() => app.seen('tab-rank').getAttribute('aria-current')).toBe('page');
    await page.unroute(fileOf('RankingScreen'));
    await again().click();
    await ranking().waitFor();
    expect(await failed().count()).toBe(0);
    expect(await isSamePage()).toBe(true);
  });

  test('loads by itself on the next visit', async () => {
    await page.route(fileOf('RankingScreen'), (route) => route.abort());
    await app.seen('tab-rank').click();
    await failed().waitFor();
    await app.tab('market').click();
    await app.seen('market-row').first().waitFor();
    await page.unroute(fileOf('RankingScreen'));
    await app.seen('tab-rank').click();
    await ranking().waitFor();
    expect(await isSamePage()).toBe(true);
  });

  test('loads together with its style sheet, if the style sheet failed to load', async () => {
    const sheet = '**/assets/RankingScreen-*.css';
    await page.route(sheet, (route) => route.abort());
    await app.seen('tab-rank').click();
    await failed().waitFor();
    await page.unroute(sheet);
    await again().click();
    await ranking().waitFor();
    const isStyled = () => [...document.styleSheets].some(({ href }) => href?.includes('/RankingScreen-') === true);
    expect(await page.evaluate(isStyled)).toBe(true);
    expect(await isSamePage()).toBe(true);
  });

  test('R-SCR-23 leaves the trade page without its chart, which loads on “Try again”', async () => {
    await page.route(fileOf('chart'), (route) => route.abort());
    await app.tab('trade').click();
    await app.ask.waitFor();
    await page.getByText(de['trade.chartError']).waitFor();
    await page.unroute(fileOf('chart'));
    await again().click();
    await page.locator('[data-testid=chart] canvas').first().waitFor();
    expect(await page.getByText(de['trade.chartError']).count()).toBe(0);
    expect(await isSamePage()).toBe(true);
  });

  test('offers the way back on a page without tabs', async () => {
    await page.route(fileOf('SearchScreen'), (route) => route.abort());
    const search = page.getByText(de['market.search']);
    await search.click();
    await failed().waitFor();
    await app.button(de['common.back']).click();
    await app.seen('market-row').first().waitFor();
    await page.unroute(fileOf('SearchScreen'));
    await search.click();
    await page.getByRole('searchbox').waitFor();
  });

  test('is loaded with a page reload if the server no longer has its file, and only when pressed', async () => {
    await page.route(fileOf('RankingScreen'), async (route) =>
      (await isSamePage()) ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await app.seen('tab-rank').click();
    await failed().waitFor();
    expect(await isSamePage()).toBe(true);
    await again().click();
    await ranking().waitFor();
    expect(await isSamePage()).toBe(false);
  });
});

describe('R-SCR-64 a page with missing first files', () => {
  test.each([
    ['the app', ['app']],
    ['its libraries', ['libraries']],
    ['every text', ['de', 'en']],
  ])('shows an error in the language last used, and loads on “Try again”: %s', async (_name, parts) => {
    for (const part of parts) await page.route(fileOf(part), (route) => route.abort());
    await page.reload();
    await failed().waitFor();
    for (const part of parts) await page.unroute(fileOf(part));
    await again().click();
    await app.seen('market-row').first().waitFor();
    expect(await failed().count()).toBe(0);
  });
});

test('R-ERR-07 a screen that throws while rendering shows the same error and is logged; other screens work', async () => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const data = { data: [{}], total: 1, is_shown: true, at: 0 };
  await page.route('**/api/follow/list*', (route) => route.fulfill({ json: { code: 1, msg: '', data } }));
  await app.seen('tab-rank').click();
  await failed().waitFor();
  await expect.poll(() => logged.join()).toContain('TypeError');
  await again().click();
  await failed().waitFor();
  await app.tab('market').click();
  await app.seen('market-row').first().waitFor();
});
