import { expect, test } from 'vitest';
import { resolveImport } from './layers.ts';
import { allFiles, isSource, isTest, parseSource, read } from './source-tree.ts';

const sources = allFiles().filter(isSource);
const parsed = new Map(sources.map((path) => [path, parseSource(path, read(path))]));

/** Names that some other file takes from a file; `*` for all of them. */
const taken = new Map<string, Set<string>>();
for (const [path, { imports }] of parsed)
  for (const { specifier, names } of imports) {
    const target = resolveImport(path, specifier);
    if (target === undefined) continue;
    const known = taken.get(target) ?? new Set();
    taken.set(target, known);
    for (const name of names) known.add(name);
  }

/** Exports of a file that no other file imports. */
function unusedExports(path: string): { name: string; isType: boolean; line: number }[] {
  const names = taken.get(path) ?? taken.get(path.replace(/\.tsx$/, '.ts'));
  if (names?.has('*') === true) return [];
  return (parsed.get(path)?.exports ?? []).filter(({ name }) => names?.has(name) !== true);
}

/** Exports that are loaded by a computed name, or that only the compiler reads. */
const loaded =
  /^packages\/texts\/src\/[a-z]+\/(web\.ts texts|remarks\.ts remarks|server\.ts \w+)$|^(bench\/engine-walk-run\.ts runWalks|sim\/run-job\.ts runJob)$/;
const compiled = ['apps/server/src/trading/snapshots/snapshot-format.ts foldTreatment'];

/** True if a file uses an exported type besides declaring it: then it belongs to an exported function or value. */
function isUsedWithin(path: string, name: string): boolean {
  return read(path).split(new RegExp(`\\b${name}\\b`)).length > 2;
}

const judged = sources.filter((path) => !isTest(path) && !/\.d\.m?ts$|\.config\.ts$/.test(path));

test('every export is imported by another file; a type may also belong to an export of its own file', () => {
  expect(judged.length).toBeGreaterThan(1_000);
  const unused = judged.flatMap((path) =>
    unusedExports(path)
      .filter(({ name, isType }) => !isType || !isUsedWithin(path, name))
      .map(({ name }) => `${path} ${name}`),
  );
  expect(unused.filter((one) => !loaded.test(one) && !compiled.includes(one))).toEqual([]);
  expect(compiled.filter((one) => !unused.includes(one))).toEqual([]);
});

test('an export is known in every form, and so is what an import takes', () => {
  const { exports, imports } = parseSource(
    'planted.ts',
    `export const a = 1, { b, c: [d] } = e; export function f() {} export type G = 1; export class H {} const i = 1;
     export { i, i as j }; export { k } from './k.ts'; import l, { m as n, type O } from './l.ts'; import * as p from './p.ts';
     const { q } = await import('./q.ts'); type R = import('./r.ts').S;`,
  );
  expect(exports.map(({ name }) => name)).toEqual(['a', 'b', 'd', 'f', 'G', 'H', 'i', 'j']);
  expect(exports.filter(({ isType }) => isType).map(({ name }) => name)).toEqual(['G']);
  expect(imports.map(({ names }) => names)).toEqual([['k'], ['l', 'm', 'O'], ['*'], ['*'], ['S']]);
});
