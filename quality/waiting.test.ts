import { expect, test } from 'vitest';
import { sleepers } from './exceptions.ts';
import { allFiles, isSource, isTest, read } from './source-tree.ts';

/** A pause of fixed length: Playwright's, a promise over `setTimeout`, or that of `node:timers/promises`. */
const sleep = /waitForTimeout\(|new Promise\b[^;]*?\bsetTimeout\(|['"](?:node:)?timers\/promises['"]/;
const isOfTests = (path: string) => isTest(path) || /^(e2e|testkit)\//.test(path);

const sleeping = allFiles().filter((path) => isSource(path) && isOfTests(path) && sleep.test(read(path)));

test('tests wait for the event they need: no file sleeps but those that say why', () => {
  expect(sleeping.filter((path) => !(path in sleepers) && path !== 'quality/waiting.test.ts')).toEqual([]);
});

test('each exception still sleeps: take it off the list when it does not', () => {
  expect(Object.keys(sleepers).filter((path) => !sleeping.includes(path))).toEqual([]);
});

test('sleeps are seen in every form', () => {
  for (const text of [
    'await page.waitForTimeout(5);',
    'await new Promise((resolve) => setTimeout(resolve, 5));',
    'new Promise<void>((next) => requestAnimationFrame(() => setTimeout(next, 30)))',
    `import { setTimeout as after } from 'node:timers/promises';`,
  ])
    expect(text).toMatch(sleep);
  expect('const timer = setTimeout(stop, 5);').not.toMatch(sleep);
});
