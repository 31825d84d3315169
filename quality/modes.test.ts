import { expect, test } from 'vitest';
import { read } from './source-tree.ts';

/** Files that compose one process for everything, and those that compose a process for each role. */
const modes = {
  all: ['start-server', 'create-server'],
  roles: ['start-market-role', 'start-core-role', 'start-gateway-role', 'start-jobs-role'],
};

/** Parts that one mode starts and the other does not, each with the reason. */
const onlyIn: Readonly<Record<keyof typeof modes, Readonly<Record<string, string>>>> = {
  all: {
    openAdapters: 'the roles open the same adapters one by one',
    startBackup: 'the embedded database belongs to one process',
    startProjector: 'projector of tests without a thread',
    warmHistory: 'a gateway calculates older candles when they are asked for',
  },
  roles: {
    openDatabases: 'part of openAdapters',
    openPools: 'part of openAdapters',
    openTickLog: 'part of openAdapters',
    openRemoteShards: 'cores in other processes',
    openPaymentHook: 'one process has the hook of its watchers',
    openTables: 'tables that another process writes',
    openTickMirror: 'the market in another process',
    startProbes: 'a role without clients answers probes alone',
    leadJobs: 'one process leads the jobs by the lease of its core',
  },
};

/** Names of the parts that a text starts: functions that it calls, besides those of a file's own. */
function partsOf(text: string): Set<string> {
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const declared = new Set(named(/^(?:async )?function (\w+)/gm));
  const called = named(/(?<!function )\b((?:start|open|run|lead|warm|prepare|register|log)[A-Z]\w*)\(/g);
  return new Set(called.filter((name) => !declared.has(name)));
}

/** Parts of one mode that the other one lacks without a reason. */
function missing(texts: Readonly<Record<keyof typeof modes, string>>, mode: keyof typeof modes): string[] {
  const other = mode === 'all' ? 'roles' : 'all';
  const others = partsOf(texts[other]);
  return [...partsOf(texts[mode])].filter((name) => !others.has(name) && !(name in onlyIn[mode]));
}

const textOf = (mode: keyof typeof modes) => modes[mode].map((name) => read(`apps/server/src/${name}.ts`)).join('\n');
const texts = { all: textOf('all'), roles: textOf('roles') };

test.each(['all', 'roles'] as const)(
  'R-RUN-60 a part that mode `%s` starts is started by the other one, too',
  (mode) => {
    expect(partsOf(texts[mode]).size).toBeGreaterThan(10);
    expect(missing(texts, mode)).toEqual([]);
    const own = partsOf(texts[mode]);
    expect(Object.keys(onlyIn[mode]).filter((name) => !own.has(name))).toEqual([]);
  },
);

test('R-RUN-36 both modes start their jobs and foldings by the same functions, from the same sources', () => {
  for (const mode of ['all', 'roles'] as const)
    expect([...partsOf(texts[mode])]).toEqual(expect.arrayContaining(['openJobSources', 'startFoldings', 'startJobs']));
});

test('a job that one mode alone starts is found', () => {
  const planted = { ...texts, all: `${texts.all}\nconst sweep = startSweeping(ports);` };
  expect(missing(planted, 'all')).toContain('startSweeping');
});
