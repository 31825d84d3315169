import type { Locator, Page } from 'playwright-core';
import type { TextKey } from '../../packages/texts/src/web.ts';
import type { SampleServer, ServerFacts } from './sample-server.ts';
import type { Say } from './scene-words.ts';

type Values = Parameters<Say>[1];

/** One state of the built app, with its picture on the design board. */
export interface Scene {
  readonly name: string;
  /** Name of the board's PNG; null if there is none. */
  readonly board: string | null;
  readonly path: string;
  readonly isVisitor?: true;
  readonly isDark?: true;
  readonly isArabic?: true;
  readonly isDesk?: true;
  readonly instrument?: string;
  readonly textSize?: 'larger';
  readonly server?: Partial<ServerFacts>;
  /** Waits for the screen and drives it to the state, finding parts by their texts in the scene's language. */
  readonly play: (page: Page, server: SampleServer, say: Say) => Promise<void>;
}

export type Play = Scene['play'];

export async function seen(locator: Locator): Promise<void> {
  await locator.first().waitFor();
}

/** Taps the button with this text. */
export const press =
  (key: TextKey, values: Values = {}): Play =>
  (page, _server, say) =>
    page.getByRole('button', { name: say(key, values) }).click();

/** Waits until the text is visible. */
export const shows =
  (key: TextKey, values: Values = {}): Play =>
  (page, _server, say) =>
    seen(page.getByText(say(key, values)));

/** Fills the fields with these labels, one after another. */
export const fill =
  (values: Partial<Record<TextKey, string>>): Play =>
  async (page, _server, say) => {
    for (const [key, value] of Object.entries(values))
      await page.getByLabel(say(key as TextKey), { exact: true }).fill(value);
  };

export const sheet: Play = (page) => seen(page.getByRole('dialog'));

export const leaveFocus: Play = (page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

export const picturesShown: Play = (page) =>
  page.waitForFunction(() => [...document.images].every((image) => image.complete)).then(() => undefined);

/** Takes the connection down for good and waits until the app shows it. */
export async function loseConnection(page: Page, server: SampleServer): Promise<void> {
  server.facts = { ...server.facts, socket: 'down' };
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await seen(page.locator('html[data-stale]'));
}

/** Runs plays one after another. */
export function inOrder(...plays: readonly Play[]): Play {
  return async (page, server, say) => {
    for (const play of plays) await play(page, server, say);
  };
}

/** Returns a scene in light, in dark and in Arabic (right to left). */
export function inThreeWays(scene: Scene): Scene[] {
  const { name, board } = scene;
  return [
    scene,
    { ...scene, name: `${name}-dark`, board: drawnBoards.get(`${name}-dark`) ?? board, isDark: true },
    { ...scene, name: `${name}-ar`, board: drawnBoards.get(`${name}-ar`) ?? board, isArabic: true },
  ];
}

/** Dark and Arabic scenes with their own board picture; all others are compared with the light one. */
const drawnBoards: ReadonlyMap<string, string> = new Map([
  ...['market', 'trade', 'ticket-market', 'orders', 'trade-desktop'].map(
    (name) => [`${name}-dark`, `${name}-dark`] as const,
  ),
  ['orders-ar', 'orders-ar-rtl'],
]);
