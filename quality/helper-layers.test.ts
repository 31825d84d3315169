import { expect, test } from 'vitest';
import { helperLayers, helperViolations, isLayered, layers } from './layers.ts';
import { allFiles, isSource, parseSource, read } from './source-tree.ts';

const files = allFiles().filter((path) => isSource(path) && !isLayered(path) && path.includes('/'));
const isConfiguration = (path: string) => /\.config\.m?ts$/.test(path);
const judged = files.filter((path) => !isConfiguration(path));

test('R-RUN-20 tests and tools stay within their walls', () => {
  const found = judged.flatMap((file) => helperViolations({ file, ...parseSource(file, read(file)) }));
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
});

test.each(helperLayers.map((layer) => [layer.name, layer] as const))(
  'R-RUN-20 %s has files, and fails on a planted import of every layer it may not import',
  (_, layer) => {
    const own = judged.find((path) => helperLayers.find(({ files: all }) => all.test(path)) === layer) ?? '';
    expect(own).not.toBe('');
    const all = [...layers, ...helperLayers];
    const ownerOf = (path: string) => all.find(({ files: pattern }) => pattern.test(path));
    const everyFile = allFiles().filter(isSource);
    const passed = all
      .filter((other) => other !== layer && !layer.may.includes(other.name))
      .filter((other) => {
        const target = everyFile.find((path) => ownerOf(path) === other) ?? '';
        const specifier = `${'../'.repeat(own.split('/').length - 1)}${target}`;
        return helperViolations({ file: own, imports: [{ specifier, line: 1 }] }).length === 0;
      });
    expect(passed.map(({ name }) => name)).toEqual([]);
  },
);

test('R-RUN-20 the auditor may know the types of the engine, not its code', () => {
  const file = 'sim/auditor/planted.ts';
  const plant = (text: string) => helperViolations({ file, ...parseSource(file, text) });
  expect(plant("import type { Command } from '@candor/domain/engine/command';")).toEqual([]);
  expect(plant("import { execute } from '@candor/domain/engine/execute';")).toHaveLength(1);
});
