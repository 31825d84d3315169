import { expect, test } from 'vitest';
import { isLayered, type Layer, layers } from './layers.ts';
import { allFiles, isSource, isTest, read } from './source-tree.ts';

const files = allFiles().filter((path) => isSource(path) && isLayered(path) && !isTest(path));

/** Names of the table for several layers. */
const groups: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  all: ['*'],
  domain: ['values', 'calc', 'ledger', 'engine', 'receipt', 'domain hedging'],
  shared: ['contracts', 'languages', 'values', 'calc'],
};

interface Row {
  readonly folder: string;
  readonly may: readonly string[];
}

/** Returns the rows of the table of folders in ARCHITECTURE.md. */
function rowsIn(page: string): Row[] {
  const [table = ''] = page.slice(page.indexOf('| Folder ')).split('\n\n');
  const cells = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.slice(2).flatMap(([, folder = '', , may = '']) => {
    const names = may.replace(/;.*/, '').split(', ');
    return folder === ''
      ? []
      : [{ folder: folder.replaceAll('`', ''), may: names.flatMap((one) => groups[one] ?? [one]) }];
  });
}

/** Pattern of a folder in the table: `<area>` is any name, `{a,b}` one of several, `*` any file of the folder itself. */
function patternOf(folder: string): RegExp {
  const source = folder
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll(/<\w+>/g, '[^/]+')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${source}(/|$)`);
}

/** Returns the differences between the table and the layers, as text. A file belongs to the first row that matches. */
function differences(rows: readonly Row[]): string[] {
  const patterns = rows.map(({ folder }) => patternOf(folder));
  const layersOf = new Map(rows.map((row) => [row, new Set<Layer>()]));
  const rowOf = new Map<Layer, Row>();
  const found: string[] = [];
  for (const file of files) {
    const row = rows[patterns.findIndex((pattern) => pattern.test(file))];
    const layer = layers.find((one) => one.files.test(file)) as Layer;
    if (row === undefined) found.push(`${file} is in no row`);
    else if ((rowOf.get(layer) ?? row) !== row) found.push(`${file}: ${layer.name} is in another row too`);
    else {
      rowOf.set(layer, row);
      layersOf.get(row)?.add(layer);
    }
  }
  for (const [{ folder, may }, inside] of layersOf) {
    const own = new Set([...inside].map(({ name }) => name));
    const names = new Set([...inside].flatMap((layer) => layer.may).filter((name) => !own.has(name)));
    const allowed = names.has('*') ? ['*'] : [...names].toSorted();
    if (own.size === 0) found.push(`${folder} has no files`);
    if (allowed.join() !== [...new Set(may)].toSorted().join())
      found.push(`${folder} may import: ${allowed.join(', ')}`);
  }
  return [...new Set(found)];
}

const page = read('ARCHITECTURE.md');

test('R-RUN-20 the table of ARCHITECTURE.md has a row for every file and allows what quality/layers.ts allows', () => {
  const rows = rowsIn(page);
  expect(rows.length).toBeGreaterThan(25);
  expect(differences(rows)).toEqual([]);
});

test('R-RUN-20 a wrong, missing or empty row is found', () => {
  const rows = rowsIn(page);
  const change = (folder: string, may: string[]) => rows.map((row) => (row.folder === folder ? { folder, may } : row));
  expect(differences(change('apps/web/src/ui', ['web base', 'web data']))).toHaveLength(1);
  expect(differences(change('tools/verify-receipt', ['values']))).toEqual(['tools/verify-receipt may import: ']);
  expect(differences(rows.filter(({ folder }) => folder !== 'apps/server/src/ports'))).not.toEqual([]);
  expect(differences([...rows, { folder: 'apps/server/src/stray', may: [] }])).toEqual([
    'apps/server/src/stray has no files',
  ]);
});
