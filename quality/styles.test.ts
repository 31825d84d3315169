import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { allFiles, read } from './source-tree.ts';

const columnsMax = 120;
const files = allFiles();
const sheets = files.filter((path) => path.endsWith('.css'));
const modules = sheets.filter((path) => path.endsWith('.module.css'));
const moduleName = (path: string) => posix.basename(path, '.module.css');
const webSources = files.filter((path) => /^apps\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\./.test(path));

/** Rules of a sheet without comments and values. */
function selectorsOf(path: string): string {
  return read(path)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/:\s[^;{}]*;/g, ';');
}

const classes = new Map(
  modules.map((path) => [
    path,
    new Set([...selectorsOf(path).matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name ?? '')),
  ]),
);

/** Sources that import a module, with the name that each gives it. */
function importersOf(path: string): { source: string; name: string; file: string }[] {
  return webSources.flatMap((file) => {
    const source = read(file);
    return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
      .filter(([, , from]) => posix.join(posix.dirname(file), from ?? '') === path)
      .map(([, name]) => ({ source, name: name ?? '', file }));
  });
}

test(`sheets have lines of at most ${columnsMax} columns`, () => {
  const long = sheets.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (line.length > columnsMax ? [`${path}:${index + 1} has ${line.length} columns`] : [])),
  );
  expect(sheets.length).toBeGreaterThan(100);
  expect(long).toEqual([]);
});

test('modules have names of their own, since a generated class is Module_class', () => {
  const names = modules.map(moduleName);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('classes have readable names in camelCase of three letters or more', () => {
  const bad = [...classes].flatMap(([path, names]) =>
    [...names].filter((name) => !/^[a-z][a-zA-Z]{2,}$/.test(name)).map((name) => `${path} .${name}`),
  );
  expect(bad).toEqual([]);
});

test('each class of a module is used by a component that imports it', () => {
  const unused = [...classes].flatMap(([path, names]) => {
    const importers = importersOf(path);
    const isUsed = (className: string) =>
      importers.some(
        ({ source, name }) =>
          new RegExp(`\\b${name}\\.${className}\\b`).test(source) ||
          (source.includes(`${name}[`) && new RegExp(`['"]${className}['"]`).test(source)),
      );
    return [...names].filter((name) => !isUsed(name)).map((name) => `${path} .${name}`);
  });
  expect(unused).toEqual([]);
});

test('each class that a component takes from a module is there', () => {
  const missing = [...classes].flatMap(([path, names]) =>
    importersOf(path).flatMap(({ source, name, file }) =>
      [...source.matchAll(new RegExp(`(?<![-\\w])${name}\\.(\\w+)`, 'g'))]
        .filter(([, used]) => used !== undefined && !names.has(used))
        .map(([used]) => `${file} ${used}`),
    ),
  );
  expect(missing).toEqual([]);
});

/** Parts of a sheet by which it would restyle the classes of another module. */
function foreignNames(path: string, sheet: string): string[] {
  const foreign = /:global\b(?:\([^)]*\))?|\[class\b[^\]]*\]|composes:[^;]*\bfrom\b[^;]*|(?<![\w/])\.[A-Z]\w*_\w+/g;
  return [...sheet.replace(/\/\*[^]*?\*\//g, '').matchAll(foreign)].map(([name]) => `${path} ${name}`);
}

test('no sheet names a class of another module: a parent passes a class of its own', () => {
  const planted = `
    .list :global(.Button_iconButton) { flex: none; }
    :global .row, [class*="Chips_"] { flex: 1; }
    .note { composes: note from "./Banner.module.css"; }
    main .Card_card { padding: 0; }`;
  expect(foreignNames('planted', planted)).toEqual([
    'planted :global(.Button_iconButton)',
    'planted :global',
    'planted [class*="Chips_"]',
    'planted composes: note from "./Banner.module.css"',
    'planted .Card_card',
  ]);
  expect(sheets.flatMap((path) => foreignNames(path, read(path)))).toEqual([]);
});

test('colours are in the tokens only', () => {
  const places = sheets
    .filter((path) => path.startsWith('apps/web/'))
    .flatMap((path) => [...read(path).matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => `${path} ${colour}`));
  expect(places.filter((place) => !place.endsWith('#root'))).toEqual([]);
});

test('sizes of text and corners that have a token use it', () => {
  const tokens = read('packages/design/src/tokens.css');
  const values = (name: string) =>
    [...tokens.matchAll(new RegExp(`--${name}-\\w+: ([\\w.]+);`, 'g'))].map(([, v]) => v);
  const [sizes, corners] = [values('text'), values('radius')];
  expect([sizes.length, corners.length]).toEqual([9, 7]);
  const magic = modules.flatMap((path) =>
    [...read(path).matchAll(/(font-size|border-radius): ([\w.]+);/g)]
      .filter(([, property, value]) => (property === 'font-size' ? sizes : corners).includes(value))
      .map(([all]) => `${path} ${all}`),
  );
  expect(magic).toEqual([]);
});

test('inline styles hold computed values only; constants belong to a module', () => {
  const constants = webSources.flatMap((path) =>
    [...read(path).matchAll(/\bstyle=\{[^]*?\}(?=[\s/>])/g)].flatMap(([style]) =>
      /\w:\s*(?:-?[\d.]+|'[^']*')\s*[,}]/.test(style) ? [`${path} ${style.replaceAll(/\s+/g, ' ').slice(0, 80)}`] : [],
    ),
  );
  expect(constants).toEqual([]);
});

test('tests select by role, text or data attribute, never by class', () => {
  const names = new Set(modules.map(moduleName));
  const places = files
    .filter((path) => /^(e2e|testkit|bench)\/.*\.ts$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\[class|\.(\w+)_\w+/g)]
        .filter(([, name]) => name === undefined || names.has(name))
        .map(([all]) => `${path} ${all}`),
    );
  expect(places).toEqual([]);
});
