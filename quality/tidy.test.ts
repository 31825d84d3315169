import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { missingPlatformPackages } from '../scripts/complete-lockfile.mjs';
import { longFunctions } from './exceptions.ts';
import { resolveImport } from './layers.ts';
import { allFiles, isSource, isTest, parseSource, read, root } from './source-tree.ts';

const functionLinesMax = 70;
const fileLinesMax = 400;
const fileLinesWarn = 300;

const files = allFiles();
const sources = files.filter(isSource);
const product = sources.filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !isTest(path));
const texts = files.filter(
  (path) => /\.(ts|tsx|mts|mjs|json|md|css|html|yml|yaml|sh)$|^\.ci\//.test(path) && path !== 'package-lock.json',
);
const baseName = (path: string) => posix.basename(path);

/** Returns the places where a pattern occurs, as `file:line`. */
function places(paths: string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 80)}`] : [])),
  );
}

test('the checks skip made files only, not other folders of the same name', () => {
  expect(files.some((path) => path.startsWith('data/'))).toBe(false);
  expect(read('.gitignore').split('\n')).toContain('/data/');
  expect(files).toContain('apps/web/src/data/client.ts');
});

test('no file or folder is named utils, helpers, common, misc, shared or lib', () => {
  expect(sources.filter((path) => /^(utils?|helpers?|commons?|misc|shared|index)\./.test(baseName(path)))).toEqual([]);
  expect(sources.filter((path) => /(^|\/)(utils?|helpers?|commons?|misc|lib)\//.test(path))).toEqual([]);
});

test('files are kebab-case, components PascalCase', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
  const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/;
  const isNamed = (name: string) => kebab.test(name) || pascal.test(name);
  expect(sources.filter((path) => !isNamed(baseName(path)))).toEqual([]);
});

test('no comment leaves work for later without an issue', () => {
  const marks = new RegExp(`\\b(${['TO', 'FIX', 'XX'].map((half, at) => half + ['DO', 'ME', 'X'][at]).join('|')})\\b`);
  expect(places(sources, marks)).toEqual([]);
});

test('no test is skipped or run alone', () => {
  expect(places(sources.filter(isTest), /\b(test|it|describe)(\.\w+)*\.(only|skip|todo)\b/)).toEqual([]);
});

test('product code does not print to the console', () => {
  expect(places(product, /\bconsole\.\w+\(/)).toEqual([]);
});

test('R-RUN-21 the domain reads no clock and no random source, and never waits', () => {
  const domain = product.filter((path) => path.startsWith('packages/domain/'));
  expect(
    places(domain, /Math\.random|Date\.now|new Date\(\s*\)|performance\.|\bsetTimeout|\basync\b|\bawait\b/),
  ).toEqual([]);
});

test(`functions have at most ${functionLinesMax} lines, inner functions included`, () => {
  const long = product
    .concat(sources.filter((path) => /^(scripts|tools)\//.test(path) && !isTest(path)))
    .flatMap((path) =>
      parseSource(path, read(path))
        .functions.filter(({ lines }) => lines > functionLinesMax)
        .map(({ name, line, lines }) => ({
          key: `${path} ${name}`,
          text: `${path}:${line} ${name} has ${lines} lines`,
        })),
    );
  expect(long.filter(({ key }) => !longFunctions.includes(key)).map(({ text }) => text)).toEqual([]);
  // An exception that is no longer needed comes off the list in quality/exceptions.ts.
  expect(longFunctions.filter((known) => !long.some(({ key }) => key === known))).toEqual([]);
});

test(`files have at most ${fileLinesMax} lines`, () => {
  const lengths = sources.map((path) => ({ path, lines: read(path).split('\n').length - 1 }));
  for (const { path, lines } of lengths) {
    if (lines > fileLinesWarn && !isTest(path)) console.warn(`${path} has ${lines} lines: it wants splitting.`);
  }
  expect(lengths.filter(({ lines }) => lines > fileLinesMax)).toEqual([]);
});

test('no text contains a path of one machine', () => {
  expect(places(texts, /(^|[\s'"`(=:])\/(home|Users|work|workspace)\/[\w.-]+/)).toEqual([]);
});

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

const manifests = files
  .filter((path) => baseName(path) === 'package.json')
  .map((path) => JSON.parse(read(path)) as Manifest);
const versions = manifests.flatMap(({ name, dependencies, devDependencies, overrides }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...overrides }).map(([wanted, version]) => ({
    name,
    wanted,
    version,
  })),
);

test('every package has one exact version, the same everywhere', () => {
  expect(versions.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const first = new Map(versions.toReversed().map(({ wanted, version }) => [wanted, version]));
  const torn = versions.filter(({ wanted, version }) => first.get(wanted) !== version);
  expect(torn).toEqual([]);
});

test('R-RUN-01 the lock names every platform, so that npm ci accepts it on every machine', () => {
  expect(missingPlatformPackages(JSON.parse(read('package-lock.json')))).toEqual([]);
});

test('every source file is imported or an entry', () => {
  const entries =
    /^(apps\/[^/]+\/src\/main\.tsx?|apps\/(server\/src\/adapters|web\/src\/worker)\/.*-worker\.ts|apps\/web\/src\/boot\/(early-calls|first-files)\.ts|packages\/texts\/src\/[a-z]+\/(first|later|remarks|web|server)\.ts|scripts\/[^/]+|.*\.config\.ts|(bench|sim|e2e\/(faults|upgrade))\/[^/]+|testkit\/[^/]+|tools\/[^/]+\/(page\/main\.mjs|[^/]+))$/;
  const roots = sources.filter((path) => entries.test(path) || isTest(path) || path.endsWith('.d.ts'));
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...usedBy(path).filter((used) => sources.includes(used)));
  }
  // Without the main file of an app, its unused files cannot be determined.
  const isComplete = ['apps/server/src/main.ts', 'apps/web/src/main.tsx'].every((path) => files.includes(path));
  const judged = isComplete ? sources : sources.filter((path) => !/^(apps|packages)\//.test(path));
  expect(judged.filter((path) => !reached.has(path))).toEqual([]);
});

function usedBy(path: string): string[] {
  const text = read(path);
  const imported = parseSource(path, text).imports.flatMap(({ specifier }) => resolveImport(path, specifier) ?? []);
  const byUrl = [...text.matchAll(/new URL\(\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    posix.join(posix.dirname(path), target),
  );
  const globbed = [...text.matchAll(/import\.meta\.glob[^(]*\(\s*'(\.[^'*]*)\*/g)].flatMap(([, prefix = '']) => {
    const start = posix.join(posix.dirname(path), prefix);
    return sources.filter((source) => source.startsWith(start));
  });
  return [...imported, ...byUrl, ...globbed];
}

const documents = files.filter((path) => path.endsWith('.md'));
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

test('each document has one title', () => {
  const titles = (path: string) => withoutCode(read(path)).match(/^# .+/gm)?.length ?? 0;
  expect(documents.filter((path) => titles(path) !== 1)).toEqual([]);
});

test('every link between documents has a target', () => {
  const broken = documents.flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^(https?:|mailto:|#)/.test(target)) return [];
      const file = posix.join(posix.dirname(path), target.replace(/#.*/, ''));
      return existsSync(`${root}/${file}`) ? [] : [`${path}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});
