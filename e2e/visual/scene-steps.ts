import type { Locator, Page } from 'playwright-core';
import type { TextKey } from '../../packages/texts/src/web.ts';
import type { SampleServer, ServerFacts } from './sample-server.ts';
import type { Say } from './scene-words.ts';

type Values = Parameters<Say>[1];

/** One state of the built app, and the picture of the design board that it stands beside. */
export interface Scene {
  readonly name: string;
  /** The board's PNG by name; null where the board has none. */
  readonly board: string | null;
  readonly path: string;
  readonly isVisitor?: true;
  readonly isDark?: true;
  readonly isArabic?: true;
  readonly isDesk?: true;
  readonly instrument?: string;
  readonly textSize?: 'larger';
  readonly server?: Partial<ServerFacts>;
  /** Waits for the screen and drives it to the state, finding its parts by what they are called in the scene's language. */
  readonly play: (page: Page, server: SampleServer, say: Say) => Promise<void>;
}

export type Play = Scene['play'];

export async function seen(locator: Locator): Promise<void> {
  await locator.first().waitFor();
}

/** A tap on the button that the app calls so. */
export const press =
  (key: TextKey, values: Values = {}): Play =>
  (page, _server, say) =>
    page.getByRole('button', { name: say(key, values) }).click();

/** The text stands on the screen. */
export const shows =
  (key: TextKey, values: Values = {}): Play =>
  (page, _server, say) =>
    seen(page.getByText(say(key, values)));

/** Types into the fields that the app calls so, one after another. */
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

/** The line is cut and cannot be made again, and the app has noticed. */
export async function loseConnection(page: Page, server: SampleServer): Promise<void> {
  server.facts = { ...server.facts, socket: 'down' };
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await seen(page.locator('html[data-stale]'));
}

/** One step after another. */
export function inOrder(...plays: readonly Play[]): Play {
  return async (page, server, say) => {
    for (const play of plays) await play(page, server, say);
  };
}

/** Light, dark, and in Arabic, which runs from right to left: every screen has all three. */
export function inThreeWays(scene: Scene): Scene[] {
  const { name, board } = scene;
  return [
    scene,
    { ...scene, name: `${name}-dark`, board: drawnBoards.get(`${name}-dark`) ?? board, isDark: true },
    { ...scene, name: `${name}-ar`, board: drawnBoards.get(`${name}-ar`) ?? board, isArabic: true },
  ];
}

/** The ways that the board draws itself; beside the others stands what it draws in light. */
const drawnBoards: ReadonlyMap<string, string> = new Map([
  ...['market', 'trade', 'ticket-market', 'orders', 'trade-desktop'].map(
    (name) => [`${name}-dark`, `${name}-dark`] as const,
  ),
  ['orders-ar', 'orders-ar-rtl'],
]);
