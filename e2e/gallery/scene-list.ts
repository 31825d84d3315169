import type { Language } from '@candor/contracts/languages';
import { findRoute, tabs } from '../../apps/web/src/navigation/routes.ts';
import { texts as en } from '../../packages/texts/src/en/web.ts';
import { builtFile } from '../visual/built-app.ts';
import { goldenNames } from '../visual/golden.ts';
import { boardNow } from '../visual/sample-market.ts';
import { SampleServer } from '../visual/sample-server.ts';
import type { Scene } from '../visual/scene-steps.ts';
import { loadWords } from '../visual/scene-words.ts';
import { scenes } from '../visual/screens.ts';
import { boardZone, desk, languageOf, phone, phoneInsets, serverDefault, storedState } from '../visual/stage.ts';
import { consolePlay, listConsoleScenes } from './console-scenes.ts';
import type { ListedScene } from './listed-scene.ts';
import type { Play } from './room.ts';

/** Theme and language for a scene, chosen in the gallery. */
export interface SceneWay {
  readonly isDark: boolean;
  readonly language: Language;
}

const byName = new Map(scenes.map((scene) => [scene.name, scene]));

/** Returns all scenes of the visual tests in order, then those of the console. */
export function listScenes(): ListedScene[] {
  const goldens = new Set(goldenNames());
  const ofTraders = scenes.map(
    (scene): ListedScene => ({
      name: scene.name,
      screen: screenTitle(scene.path),
      state: stateName(scene),
      theme: scene.isDark === true ? 'dark' : 'light',
      language: languageOf(scene),
      device: scene.isDesk === true ? 'desk' : 'phone',
      ...(scene.isDesk === true ? desk : phone),
      hasWays: true,
      hasGolden: goldens.has(scene.name),
    }),
  );
  return [...ofTraders, ...listConsoleScenes()];
}

function stateName({ name, isDark, isArabic }: Scene): string {
  const plain = isDark === true ? name.replace(/-dark$/, '') : isArabic === true ? name.replace(/-ar$/, '') : name;
  return byName.has(plain) ? plain : name;
}

function screenTitle(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://app');
  const tab = tabs.find((one) => 'view' in one && one.path === pathname && one.view === searchParams.get('view'));
  const key = tab?.label ?? findRoute(pathname)?.title;
  return key === undefined ? 'No such page' : en[key];
}

/** Returns the play of a scene in the chosen theme and language; null if there is no scene of this name. */
export async function playOf(name: string, way: Partial<SceneWay>): Promise<Play | null> {
  const scene = byName.get(name);
  if (scene === undefined) return consolePlay(name);
  const { isDark = scene.isDark === true, language = languageOf(scene) } = way;
  const say = await loadWords(language);
  const server = new SampleServer({ ...serverDefault, ...scene.server }, say);
  const { isDark: _, ...plain } = scene;
  return {
    path: scene.path,
    setup: {
      now: boardNow,
      timeZone: boardZone,
      insets: scene.isDesk === true ? { top: 0, bottom: 0 } : phoneInsets,
      local: storedState(isDark ? { ...plain, isDark } : plain, language),
      session: {},
    },
    file: (pathname) => builtFile(pathname),
    join: (context) => server.join(context),
    async play(page) {
      await scene.play(page, server, say);
      if (server.unknownCalls.length > 0) throw new Error(`Calls without a sample: ${server.unknownCalls.join(', ')}`);
    },
  };
}
