import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { allFiles, type Node, nameOf, read, visit, visitSource } from './source-tree.ts';

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

interface Importer {
  readonly source: string;
  /** Name that the source gives the module. */
  readonly name: string;
  readonly file: string;
}

const importers = new Map<string, Importer[]>();
for (const file of webSources) {
  const source = read(file);
  for (const [, name = '', from = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const path = posix.join(posix.dirname(file), from);
    importers.set(path, [...(importers.get(path) ?? []), { source, name, file }]);
  }
}

const importersOf = (path: string): readonly Importer[] => importers.get(path) ?? [];

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
    const users = importersOf(path);
    const isUsed = (className: string) =>
      users.some(
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

const named = 'white|black|gr[ae]y|silver|red|green|blue|yellow|orange|purple|pink|brown|gold|teal|navy|cyan|magenta';

/** Colours that a sheet spells. Mixtures of tokens, and hues of a variable, are calculated. */
function coloursIn(path: string, sheet: string): string[] {
  const text = sheet.replace(/\/\*[^]*?\*\//g, '').replaceAll('#root', '');
  const spelled = new RegExp(
    `#[0-9a-f]{3,8}\\b|\\b(?:rgb|hsl|lab|lch|oklab|oklch|hwb|color)a?\\((?![^)]*var\\()[^)]*\\)|(?<=[:\\s,(])(?:${named})(?=[\\s,;)])(?![^{}]*\\{)`,
    'gi',
  );
  return [...text.matchAll(spelled)].map(([colour]) => `${path} ${colour}`);
}

test('colours are in the tokens only', () => {
  const planted = `
    .a { color: #fff; background: rgb(0 0 0 / 0.1); border: 1px solid red; }
    .b { color: hsl(210 40% 50%); fill: white; stroke: oklch(0.5 0.1 20); }
    .c { color: oklch(0.5 0.1 var(--h)); background: color-mix(in srgb, var(--color-sunken) 55%, transparent); }
    .red { color: var(--color-red); transition: color 1s; }`;
  expect(coloursIn('planted', planted).map((one) => one.replace('planted ', ''))).toEqual([
    '#fff',
    'rgb(0 0 0 / 0.1)',
    'red',
    'hsl(210 40% 50%)',
    'white',
    'oklch(0.5 0.1 20)',
  ]);
  const sheetsOfWeb = sheets.filter((path) => path.startsWith('apps/web/'));
  expect(sheetsOfWeb.flatMap((path) => coloursIn(path, read(path)))).toEqual([]);
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

/** Inline styles of a source that hold a constant: written in place, or through a variable of the same file. */
function constantStyles(path: string, text: string): string[] {
  const constants = new Map<string, Node>();
  const found: string[] = [];
  visitSource(path, text, (node) => {
    if (node.type !== 'VariableDeclaration' || node['kind'] !== 'const') return;
    for (const { id, init } of node['declarations'] as { id: Node; init: Node | null }[])
      if (init !== null) constants.set(nameOf(id) ?? '', init);
  });
  visitSource(path, text, (node, _, line) => {
    if (node.type !== 'JSXAttribute' || nameOf(node['name']) !== 'style') return;
    const value = (node['value'] as Node | null)?.['expression'] as Node | undefined;
    visit(value ?? node, undefined, (inner) => {
      const object = constants.get(nameOf(inner) ?? '') ?? inner;
      for (const property of propertiesOf(object))
        if (isConstant(property['value'] as Node, constants)) found.push(`${path}:${line} ${nameOf(property['key'])}`);
    });
  });
  return found;
}

function propertiesOf(node: Node): Node[] {
  return node.type === 'ObjectExpression'
    ? (node['properties'] as Node[]).filter(({ type }) => type === 'Property')
    : [];
}

/** True for a string or number, in any quotes, also by the name of a constant of the file. */
function isConstant(node: Node, constants: ReadonlyMap<string, Node>): boolean {
  if (node.type === 'Identifier') {
    const value = constants.get(nameOf(node) ?? '');
    return value !== undefined && value.type !== 'Identifier' && isConstant(value, constants);
  }
  if (node.type === 'UnaryExpression') return isConstant(node['argument'] as Node, constants);
  if (node.type === 'TemplateLiteral') return (node['expressions'] as Node[]).length === 0;
  return node.type === 'Literal';
}

test('inline styles hold computed values only; constants belong to a module', () => {
  const planted = `
    const wide = { width: 40, height };
    const size = '12px';
    const shift = -4;
    const moved = side * 2;
    <i style={{ flex: risk, width: \`\${percent}%\`, left: moved }} />;
    <i style={wide} />;
    <i style={{ color: "red", top: \`4px\`, width: size, left: -3, right: shift }} />;
    <i style={isLow ? undefined : { padding: 3 }} />;`;
  expect(constantStyles('planted.tsx', planted).map((one) => one.replace('planted.tsx:', ''))).toEqual([
    '7 width',
    '8 color',
    '8 top',
    '8 width',
    '8 left',
    '8 right',
    '9 padding',
  ]);
  const styled = files.filter((path) => /^apps\/(web|console)\/src\/.*\.tsx$/.test(path) && !/\.test\./.test(path));
  expect(styled.flatMap((path) => constantStyles(path, read(path)))).toEqual([]);
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
