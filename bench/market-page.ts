import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newPhone } from '../testkit/browser.ts';
import { startProduct, unlimited } from '../testkit/product.ts';
import { type Figure, median, percentile, type Size, type Suite, toFigure } from './figure.ts';
import { applyProfile, type PageTimes, pageTimes, painted, slowPhone, watchPage } from './phone-page.ts';
import { reactPath, startTickingServer } from './ticking-server.ts';

// The app while every instrument ticks 20 times a second, beside the obvious React version of the same page, by the same
// server; and with five messages a second, as the product's own server sends them. Processor time of the main thread is
// taken without a slow-down, because other work on the machine moves it least; tasks and input delays with a processor
// 4 × slower. `npm run bench -- --only market-page`

interface Plan {
  readonly rounds: number;
  readonly ms: number;
  readonly keys: number;
  readonly cpuSlowdown: number;
}

const plans: Record<Size, Plan> = {
  full: { rounds: 3, ms: 4_000, keys: 20, cpuSlowdown: slowPhone.cpuSlowdown },
  tiny: { rounds: 1, ms: 500, keys: 3, cpuSlowdown: 1 },
};

type Opened = 'market' | 'chart' | 'desk';

interface View {
  readonly name: string;
  readonly opened: Opened;
  readonly isPhone: boolean;
  readonly rivalQuery: string;
}

const views: readonly View[] = [
  { name: 'market on a phone', opened: 'market', isPhone: true, rivalQuery: '' },
  { name: 'chart on a phone', opened: 'chart', isPhone: true, rivalQuery: '?chart' },
  { name: 'desk', opened: 'desk', isPhone: false, rivalQuery: '?chart' },
];
const ticksPerSecond = 20;
/** Pace of the product's own messages. */
const flushesPerSecond = 5;

const sides = ['app', 'app at the pace of its server', 'React'] as const;
type Side = (typeof sides)[number];

const measures = [
  ['share', 'main thread, percent of a processor 4 × slower', '%'],
  ['frames', 'layouts a second', '1/s'],
  ['scripts', 'scripts on the main thread, percent of a processor 4 × slower', '%'],
  ['longest', 'longest task while ticking', 'ms'],
  ['delay', 'input delay, p95', 'ms'],
] as const;
const loads = [
  ['paint', 'largest paint', 'ms'],
  ['bytes', 'scripts, as transferred', 'KB'],
] as const;
type Measure = (typeof measures)[number][0] | (typeof loads)[number][0];
type Round = Record<Measure, number>;

const nameOf = (view: View, what: string, side: Side) => `${view.name}, ${what}: ${side}`;
const measuresOf = ({ opened }: View) => (opened === 'market' ? [...measures, ...loads] : measures);

export const marketPage: Suite = {
  name: 'market-page',
  figureNames: () =>
    views.flatMap((view) => measuresOf(view).flatMap(([, what]) => sides.map((side) => nameOf(view, what, side)))),
  async run(size, say) {
    const plan = plans[size];
    const product = await startProduct({ env: unlimited });
    const ticking = await startTickingServer(product, ticksPerSecond);
    const flushing = await startTickingServer(product, flushesPerSecond);
    const urlOf = (side: Side) => (side === 'app at the pace of its server' ? flushing : ticking).url;
    const browser = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const view of views) {
        const rounds: Record<Side, Round[]> = { app: [], 'app at the pace of its server': [], React: [] };
        // The first round warms the server.
        for (let round = 0; round <= plan.rounds; round += 1) {
          say(`${view.name}, ${ticksPerSecond} ticks a second, round ${round}`);
          for (const side of sides) {
            const measured = await measure(browser, urlOf(side), { view, side, plan });
            if (round > 0 || size === 'tiny') rounds[side].push(measured);
          }
        }
        figures.push(...figuresOf(view, rounds));
      }
      return figures;
    } finally {
      await browser.close();
      ticking.stop();
      flushing.stop();
      await product.stop();
    }
  },
};

function figuresOf(view: View, rounds: Record<Side, readonly Round[]>): Figure[] {
  return measuresOf(view).flatMap(([measure, what, unit]) => {
    const valuesOf = (side: Side) => rounds[side].map((round) => round[measure]);
    return sides.map((side) => {
      const against: Record<string, number> = side === 'React' ? {} : { React: median(valuesOf('React')) };
      return toFigure(nameOf(view, what, side), unit, valuesOf(side), against);
    });
  });
}

interface Visit {
  readonly view: View;
  readonly side: Side;
  readonly plan: Plan;
}

const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, serviceWorkers: 'block' } as const;

async function measure(browser: Browser, url: string, { view, side, plan }: Visit): Promise<Round> {
  const context = view.isPhone ? await newPhone(browser) : await browser.newContext(desk);
  try {
    const page = await context.newPage();
    await watchPage(page);
    const session = await applyProfile(page, { ...slowPhone, cpuSlowdown: plan.cpuSlowdown });
    const scripts = new Set<string>();
    let bytes = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const path = view.opened === 'desk' ? '/trade' : '/';
    await page.goto(url + (side === 'React' ? reactPath + view.rivalQuery : path));
    await page.waitForFunction(() => document.querySelector('[data-price]:not([data-price=""])') !== null);
    await painted(page);
    const bytesLoaded = bytes;
    await openChart(page, view, side);
    await page.waitForTimeout(plan.ms / 2);
    const slow = await tickSlowed(page, plan);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const metrics = async () => {
      const { metrics: all } = await session.send('Performance.getMetrics');
      const of = (name: string) => all.find((one) => one.name === name)?.value ?? 0;
      return { busy: of('TaskDuration'), scripts: of('ScriptDuration'), layouts: of('LayoutCount') };
    };
    const [before, began] = [await metrics(), performance.now()];
    await page.waitForTimeout(plan.ms);
    const [after, seconds] = [await metrics(), (performance.now() - began) / 1_000];
    const share = (seconds_: number) => Math.max(0.01, (seconds_ / seconds) * slowPhone.cpuSlowdown * 100);
    return {
      ...slow,
      share: share(after.busy - before.busy),
      scripts: share(after.scripts - before.scripts),
      frames: Math.max(0.1, (after.layouts - before.layouts) / seconds),
      bytes: bytesLoaded / 1_024,
    };
  } finally {
    await context.close();
  }
}

async function openChart(page: Page, { opened }: View, side: Side): Promise<void> {
  if (opened === 'chart' && side !== 'React') await page.getByTestId('market-row').first().click();
  if (opened !== 'market') await page.getByTestId('chart').filter({ visible: true }).waitFor();
}

/** Presses keys that do nothing while prices tick: what they wait for is other work. */
async function tickSlowed(page: Page, { ms, keys }: Plan): Promise<Pick<Round, 'longest' | 'delay' | 'paint'>> {
  const before: PageTimes = await pageTimes(page);
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('Shift');
    await page.waitForTimeout(ms / keys);
  }
  const after = await pageTimes(page);
  return {
    longest: Math.max(1, ...after.longTasksMs.slice(before.longTasksMs.length)),
    delay: Math.max(1, percentile(after.inputDelaysMs.slice(before.inputDelaysMs.length), 0.95) || 0),
    paint: after.largestMs ?? Number.NaN,
  };
}
