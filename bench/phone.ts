import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, newPhone } from '../testkit/browser.ts';
import { startProduct, unlimited } from '../testkit/product.ts';
import { type Figure, median, type Size, type Suite, toFigure } from './figure.ts';
import {
  applyProfile,
  type PageTimes,
  type PhoneProfile,
  pageTimes,
  painted,
  slowPhone,
  slowPhoneOnTrain,
  watchPage,
} from './phone-page.ts';

// The built app on a slowed phone, with the simulated feed ticking all instruments, compared with a static text of the
// same server on the same phone. `npm run bench -- --only phone`

const staticPage = '/flags/LICENSE-circle-flags.txt';
const roundsOf: Readonly<Record<Size, number>> = { full: 5, tiny: 1 };
const settledOf: Readonly<Record<Size, number>> = { full: 2_500, tiny: 400 };

const profiles: Readonly<Record<string, PhoneProfile>> = {
  'processor 4 × slower': slowPhone,
  'processor 4 × slower, 1.6 Mbit/s, 150 ms': slowPhoneOnTrain,
};
/** Slow-down of the processor; a small run only proves that everything is measured. */
const asSmallAs = (size: Size, profile: PhoneProfile): PhoneProfile =>
  size === 'tiny' ? { ...profile, cpuSlowdown: 1 } : profile;

const loads = ['largest paint', 'first price', 'longest task while loading', 'scripts'] as const;
const moves = ['input delay, longest', 'tap to paint, longest', 'longest task while ticking'] as const;

export const phone: Suite = {
  name: 'phone',
  figureNames: () => [
    ...Object.keys(profiles).flatMap((profile) => loads.map((load) => `${load}: ${profile}`)),
    ...moves,
  ],
  async run(size, say) {
    const product = await startProduct({ env: unlimited });
    const browser = await launchBrowser();
    try {
      // The first visit warms the server; each visit has a phone of its own.
      await visit(browser, product.callUrl, '/', asSmallAs(size, slowPhone), settledOf[size]);
      const figures: Figure[] = [];
      for (const [name, profile] of Object.entries(profiles)) {
        say(name);
        figures.push(...(await measureLoads(browser, product.callUrl, name, asSmallAs(size, profile), size)));
      }
      say('taps while all instruments tick');
      figures.push(...(await measureMoves(browser, product.callUrl, size)));
      return figures;
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

interface Visit {
  readonly times: PageTimes;
  readonly scriptBytes: number;
}

async function visit(
  browser: Browser,
  url: string,
  path: string,
  profile: PhoneProfile,
  settledMs: number,
): Promise<Visit> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await watchPage(page);
    const session = await applyProfile(page, profile);
    const scripts = new Set<string>();
    let scriptBytes = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.goto(url + path);
    if (path === '/')
      await page.waitForFunction(() => document.querySelector('[data-price]:not([data-price=""])') !== null);
    // The browser reports its paints late while the machine is busy.
    await painted(page);
    await page.waitForTimeout(settledMs);
    return { times: await pageTimes(page), scriptBytes };
  } finally {
    await context.close();
  }
}

async function measureLoads(
  browser: Browser,
  url: string,
  name: string,
  profile: PhoneProfile,
  size: Size,
): Promise<Figure[]> {
  const visits: Visit[] = [];
  const plain: number[] = [];
  for (let round = 0; round < roundsOf[size]; round += 1) {
    visits.push(await visit(browser, url, '/', profile, settledOf[size]));
    plain.push((await visit(browser, url, staticPage, profile, settledOf[size])).times.largestMs ?? Number.NaN);
  }
  const against = { 'a static page': median(plain) };
  const of = (pick: (one: Visit) => number) => visits.map(pick);
  return [
    toFigure(
      `largest paint: ${name}`,
      'ms',
      of(({ times }) => times.largestMs ?? Number.NaN),
      against,
    ),
    toFigure(
      `first price: ${name}`,
      'ms',
      of(({ times }) => times.firstPriceMs ?? Number.NaN),
      against,
    ),
    toFigure(
      `longest task while loading: ${name}`,
      'ms',
      of(({ times }) => Math.max(1, ...times.longTasksMs)),
    ),
    toFigure(
      `scripts: ${name}`,
      'KB',
      of(({ scriptBytes }) => scriptBytes / 1_024),
    ),
  ];
}

/** Looks through instruments and fills in an order while every price moves. */
async function measureMoves(browser: Browser, url: string, size: Size): Promise<Figure[]> {
  const rounded: { delay: number; paint: number; task: number }[] = [];
  for (let round = 0; round < roundsOf[size]; round += 1) {
    const context = await newPhone(browser);
    const page = await context.newPage();
    await watchPage(page);
    await page.goto(url);
    await page.getByTestId('market-row').first().waitFor();
    await applyProfile(page, asSmallAs(size, slowPhone));
    await page.waitForTimeout(settledOf[size]);
    const before = (await pageTimes(page)).longTasksMs.length;
    await page.waitForTimeout(settledOf[size]);
    const ticking = (await pageTimes(page)).longTasksMs.slice(before);
    await useApp(page);
    const { inputDelaysMs, interactionsMs } = await pageTimes(page);
    rounded.push({
      delay: Math.max(1, ...inputDelaysMs),
      paint: Math.max(1, ...interactionsMs),
      task: Math.max(1, ...ticking),
    });
    await context.close();
  }
  return [
    toFigure(
      'input delay, longest',
      'ms',
      rounded.map(({ delay }) => delay),
    ),
    toFigure(
      'tap to paint, longest',
      'ms',
      rounded.map(({ paint }) => paint),
    ),
    toFigure(
      'longest task while ticking',
      'ms',
      rounded.map(({ task }) => task),
    ),
  ];
}

async function useApp(page: Page): Promise<void> {
  const shown = (testId: string) => page.getByTestId(testId).filter({ visible: true });
  for (const row of [0, 3, 5]) {
    await touch(shown('market-row').nth(row));
    await shown('chart').waitFor();
    await page.waitForTimeout(700);
    await touch(page.getByTestId('tab-market'));
    await shown('market-row').first().waitFor();
  }
  await touch(shown('market-row').first());
  await touch(shown('price-ask').first());
  const ticket = page.getByRole('dialog');
  await ticket.waitFor();
  const lots = ticket.getByRole('textbox').first();
  await lots.tap();
  await page.keyboard.type('0.25', { delay: 80 });
  await ticket.getByRole('switch').first().tap();
  await page.waitForTimeout(500);
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
}

/** Taps by a raw touch event: the driver's own tap first asks the page what is there, which takes some 15 ms. */
async function touch(place: Locator): Promise<void> {
  await place.waitFor();
  const box = await place.boundingBox();
  if (box === null) throw new Error('What is touched is in sight.');
  await place.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}
