import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseConfig } from './config.ts';
import { type SettingUse, settingUses } from './config-roles.ts';
import { type Settings, schema, valuesOf } from './config-schema.ts';

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

const readme = read('README.md');
const settingsTable = readme.slice(readme.indexOf('## Settings'), readme.indexOf('\n## Further'));
const written = rowsOf(settingsTable);

test('R-RUN-75 the table of settings in README.md has every setting, and no other', () => {
  const names = written.flatMap(([cell]) => namesIn(cell));
  expect([names.length, new Set(names)]).toEqual([settingCount, new Set(Object.keys(settingUses))]);
});

/** Texts in code of a cell, e.g. of `` `50`, `200` ``. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]*)`/g)].map(([, code]) => code);

/** Default of the schema as text; undefined if it has none. */
function defaultOf(name: string): string | undefined {
  const given = z.toJSONSchema(schema.shape[name as keyof Settings]).default;
  return given === undefined ? undefined : String(given);
}

test('R-RUN-07 README.md gives each setting the default that the schema has', () => {
  const named = written.flatMap(([cell, given]) =>
    namesIn(cell).map((name, at) => [name, codesIn(given)[at]] as const),
  );
  const inSchema = named.filter(([name]) => defaultOf(name) !== undefined);
  expect(inSchema).toEqual(inSchema.map(([name]) => [name, defaultOf(name)]));
  expect(inSchema.length).toBeGreaterThan(25);
});

test('R-RUN-07 README.md gives the defaults that depend on other settings', () => {
  const { host, keysDir, filesDir, archive, ...others } = parseConfig({ DATA_DIR: 'DATA_DIR' }, '/');
  const { publicHost, filesHost, consoleHost, databaseUrl, shard } = others;
  const given = Object.fromEntries(written.flatMap(([cell, text]) => namesIn(cell).map((name) => [name, text])));
  expect(given).toMatchObject({
    HOST: `\`${host}\``,
    KEYS_DIR: `\`${keysDir.slice(1)}\``,
    FILES_DIR: `\`${filesDir.slice(1)}\``,
    ARCHIVE: `\`${archive.kind === 'folder' ? archive.folder.slice(1) : archive.kind}\``,
  });
  expect([publicHost, filesHost, consoleHost, databaseUrl, shard]).toEqual([null, null, null, null, 0]);
});

test('R-RUN-07 README.md gives each setting the values that the schema accepts, and a refusal names them', () => {
  const cells = written.flatMap(([cell, , values = '']) => namesIn(cell).map((name) => [name, values] as const));
  const accepted = cells.map(([name]) => [name, valuesOf(name as keyof Settings) ?? ''] as const);
  expect(cells.map(([name, values]) => [name, values.replaceAll('`', '')])).toEqual(accepted);
  const listed = accepted.filter(([, values]) => values !== '');
  expect(listed.length).toBeGreaterThan(20);
  for (const [name, values] of listed)
    expect(() => parseConfig({ [name]: 'wrong' }, '/')).toThrow(
      `The setting ${name}=wrong cannot be used. Possible values: ${values}.`,
    );
  expect(() => parseConfig({ SHARDS: '21' }, '/')).toThrow('SHARDS=21 cannot be used. Possible values: 1 to 20.');
});

test('R-RUN-75 the table of settings by role equals the enforced one', () => {
  const text = read('docs/runbook/cluster.md');
  const inRunbook = rowsOf(text).flatMap(([names = '', roles, value]) =>
    namesIn(names).map((name) => [name, { roles, value, isNeeded: names.includes('**') }] as const),
  );
  const enforced = Object.entries<SettingUse>(settingUses).map(
    ([name, { roles, value, needed }]) =>
      [name, { roles: roles.length === 5 ? 'all' : roles.join(', '), value, isNeeded: needed !== undefined }] as const,
  );
  expect(inRunbook).toHaveLength(settingCount);
  expect(Object.fromEntries(inRunbook)).toEqual(Object.fromEntries(enforced));
});

test('R-RUN-14 every role is in ADR 3, in the runbook, in the example cluster and in the settings', () => {
  const accepted = (role: string) => {
    const shared = {
      DATABASE_URL: 'postgresql://h/d',
      LINES_DIR: 'l',
      KEYS_DIR: 'k',
      FILES_DIR: 'f',
      ARCHIVE: 'off',
      HEDGER: 'h',
    };
    return parseConfig({ ROLE: role, ...shared }, '/').role;
  };
  const roles = [...new Set(Object.values<SettingUse>(settingUses).flatMap((use) => use.roles))];
  expect(new Set(valuesOf('ROLE')?.split(', '))).toEqual(new Set(['all', ...roles]));
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
  [{ ROLE: 'core', SHARDS: '21' }, 'SHARDS=21 cannot be used'],
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
