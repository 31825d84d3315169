import { expect, test } from 'vitest';
import { allFiles, isTest, read } from './source-tree.ts';

/** The only files that turn a time into text. */
const formatters = new Set(['apps/web/src/format/time-text.ts', 'apps/console/src/format/figures.ts']);

const otherWays: readonly (readonly [name: string, form: RegExp])[] = [
  ['a date formatter', /\bIntl\.DateTimeFormat\b/],
  ['a locale method', /\.toLocale(?:Date|Time)String\(/],
  ['a part of a local date', /\.get(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(\)/],
  // A date for the machine, or one that has no time: `toISOString` of whole days.
  ['an ISO time', /(?<!dateTime=\{)new Date\([^()]*\)\.toISOString\(\)(?!\.slice\(0, 10\))/],
  ['a zone of its own', /(?:Text|dayKey|zoneName)\([^;]*?, ?'(?:device|new-york)'|zoneName\('/],
];

/** Finds times that are formatted by another way than the one function of each app. */
function findOtherTimes(path: string, source: string): string[] {
  if (formatters.has(path)) return [];
  return source
    .split('\n')
    .flatMap((line, at) => otherWays.flatMap(([name, form]) => (form.test(line) ? [`${path}:${at + 1} ${name}`] : [])));
}

test('R-MKT-50 every time of app and console is formatted by one function, in one zone', () => {
  const shown = allFiles('apps').filter((path) => /^apps\/(?:web|console)\/src\/.*\.tsx?$/.test(path) && !isTest(path));
  expect(shown.length).toBeGreaterThan(400);
  expect(shown.flatMap((path) => findOtherTimes(path, read(path)))).toEqual([]);
});

test.each([
  "new Intl.DateTimeFormat('en').format(at)",
  'new Date(at).toLocaleTimeString()',
  'new Date(at).getHours()',
  'new Date(at).toISOString()',
  "clockText(atMs, 'device', localeTag())",
  "dayKey(nowMs - dayMs, 'new-york')",
  "zoneName('device')",
])('R-MKT-50 %s is found', (line) => {
  expect(findOtherTimes('apps/web/src/screens/planted.tsx', line)).toHaveLength(1);
});
