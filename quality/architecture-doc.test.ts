import { describe, expect, test } from 'vitest';
import { allFiles, parseSource, read } from './source-tree.ts';

const files = new Set(allFiles());

/** Returns the numbered steps under each "Life of …" heading. Headings marked as not built yet are left out. */
const lives = read('ARCHITECTURE.md')
  .split(/^## /m)
  .filter((section) => section.startsWith('Life of') && !/^[^\n]*not built yet/.test(section))
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    // A step may run over several lines.
    steps: section.split(/^\d+\. /m).slice(1),
  }));

describe.each(lives)('$title', ({ steps }) => {
  test('has steps, and every step names a place in the code', () => {
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.filter((step) => !/`[\w./-]+#[\w.]+`/.test(step))).toEqual([]);
  });

  test('every named place exists', () => {
    const places = steps.flatMap((step) => [...step.matchAll(/`([\w./-]+)#([\w.]+)`/g)]);
    const wrong = places.filter(([, path = '', name = '']) => !defines(path, name)).map(([place]) => place);
    expect(wrong).toEqual([]);
  });
});

function defines(path: string, name: string): boolean {
  return files.has(path) && parseSource(path, read(path)).definitions.has(name);
}

test('functions, classes, methods and constants of a file are definitions', () => {
  const { definitions } = parseSource(
    'x.ts',
    'export function a() {} export class B { c() {} } const d = 1; export type E = 1;',
  );
  expect([...definitions].toSorted()).toEqual(['B', 'B.c', 'E', 'a', 'd']);
});
