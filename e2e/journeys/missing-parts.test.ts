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
/** The file of one part, as the build has named it. */
const fileOf = (part: string) => `**/assets/${part}-*.js`;

describe('R-ERR-07 a part that does not load', () => {
  test('leaves the frame, says so, and comes with “Try again”, without loading anything anew', async () => {
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

  test('comes by itself where one goes there again', async () => {
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

  test('comes with its style sheet, if that is what did not load', async () => {
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

  test('R-SCR-23 leaves the trade page without its chart, which comes with “Try again”', async () => {
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

  test('of a page without tabs has the way back', async () => {
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

  test('that the server has no more is found with the page loaded anew, which only a press does', async () => {
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

describe('R-SCR-64 a page whose first files do not come', () => {
  test.each([
    ['the app', ['app']],
    ['what it is built of', ['libraries']],
    ['every text', ['de', 'en']],
  ])('says so in the language last used, and comes with “Try again”: %s', async (_name, parts) => {
    for (const part of parts) await page.route(fileOf(part), (route) => route.abort());
    await page.reload();
    await failed().waitFor();
    for (const part of parts) await page.unroute(fileOf(part));
    await again().click();
    await app.seen('market-row').first().waitFor();
    expect(await failed().count()).toBe(0);
  });
});

test('R-ERR-07 what breaks while it is drawn says the same and is logged, and the others go on', async () => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const data = { data: [null], total: 1, is_shown: true, at: 0 };
  await page.route('**/api/follow/list*', (route) => route.fulfill({ json: { code: 1, msg: '', data } }));
  await app.seen('tab-rank').click();
  await failed().waitFor();
  expect(logged.join()).toContain('TypeError');
  await again().click();
  await failed().waitFor();
  await app.tab('market').click();
  await app.seen('market-row').first().waitFor();
});
