import { codes } from '@candor/contracts/codes';
import { consolePaths } from '../../testkit/console-paths.ts';
import { consoleSamples } from '../../testkit/console-samples.ts';
import { builtFile } from '../visual/built-app.ts';
import { desk } from '../visual/stage.ts';
import type { ListedScene } from './listed-scene.ts';
import type { Play } from './room.ts';

const pathOf = new Map(
  consolePaths.map((path) => [`console${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')}`, path]),
);

const operator = { id: 1, email: 'ada@test.example', role: 'admin', is_installation: true };

/** Returns the pages of the operators' console, each filled from the samples of the console's tests. */
export function listConsoleScenes(): ListedScene[] {
  return [...pathOf.keys()].map((name) => ({
    name,
    screen: 'Operators’ console',
    state: name,
    theme: 'light',
    language: 'en',
    device: 'desk',
    ...desk,
    hasWays: false,
    hasGolden: false,
  }));
}

/** Returns the play of a page of the console; null if there is none of this name. */
export function consolePlay(name: string): Play | null {
  const path = pathOf.get(name);
  if (path === undefined) return null;
  const unknownCalls: string[] = [];
  return {
    path: `/console${path}`,
    setup: {
      now: Date.now(),
      timeZone: 'Europe/London',
      insets: { top: 0, bottom: 0 },
      local: {},
      session: { 'candor.console.session': JSON.stringify({ token: 'sample-token', operator }) },
    },
    file: (pathname) => builtFile(pathname.replace('/console', ''), 'console'),
    async join(context) {
      await context.route(/\/api\/console\//, async (route) => {
        const request = route.request();
        const call = new URL(request.url()).pathname.replace('/api/console', '');
        const sample = request.method() === 'GET' ? consoleSamples[call] : undefined;
        if (sample === undefined) unknownCalls.push(call);
        const answer = sample === undefined ? { code: codes.unknownPath } : { code: codes.ok, data: sample() };
        await route.fulfill({ json: { msg: '', data: null, ...answer } });
      });
    },
    async play(page) {
      await page.locator('h1').first().waitFor();
      await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
      if (unknownCalls.length > 0) throw new Error(`Calls without a sample: ${unknownCalls.join(', ')}`);
    },
  };
}
