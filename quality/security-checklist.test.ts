import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './source-tree.ts';

const checklist = read('docs/SECURITY-CHECKLIST.md');

test('every file named in the security checklist exists', () => {
  const named = [...checklist.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  const places = ['', 'apps/server/src/'];
  const missing = named.filter((path) => !places.some((place) => existsSync(join(root, place, path))));
  expect(named.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('every item of the security checklist has a status and evidence', () => {
  const rows = checklist.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(120);
  const form = /^\| \d[\d.–]+ +\| (?:met|partly|not met|not applicable) +\| \S.+\|$/;
  expect(rows.filter((row) => !form.test(row))).toEqual([]);
});
