import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { type SettingUse, settingUses } from './config-roles.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Rows of a table in a document: the cells of each line whose first cell begins with a name of a setting. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| (\*\*)?`[A-Z][A-Z0-9_]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const settingCount = Object.keys(settingUses).length;
const namesIn = (cell = '') => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name);

test('R-RUN-75 the table of settings in README.md has every setting, and no other', () => {
  const readme = read('README.md');
  const table = readme.slice(readme.indexOf('## Settings'), readme.indexOf('\n## ', readme.indexOf('## Settings') + 5));
  const written = rowsOf(table).flatMap(([names]) => namesIn(names));
  expect([written.length, new Set(written)]).toEqual([settingCount, new Set(Object.keys(settingUses))]);
});

test('R-RUN-75 the table of settings by role equals the enforced one', () => {
  const text = read('docs/runbook/cluster.md');
  const written = rowsOf(text).flatMap(([names = '', roles, value]) =>
    namesIn(names).map((name) => [name, { roles, value, isNeeded: names.includes('**') }] as const),
  );
  const enforced = Object.entries<SettingUse>(settingUses).map(
    ([name, { roles, value, needed }]) =>
      [name, { roles: roles.length === 4 ? 'all' : roles.join(', '), value, isNeeded: needed !== undefined }] as const,
  );
  expect(written).toHaveLength(settingCount);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(enforced));
});

test('R-RUN-14 every role is in ADR 3, in the runbook, in the example cluster and in the settings', () => {
  const accepted = (role: string) => {
    const shared = { DATABASE_URL: 'postgresql://h/d', LINES_DIR: 'l', KEYS_DIR: 'k', FILES_DIR: 'f', ARCHIVE: 'off' };
    return parseConfig({ ROLE: role, ...shared }, '/').role;
  };
  const roles = [...new Set(Object.values<SettingUse>(settingUses).flatMap((use) => use.roles))];
  const [, schema = ''] = /ROLE: z\._default\(z\.enum\(\[([^\]]*)\]/.exec(read('apps/server/src/config.ts')) ?? [];
  expect(new Set([...schema.matchAll(/'(\w+)'/g)].map(([, name]) => name))).toEqual(new Set(['all', ...roles]));
  const [, cluster = ''] = /export type Role = ([^;]*);/.exec(read('testkit/cluster.ts')) ?? [];
  for (const role of roles) {
    expect(accepted(role)).toBe(role);
    expect(cluster).toContain(`'${role}'`);
    for (const doc of ['docs/adr/0003-one-deployable-with-roles.md', 'docs/runbook/cluster.md', 'README.md'])
      expect(read(doc), `${role} in ${doc}`).toMatch(new RegExp(`\\b${role}\\b`));
  }
});

test.each([
  [{ SHARDS: '2' }, 'needs roles of their own'],
  [{ ROLE: 'core', SHARDS: '2' }, 'ROLE=core needs SHARD'],
  [{ ROLE: 'core', SHARDS: '2', SHARD: '2' }, 'SHARD=2 is not below SHARDS=2'],
  [{ ROLE: 'core', SHARDS: '21' }, 'SHARDS=… cannot be used'],
])('R-RUN-71 shards that a process cannot serve are refused by name: %o', (given, reason) => {
  const shared = {
    DATABASE_URL: 'postgresql://db/candor',
    LINES_DIR: '/run/l',
    KEYS_DIR: '/k',
    FILES_DIR: '/f',
    ARCHIVE: 'off',
  };
  expect(() => parseConfig({ ...shared, ...given }, '/srv')).toThrow(reason);
  expect(parseConfig({ ...shared, ROLE: 'core', SHARDS: '2', SHARD: '1' }, '/srv')).toMatchObject({
    shards: 2,
    shard: 1,
  });
});
