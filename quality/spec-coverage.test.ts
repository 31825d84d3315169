import { expect, test } from 'vitest';
import { allFiles, isTest, read } from './source-tree.ts';

const ruleLine = /^- \*\*(R-[A-Z]+-\d\d)\*\* `(built|not built yet)` \S/;
const id = /R-[A-Z]+-\d\d/g;

const lines = read('docs/SPEC.md').split('\n');
const rules = lines.flatMap((line) => {
  const [, name = '', status = ''] = ruleLine.exec(line) ?? [];
  return name ? [{ name, isBuilt: status === 'built' }] : [];
});
const known = new Set(rules.map(({ name }) => name));
/** Ids in tests of these checks are not citations. */
const files = allFiles().filter((path) => /\.(ts|tsx|mjs|md)$/.test(path) && path !== 'quality/spec-coverage.test.ts');
const cited = new Map(files.map((path) => [path, new Set(read(path).match(id))]));

test('every rule has one line, one id and one status', () => {
  expect(lines.filter((line) => line.startsWith('- ') && !ruleLine.test(line))).toEqual([]);
  expect(rules.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
  expect(rules.length).toBeGreaterThan(100);
});

test('every rule marked built is cited by a test', () => {
  const byTests = new Set([...cited].filter(([path]) => isTest(path)).flatMap(([, names]) => [...names]));
  expect(rules.filter(({ name, isBuilt }) => isBuilt && !byTests.has(name))).toEqual([]);
  const waiting = rules.filter(({ isBuilt }) => !isBuilt);
  const provable = waiting.filter(({ name }) => byTests.has(name)).map(({ name }) => name);
  console.info(
    `${rules.length - waiting.length} of ${rules.length} rules are built; ${waiting.length} are not built yet.`,
  );
  if (provable.length > 0) console.info(`Cited by tests but not marked built: ${provable.join(', ')}`);
});

test('every cited rule exists', () => {
  const strangers = [...cited].flatMap(([path, names]) =>
    [...names].filter((name) => !known.has(name)).map((name) => `${path}: ${name}`),
  );
  expect(strangers).toEqual([]);
});
