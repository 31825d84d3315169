import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLayered, type Layer, layers, layerViolations, resolveImport, workspacePackages } from './layers.ts';
import { allFiles, isSource, isTest, parseSource, read } from './source-tree.ts';
import { job, jobPackages, mayCallServer, mayLoadUnseen, mayReadState, withoutTrading } from './special-files.ts';

const files = allFiles().filter((path) => isSource(path) && isLayered(path));
const filesOf = new Map<Layer, string[]>(layers.map((layer) => [layer, []]));
for (const file of files) filesOf.get(layers.find((layer) => layer.files.test(file)) as Layer)?.push(file);
const imports = files
  .filter((file) => !isTest(file))
  .flatMap((file) => parseSource(file, read(file)).imports.map(({ specifier }) => ({ file, specifier })));

/** Returns how one file would import another: by the package's export, or by a relative path. */
function specifierOf(from: string, to: string): string {
  const workspace = (path: string) => path.split('/').slice(0, 2).join('/');
  if (workspace(from) === workspace(to)) {
    const path = posix.relative(posix.dirname(from), to);
    return path.startsWith('.') ? path : `./${path}`;
  }
  const entry = Object.entries(workspacePackages).find(([, folder]) => to.startsWith(folder));
  if (entry === undefined) return posix.relative(posix.dirname(from), to);
  return entry[0] + to.slice(entry[1].length).replace(/\.tsx?$/, '');
}

const firstOf = (layer: Layer) => (filesOf.get(layer) ?? []).find((file) => !isTest(file)) ?? '';
const strict = layers.filter(({ may }) => !may.includes('*'));

describe('R-RUN-20 each wall is real', () => {
  test.each(layers.map((layer) => [layer.name, layer] as const))('%s has files', (_, layer) => {
    expect(firstOf(layer)).not.toBe('');
  });

  test.each(strict.map((layer) => [layer.name, layer] as const))(
    '%s fails on a planted import of every layer it may not import',
    (_, layer) => {
      const forbidden = layers.filter((other) => other !== layer && !layer.may.includes(other.name));
      expect(forbidden.length).toBeGreaterThan(0);
      const passed = forbidden.filter((other) => {
        const specifier = specifierOf(firstOf(layer), filesOf.get(other)?.[0] ?? '');
        return layerViolations({ file: firstOf(layer), imports: [{ specifier, line: 1 }] }).length === 0;
      });
      expect(passed.map(({ name }) => name)).toEqual([]);
    },
  );

  test.each(layers.map((layer) => [layer.name, layer] as const))(
    '%s fails on a planted import of a package it may not import',
    (_, layer) => {
      const found = layerViolations({ file: firstOf(layer), imports: [{ specifier: 'left-pad', line: 1 }] });
      expect(found).toHaveLength(1);
    },
  );

  test.each(layers.filter(({ apartBy }) => apartBy).map((layer) => [layer.name, layer] as const))(
    '%s has siblings, and fails on a planted import between them',
    (_, layer) => {
      const own = (filesOf.get(layer) ?? []).filter((file) => !isTest(file));
      const [one = '', other = ''] = new Map(own.map((file) => [layer.apartBy?.exec(file)?.[1], file])).values();
      const specifier = specifierOf(one, other);
      expect(layerViolations({ file: one, imports: [{ specifier, line: 1 }] })).toHaveLength(1);
    },
  );
});

describe('no exception without a use', () => {
  test('every layer that a layer may import exists', () => {
    const known = new Set([...layers.map(({ name }) => name), '*']);
    expect(layers.flatMap(({ may }) => may).filter((name) => !known.has(name))).toEqual([]);
  });

  test('every job, loader, reader of the state and caller of the server is a file', () => {
    for (const pattern of [job, mayLoadUnseen, mayReadState, mayCallServer, withoutTrading])
      expect(files.filter((file) => pattern.test(file))).not.toEqual([]);
    expect(imports.filter(({ specifier }) => jobPackages.test(specifier))).not.toEqual([]);
  });

  test('every workspace package that may be named is imported', () => {
    const used = Object.keys(workspacePackages).filter((prefix) =>
      imports.some(({ specifier }) => specifier.startsWith(prefix)),
    );
    expect(used).toEqual(Object.keys(workspacePackages));
  });

  test('every import of a source file names one that exists', () => {
    const known = new Set(allFiles());
    const lost = imports.filter(({ file, specifier }) => {
      const target = resolveImport(file, specifier);
      return target !== undefined && !known.has(target) && !known.has(target.replace(/\.ts$/, '.tsx'));
    });
    expect(lost.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
  });
});
