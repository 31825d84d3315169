import { codes } from '@candor/contracts/codes';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawFrames } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sampleOrders } from './sample-account.ts';
import { sampleRanking } from './sample-choices.ts';
import { sampleFundsAnswer } from './sample-funds.ts';
import { sampleInvite } from './sample-people.ts';
import { wordsIn } from './scene-words.ts';
import { setStage } from './stage.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

const billingPath = '/v1/api/main/accountLog/forexChange';
const billing = sampleFundsAnswer(billingPath, new URLSearchParams(), 'usual', wordsIn('en')) as object;
const lists = [
  { path: '/order', call: '/v1/api/forex/my_deal', first: sampleOrders('trader', '1', '1') },
  { path: '/mine/history', call: billingPath, first: billing },
  { path: '/mine/invite', call: '/api/invite/info', first: sampleInvite },
  { path: '/rank', call: '/api/follow/list', first: sampleRanking('usual') },
];
const unseen = 40;
/** Frames to wait for another call; the app requests the next page in the frame after its list changes. */
const framesForAnotherCall = 10;

/** Refuses every request of the second page, which the first announces; returns a counter of these requests. */
async function refuseNextPage(page: Page, call: string, first: object): Promise<() => number> {
  let asked = 0;
  await page.route(`**${call}*`, async (route) => {
    const isNext = new URL(route.request().url()).searchParams.get('page') === '2';
    if (isNext) asked += 1;
    const data = { ...first, total: unseen };
    await route.fulfill({
      json: isNext ? { code: codes.tooManyRequests, msg: 'Too many', data: null } : { code: codes.ok, msg: '', data },
    });
  });
  return () => asked;
}

describe('a refused next page', () => {
  test.each(lists)('R-ERR-06 $path requests it once, and again only on "Try again"', async ({ path, call, first }) => {
    let asked = () => 0;
    const { page, close } = await setStage(browser, {
      name: 'a refused page',
      board: null,
      path: '/mine/system',
      play: async (opened) => {
        asked = await refuseNextPage(opened, call, first);
        await opened.goto(new URL(path, opened.url()).href);
      },
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await page
      .locator('[data-part=list-end]')
      .filter({ visible: true })
      .evaluate((one) => one.scrollIntoView());
    await again.waitFor();
    await drawFrames(page, framesForAnotherCall);
    expect(asked()).toBe(1);
    await again.click();
    await expect.poll(asked).toBe(2);
    await again.waitFor();
    await drawFrames(page, framesForAnotherCall);
    expect(asked()).toBe(2);
    await page.unroute(`**${call}*`);
    await close();
  });
});
