import type { Locator, Page } from 'playwright-core';
import type { SampleServer, ServerFacts } from './sample-server.ts';

/** One state of the built app, and the picture of the design board that it stands beside. */
export interface Scene {
  readonly name: string;
  /** The board's PNG by name; null where the board has none. */
  readonly board: string | null;
  readonly path: string;
  readonly isVisitor?: true;
  readonly isDark?: true;
  readonly isDesk?: true;
  readonly instrument?: string;
  readonly server?: Partial<ServerFacts>;
  /** Waits for the screen and drives it to the state. */
  readonly play: (page: Page, server: SampleServer) => Promise<void>;
}

export type Play = Scene['play'];

export async function seen(locator: Locator): Promise<void> {
  await locator.first().waitFor();
}

/** One step after another. */
export function inOrder(...plays: readonly Play[]): Play {
  return async (page, server) => {
    for (const play of plays) await play(page, server);
  };
}

/** No language of the app runs from right to left yet; the layout must be ready for one. */
export const turnAround: Play = (page) => page.evaluate(() => void (document.documentElement.dir = 'rtl'));

/** Light, dark, and from right to left: what the board draws once. */
export function inThreeWays(scene: Scene): Scene[] {
  return [
    scene,
    { ...scene, name: `${scene.name}-dark`, isDark: true },
    { ...scene, name: `${scene.name}-rtl`, play: inOrder(scene.play, turnAround) },
  ];
}
