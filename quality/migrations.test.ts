import { expect, test } from 'vitest';
import { allFiles, read } from './source-tree.ts';

const folder = 'apps/server/src/adapters/postgres/migrations/';

test('migrations are numbered without gaps and listed in order', () => {
  const names = allFiles()
    .filter((file) => file.startsWith(folder) && /\/\d{4}/.test(file))
    .map((file) => file.slice(folder.length).replace('.ts', ''))
    .toSorted();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1));
  const listed = [...read(`${folder}migrate.ts`).matchAll(/^ {2}'(\d{4}-[a-z-]+)': /gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
});
