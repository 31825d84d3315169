import type { Language } from '@candor/contracts/languages';
import type { Browser, Page } from 'playwright-core';
import { findRoute } from '../../apps/web/src/navigation/routes.ts';
import { texts as en } from '../../packages/texts/src/en/web.ts';
import type { WebTexts } from '../../packages/texts/src/web.ts';
import { drawFrames } from '../../testkit/browser.ts';
import { loadFonts } from './font-loading.ts';
import type { SampleServer } from './sample-server.ts';
import type { Stage } from './stage.ts';
import { setStage } from './stage.ts';
import type { Stop } from './tour-stops.ts';

export interface TourOptions {
  readonly language?: Language;
  readonly words?: WebTexts;
  readonly isDesk?: true;
  readonly isDark?: true;
  readonly textSize?: 'larger';
}

/** One page of the built app that navigates from screen to screen without reloads, as its links do. */
export class Tour {
  readonly page: Page;
  readonly server: SampleServer;
  readonly words: WebTexts;
  readonly #stage: Stage;
  readonly #language: Language;

  constructor(stage: Stage, language: Language, words: WebTexts) {
    this.#language = language;
    this.#stage = stage;
    this.page = stage.page;
    this.server = stage.server;
    this.words = words;
  }

  async visit(stop: Stop): Promise<void> {
    await this.#closeOverlays();
    const before = this.server.facts;
    this.server.facts = { ...before, ...stop.server };
    if (stop.server === undefined) await this.#follow(stop.path);
    else await this.page.goto(new URL(`${stop.path}#lang=${this.#language}`, this.page.url()).href);
    await this.#settled(stop);
    await stop.open?.(this.page, this.words);
    await atRest(this.page);
    if (stop.server !== undefined) this.server.facts = before;
  }

  async #follow(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  async #settled({ path, isLoading, namesItself }: Stop): Promise<void> {
    const route = findRoute(path.replace(/\?.*/, ''));
    const title = this.words[route?.title ?? 'page.notFound'];
    if (namesItself !== true) await this.page.waitForFunction((start) => document.title.startsWith(start), title);
    await this.page.waitForFunction((mayBeBusy) => {
      const shown = (element: Element) => element.checkVisibility();
      const busy = [...document.querySelectorAll('#root [data-part~=skeleton], #root [aria-busy=true]')].some(shown);
      return (mayBeBusy || !busy) && [...document.querySelectorAll('main')].some(shown);
    }, isLoading === true);
  }

  async #closeOverlays(): Promise<void> {
    for (let left = 4; left > 0 && (await this.page.locator('[data-overlay]').count()) > 0; left -= 1) {
      const top = this.page.locator('[data-overlay]').last();
      await top.press('Escape');
      await top.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => undefined);
    }
  }

  close(): Promise<void> {
    return this.#stage.close();
  }
}

/** Starts a tour at the market, logged in with a real account. */
export async function beginTour(browser: Browser, options: TourOptions = {}): Promise<Tour> {
  const { language = 'en', words = en, ...looks } = options;
  const stage = await setStage(browser, {
    name: 'tour',
    board: null,
    path: `/#lang=${language}`,
    ...looks,
    play: (page) => page.locator('[data-code=USDJPY]').first().waitFor(),
  });
  return new Tour(stage, language, words);
}

/** Waits until fonts and pictures are loaded and the layout has settled. */
async function atRest(page: Page): Promise<void> {
  await loadFonts(page);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await drawFrames(page);
}
