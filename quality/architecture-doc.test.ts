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

/** Anchors of a page, `path#name`, of which the file or the name does not exist. */
function brokenAnchors(page: string): string[] {
  const anchors = [...page.matchAll(/`([\w./-]+\.(?:ts|tsx|mts|mjs))#([\w.]+)`/g)];
  return anchors.filter(([, path = '', name = '']) => !defines(path, name)).map(([anchor]) => anchor);
}

/** Commands `npm run …` of a page that package.json does not have. */
function unknownScripts(page: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return [...page.matchAll(/npm run (?:-s )?([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in scripts));
}

const pages = [...files].filter((path) => path.endsWith('.md'));

test('every anchor of every page names a place in the code', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.flatMap((path) => brokenAnchors(read(path)).map((anchor) => `${path}: ${anchor}`))).toEqual([]);
});

test('every `npm run` of every page is a script', () => {
  expect(pages.flatMap((path) => unknownScripts(read(path)).map((name) => `${path}: ${name}`))).toEqual([]);
});

test('every decision is in the list of ARCHITECTURE.md, under its number', () => {
  const decisions = pages.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
  expect(decisions.length).toBeGreaterThan(30);
  const list = read('ARCHITECTURE.md').split(/^## Decisions$/m)[1] ?? '';
  const linked = [...list.matchAll(/\[ADR (\d+)\]\((docs\/adr\/[\w.-]+)\)/g)].map(([, number, path]) => ({
    number,
    path,
  }));
  expect(decisions.filter((path) => !linked.some((one) => one.path === path))).toEqual([]);
  expect(linked.filter(({ number, path = '' }) => Number(path.slice(9, 13)) !== Number(number))).toEqual([]);
});

/** Heads of bullets of a page that a section has twice: the words up to the colon. */
function doubledHeads(page: string): string[] {
  return page.split(/^## /m).flatMap((section) => {
    const heads = [...section.matchAll(/^- ([^:\n]{1,60}):/gm)].map(([, head = '']) => head);
    return heads.filter((head, at) => heads.indexOf(head) < at);
  });
}

test('no section of ARCHITECTURE.md has two bullets of the same head', () => {
  expect(doubledHeads(read('ARCHITECTURE.md'))).toEqual([]);
  expect(doubledHeads('## A\n- B: 1\n- C: 2\n- B: 3\n## D\n- C: 4\n')).toEqual(['B']);
});

test('a broken anchor and an unknown script are found', () => {
  const path = 'quality/source-tree.ts';
  expect(brokenAnchors(`\`${path}#allFiles\`, \`${path}#lost\`, \`quality/lost.ts#a\``)).toHaveLength(2);
  expect(unknownScripts('`npm run gallery` and `npm run galery`')).toEqual(['galery']);
});

test('functions, classes, methods and constants of a file are definitions', () => {
  const { definitions } = parseSource(
    'x.ts',
    'export function a() {} export class B { c() {} } const d = 1; export type E = 1;',
  );
  expect([...definitions].toSorted()).toEqual(['B', 'B.c', 'E', 'a', 'd']);
});
