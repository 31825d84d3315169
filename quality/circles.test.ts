import { expect, test } from 'vitest';
import { filesInCircles } from './exceptions.ts';
import { resolveImport } from './layers.ts';
import { allFiles, isSource, parseSource, read } from './source-tree.ts';

/** Returns the groups of nodes that reach each other (Tarjan's strongly connected components of two or more). */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const enter = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) enter(next);
      else if (!open.includes(next)) continue;
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1 || (edges.get(node) ?? []).includes(node)) circles.push(circle.toSorted());
  };
  for (const node of edges.keys()) if (!order.has(node)) enter(node);
  return circles;
}

test('no files import each other in a circle, imports of types counted', () => {
  const sources = allFiles().filter(isSource);
  const known = new Set(sources);
  const edges = new Map(
    sources.map((file) => {
      const { imports } = parseSource(file, read(file));
      const targets = imports.map(({ specifier }) => resolveImport(file, specifier) ?? '');
      return [file, targets.filter((target) => known.has(target))] as const;
    }),
  );
  const found = circlesOf(edges);
  expect(found.filter((circle) => !circle.every((file) => filesInCircles.includes(file)))).toEqual([]);
  // An exception that is no longer needed comes off the list in quality/exceptions.ts.
  expect(filesInCircles.filter((file) => !found.flat().includes(file))).toEqual([]);
});

test('a circle is found through several files, and through one', () => {
  const edges = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['d'], f: ['f'] };
  expect(circlesOf(new Map(Object.entries(edges)))).toEqual([['a', 'b', 'c'], ['f']]);
});
