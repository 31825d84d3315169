import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeTable, tabs } from '../../apps/web/src/navigation/routes.ts';
import { goldenNames } from './golden.ts';
import { sceneGroups, scenes } from './screens.ts';

const sceneOf = new Map(scenes.map((scene) => [scene.name, scene]));

/** Returns every path, and every path with a view, that shows a separate screen. */
function placesBuilt(): string[] {
  const built = routeTable.filter((route) => 'screen' in route).map(({ path }) => path as string);
  const views = tabs.flatMap((tab) => ('view' in tab ? [`${tab.path}?view=${tab.view}`] : []));
  return [...built, ...views];
}

function hasAllWays(place: string): boolean {
  const { pathname, searchParams } = new URL(place, 'http://app');
  const view = searchParams.get('view');
  return scenes.some(({ name, path }) => {
    const at = new URL(path, 'http://app');
    if (at.pathname !== pathname || (view !== null && at.searchParams.get('view') !== view)) return false;
    return sceneOf.get(`${name}-dark`)?.isDark === true && sceneOf.get(`${name}-ar`)?.isArabic === true;
  });
}

test('every screen of the route table has a light, a `-dark` and an `-ar` scene (R-LANG-06)', () => {
  expect(placesBuilt().filter((place) => !hasAllWays(place))).toEqual([]);
});

test('scene names, and so golden images, are unique', () => {
  expect(sceneOf.size).toBe(scenes.length);
});

test('every golden image has a scene and every scene a golden image', () => {
  expect(goldenNames().toSorted()).toEqual([...sceneOf.keys()].toSorted());
});

test('every group of scenes has its test file', () => {
  const files = readdirSync(import.meta.dirname);
  for (const group of Object.keys(sceneGroups)) {
    expect(files).toContain(`${group}-scenes.test.ts`);
    expect(readFileSync(join(import.meta.dirname, `${group}-scenes.test.ts`), 'utf8')).toContain(
      `holdToGoldens('${group}')`,
    );
  }
});
