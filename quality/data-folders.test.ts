import { expect, test } from 'vitest';
import { folderBounds } from '../apps/server/src/services/retention/bounds.ts';
import { allFiles, read } from './source-tree.ts';

test('R-RUN-40 every folder and file that the program makes under DATA_DIR has a bound', () => {
  const named = allFiles()
    .filter((file) => file.startsWith('apps/server/src/') && !/test\.ts$|\/embedded\//.test(file))
    .flatMap((file) => [...read(file).matchAll(/\bdataDir, '([^']+)'/g)].map(([, name]) => name));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(folderBounds).toSorted());
});
