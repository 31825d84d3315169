import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planOf, sampleMapping } from '../../../../../../testkit/feed-mappings.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { feedsOf, planSeveral, readSeveralConfig } from './several-config.ts';

const folder = scratchFolder('candor-several-');
const file = join(folder, 'several.json');
const sources = ['websocket:a.json', 'fix:/etc/candor/b.json'];

function read(config: object) {
  writeFileSync(file, JSON.stringify(config));
  return readSeveralConfig(file);
}

test('R-MKT-42 files of the sources are looked for beside the file that names them', () => {
  expect(feedsOf(read({ sources }), file)).toEqual([
    { kind: 'websocket', file: join(folder, 'a.json') },
    { kind: 'fix', file: '/etc/candor/b.json' },
  ]);
  expect(read({ sources })).toMatchObject({ silenceMs: 1_500, outlierBp: null, twoDisagree: 'pause' });
});

test.each([
  [{ sources: ['websocket:a.json'] }, 'sources must be a list of 2 to 5 live feeds'],
  [{ sources: ['simulated', 'fix:b.json'] }, 'sources[0] must be a live feed as in the setting FEED'],
  [{ sources: ['several:SECRET.json', 'fix:b.json'] }, 'sources[0] must be a live feed as in the setting FEED'],
  [{ sources: ['fix:b.json', 'fix:b.json'] }, 'sources names one feed twice'],
  [{ sources, silenceMs: 5_000 }, 'silenceMs must be a whole number from 300 to 2,000'],
  [{ sources, outlierBp: 0.5 }, 'outlierBp must be null, or a whole number from 1 to 10,000'],
  [{ sources, twoDisagree: 'best' }, 'twoDisagree must be "pause" or "first"'],
  [{ sources, markup: 1 }, 'there is no field markup'],
])('R-MKT-42 a file is refused by field, without a value of it: %j', (config, refusal) => {
  expect(() => read(config)).toThrow(refusal);
  expect(() => read(config)).not.toThrow('SECRET');
});

test('R-MKT-42 sources are refused that one name, one kind of price, or no instrument joins', () => {
  const config = read({ sources });
  const plan = (change: object) => planOf({ ...sampleMapping(), ...change });
  const both = (change: object) => () => planSeveral(config, file, [plan({}), plan(change)]);
  expect(both({})).toThrow('two of its feeds have the source fake');
  expect(both({ source: 'other', prices: 'indicative' })).toThrow('some of its feeds are indicative and some are not');
  expect(both({ source: 'a-name-of-31-characters-as-it-is'.slice(0, 31) })).not.toThrow();
  const [, ripple] = sampleMapping().instruments;
  const apart = () =>
    planSeveral(config, file, [
      plan({ instruments: [ripple] }),
      plan({ source: 'other', instruments: [sampleMapping().instruments[0]] }),
    ]);
  expect(apart).toThrow('no instrument has two sources');
  const long = ['x'.repeat(31), 'y'.repeat(31)].map((source) => plan({ source }));
  expect(() => planSeveral(config, file, long)).toThrow('63 characters with commas, and at most 47 fit');
  expect(planSeveral(config, file, [plan({}), plan({ source: 'other' })])).toMatchObject({
    source: 'fake,other',
    storeKey: expect.stringMatching(/^several\/[0-9a-f]{12}$/),
  });
});
