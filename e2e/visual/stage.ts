import type { Language } from '@candor/contracts/languages';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { drawFrames, newPhone } from '../../testkit/browser.ts';
import { appOrigin, serveBuiltApp } from './built-app.ts';
import { loadFonts } from './font-loading.ts';
import { sampleUsers } from './sample-account.ts';
import { boardNow, instrumentNamed } from './sample-market.ts';
import { SampleServer } from './sample-server.ts';
import type { Scene } from './scene-steps.ts';
import { type SceneLanguage, wordsIn } from './scene-words.ts';

export const serverDefault = {
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
  ranking: 'usual',
  news: 'usual',
  support: 'none',
  favourites: 'none',
  hasTemplates: false,
  hasEvents: false,
} as const;

/** Safe areas of the board's phone, in px. */
export const phoneInsets = { top: 47, bottom: 34 };
export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 800 };

export const boardZone = 'Europe/London';

/** Fixed locale, time zone and theme without motion, so that pictures are repeatable. */
const stillLife: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: boardZone,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
};

export interface Stage {
  readonly page: Page;
  readonly server: SampleServer;
  /** Takes a picture of the screen at rest; accepts the first one if it equals `expected`. */
  screenshot(expected?: Buffer | null): Promise<Buffer>;
  close(): Promise<void>;
}

/** An empty page with a separate sample server, reused between scenes. */
interface Room {
  readonly page: Page;
  readonly server: SampleServer;
}

const emptyRooms = new WeakMap<Browser, Map<string, Room[]>>();

/** Opens the built app in the state of the scene, in the room of an earlier scene if one is free. */
export async function setStage(browser: Browser, scene: Scene, scale = 1): Promise<Stage> {
  const isDesk = scene.isDesk === true;
  const rooms = roomsOf(browser, `${isDesk ? 'desk' : 'phone'} ${scale}`);
  const left = rooms.pop();
  const room = left === undefined || left.page.isClosed() ? await makeRoom(browser, isDesk, scale) : left;
  const { page, server } = room;
  const say = wordsIn(languageOf(scene));
  server.begin({ ...serverDefault, ...scene.server }, say);
  try {
    await page.evaluate(storeState, storedState(scene));
    await page.goto(`${appOrigin}${scene.path}`);
    if (!isDesk) await insetsHold(page);
    await scene.play(page, server, say);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  return {
    page,
    server,
    screenshot: (expected) => stillScreenshot(page, expected ?? null),
    async close() {
      await empty(page);
      // Routes of a scene's own must not answer the next one.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      rooms.push(room);
    },
  };
}

function roomsOf(browser: Browser, kind: string): Room[] {
  const byKind = emptyRooms.get(browser) ?? new Map<string, Room[]>();
  emptyRooms.set(browser, byKind);
  const rooms = byKind.get(kind) ?? [];
  byKind.set(kind, rooms);
  return rooms;
}

/** Makes a room. Rooms are reused, because a new page takes longer than loading the app. */
async function makeRoom(browser: Browser, isDesk: boolean, scale: number): Promise<Room> {
  const size = { viewport: isDesk ? desk : phone, deviceScaleFactor: scale };
  const context = isDesk
    ? await browser.newContext({ ...stillLife, ...size })
    : await newPhone(browser, { ...stillLife, ...size });
  const server = new SampleServer(serverDefault, wordsIn('en'));
  await serveBuiltApp(context);
  await server.join(context);
  await context.route(nowhere, (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  const page = await context.newPage();
  await page.clock.setFixedTime(boardNow);
  if (!isDesk) await putInsets(page);
  await empty(page);
  return { page, server };
}

/** Address of an empty page at the app's origin. */
const nowhere = `${appOrigin}/empty-room`;

async function empty(page: Page): Promise<void> {
  await page.goto(nowhere);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Returns the app's entries in `localStorage`: the session and the settings of the board. */
export function storedState(scene: Scene, language: Language = languageOf(scene)): Record<string, string> {
  const account = scene.server?.account ?? serverDefault.account;
  const user = account === 'demo' ? sampleUsers.demo : sampleUsers.real;
  const instrument = instrumentNamed(scene.instrument ?? 'EUR/USD');
  const states: Record<string, unknown> = {
    'candor.settings': {
      theme: scene.isDark === true ? 'dark' : 'light',
      language,
      textSize: scene.textSize ?? 'normal',
      instrumentId: instrument.Id,
      instrumentName: { code: instrument.Code, showCode: instrument.ShowCode },
      leverage: 100,
      chartZone: 'new-york',
    },
    'candor.session': scene.isVisitor === true ? { token: null, user: null } : { token: 'sample-token', user },
  };
  return Object.fromEntries(Object.entries(states).map(([key, state]) => [key, JSON.stringify({ state, version: 1 })]));
}

export function languageOf(scene: Scene): SceneLanguage {
  return scene.isArabic === true ? 'ar' : 'en';
}

function storeState(entries: Record<string, string>): void {
  for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
}

async function putInsets(page: Page): Promise<void> {
  const { top, bottom } = phoneInsets;
  const session = await page.context().newCDPSession(page);
  const insets = { top, topMax: top, bottom, bottomMax: bottom };
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
}

/** Waits until the safe areas apply: the first page of an origin may get them late, in another process. */
async function insetsHold(page: Page): Promise<void> {
  const { top, bottom } = phoneInsets;
  await page.waitForFunction((wanted) => {
    const style = getComputedStyle(document.documentElement);
    return `${style.getPropertyValue('--safe-top')} ${style.getPropertyValue('--safe-bottom')}` === wanted;
  }, `${top}px ${bottom}px`);
}

const triesMax = 12;

/** Takes a picture at rest: two equal pictures in a row, or one equal to the expected picture. */
async function stillScreenshot(page: Page, expected: Buffer | null): Promise<Buffer> {
  await loadFonts(page);
  let before = await takeStill(page);
  if (expected?.equals(before) === true) return before;
  for (let tries = 0; tries < triesMax; tries += 1) {
    await drawFrames(page, 4);
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

/** Finishes finite animations, and pauses endless ones at their start. */
function settleAnimations(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) {
      animation.pause();
      animation.currentTime = 0;
    } else animation.finish();
  }
}
