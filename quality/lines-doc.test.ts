import { expect, test } from 'vitest';
import { allFiles, isSource, isTest, read } from './source-tree.ts';

const page = read('docs/lines.md');

/** Cells of every row of a table. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** Value of a constant that is written as a number; undefined if there is none. */
function constantOf(path: string, name: string): number | undefined {
  const [, text] = new RegExp(`^(?:export )?const ${name} = ([\\d_.]+);`, 'm').exec(read(path)) ?? [];
  return text === undefined ? undefined : Number(text.replaceAll('_', ''));
}

/** Value of a cell such as `1,000 B`, `15 s` or `50 ms`; times in milliseconds. */
function valueOf(cell: string): number {
  const [, number = '', unit = ''] = /^([\d,]+)(?: (B|s|ms))?$/.exec(cell) ?? [];
  return Number(number.replaceAll(',', '')) * (unit === 's' ? 1_000 : 1);
}

const bounds = rows.flatMap(([bound = '', value = '', , constant = '']) => {
  const [, path, name] = /^`([\w./-]+)#(\w+)`$/.exec(constant) ?? [];
  return path === undefined || name === undefined ? [] : [{ bound, value, path, name }];
});

test('R-RUN-60 docs/lines.md gives every bound of the lines with the value of its constant', () => {
  expect(bounds.length).toBeGreaterThan(25);
  expect(bounds.map(({ bound, value }) => [bound, valueOf(value)])).toEqual(
    bounds.map(({ bound, path, name }) => [bound, constantOf(path, name)]),
  );
});

test('R-RUN-60 every bound of the lines in the code is on the page', () => {
  const isOfLines = /^apps\/server\/src\/(adapters\/lines|trading\/remote)\/|\/tick-(follower|publisher)\.ts$/;
  const sources = allFiles().filter((path) => isSource(path) && !isTest(path) && isOfLines.test(path));
  const inCode = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?const (\w+(?:Max|MaxMs)) = [\d_]+;/gm)].map(([, name]) => `${path}#${name}`),
  );
  expect(inCode.length).toBeGreaterThan(10);
  const written = new Set(bounds.map(({ path, name }) => `${path}#${name}`));
  expect(inCode.filter((one) => !written.has(one))).toEqual([]);
});

/** Names of questions and topics in the product's code. */
function namesInCode(): string[] {
  const wire = read('apps/server/src/trading/remote/core-wire.ts');
  const [, methods = ''] = /askedMethods = \{([^}]*)\}/.exec(wire) ?? [];
  const asked = [...methods.matchAll(/(\w+): '/g)].map(([, name]) => `core.${name}`);
  const product = allFiles().filter((path) => path.startsWith('apps/server/src/') && isSource(path) && !isTest(path));
  const named = product.flatMap((path) =>
    [...read(path).matchAll(/'((?:core|ticks)\.[\w-]+|ticks)'/g)].map(([, name = '']) => name),
  );
  return [...new Set([...asked, ...named])].toSorted();
}

test('R-RUN-60 docs/lines.md has every question and topic of the code, and no other one', () => {
  const written = rows.flatMap(([first = '']) =>
    [...first.matchAll(/`((?:core|ticks)\.[\w-]+|ticks)`/g)].map(([, name = '']) => name),
  );
  expect(written.toSorted()).toEqual(namesInCode());
});
