import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newPhone } from '../../testkit/browser.ts';
import { appOrigin, serveBuiltApp } from './built-app.ts';
import { loadFonts } from './font-loading.ts';
import { sampleUsers } from './sample-account.ts';
import { boardNow, instrumentNamed } from './sample-market.ts';
import { SampleServer } from './sample-server.ts';
import type { Scene } from './scene-steps.ts';

const serverDefault = {
  account: 'trader',
  market: 'live',
  socket: 'up',
  source: 'sample',
  day: 'phone',
  register: 'code',
  secondFactor: 'none',
  verification: 'approved',
  site: 'company',
  funds: 'usual',
} as const;

/** The board's phone: the bars that its mock-ups draw above and below. */
const phoneInsets = { top: 47, bottom: 34 };
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** Same place, same language, same moment, no motion: what is left to differ is the screen. */
const stillLife: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/London',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
};

export interface Stage {
  readonly page: Page;
  readonly server: SampleServer;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens the built app in the state that the scene describes. */
export async function setStage(browser: Browser, scene: Scene, scale = 1): Promise<Stage> {
  const isDesk = scene.isDesk === true;
  const size = { viewport: isDesk ? desk : phone, deviceScaleFactor: scale };
  const context = isDesk
    ? await browser.newContext({ ...stillLife, ...size })
    : await newPhone(browser, { ...stillLife, ...size });
  const server = new SampleServer({ ...serverDefault, ...scene.server });
  await serveBuiltApp(context);
  await server.join(context);
  await context.addInitScript(storeState, storedState(scene));
  const page = await context.newPage();
  await page.clock.setFixedTime(boardNow);
  if (!isDesk) await putInsets(page);
  await page.goto(`${appOrigin}${scene.path}`);
  if (!isDesk) await insetsHold(page);
  await scene.play(page, server);
  return {
    page,
    server,
    screenshot: () => stillScreenshot(page),
    close: () => context.close(),
  };
}

/** What the app keeps on the device: who is logged in, and the choices that the board shows. */
function storedState(scene: Scene): Record<string, unknown> {
  const account = scene.server?.account ?? serverDefault.account;
  const user = account === 'demo' ? sampleUsers.demo : sampleUsers.real;
  const instrument = instrumentNamed(scene.instrument ?? 'EUR/USD');
  return {
    'candor.settings': {
      theme: scene.isDark === true ? 'dark' : 'light',
      instrumentId: instrument.Id,
      instrumentName: { code: instrument.Code, showCode: instrument.ShowCode },
      leverage: 100,
    },
    'candor.session': scene.isVisitor === true ? { token: null, user: null } : { token: 'sample-token', user },
  };
}

function storeState(entries: Record<string, unknown>): void {
  for (const [key, state] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify({ state, version: 1 }));
}

async function putInsets(page: Page): Promise<void> {
  const { top, bottom } = phoneInsets;
  const session = await page.context().newCDPSession(page);
  const insets = { top, topMax: top, bottom, bottomMax: bottom };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
}

/** The first page of an origin can be drawn by another process, which is told of the insets by itself, but later. */
async function insetsHold(page: Page): Promise<void> {
  const { top, bottom } = phoneInsets;
  await page.waitForFunction((wanted) => {
    const style = getComputedStyle(document.documentElement);
    return `${style.getPropertyValue('--safe-top')} ${style.getPropertyValue('--safe-bottom')}` === wanted;
  }, `${top}px ${bottom}px`);
}

const triesMax = 12;

/** The screen once it has come to rest: two pictures in a row are the same. */
async function stillScreenshot(page: Page): Promise<Buffer> {
  await loadFonts(page);
  let before = await takeStill(page);
  for (let tries = 0; tries < triesMax; tries += 1) {
    await page.waitForTimeout(60);
    const now = await takeStill(page);
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The screen does not come to rest.');
}

async function takeStill(page: Page): Promise<Buffer> {
  await page.evaluate(settleAnimations);
  return page.screenshot({ caret: 'hide' });
}

/** Motions that end have ended; spinners and shimmers stand where they begin, as with motion reduced. */
function settleAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) {
      animation.pause();
      animation.currentTime = 0;
    } else animation.finish();
  }
}
