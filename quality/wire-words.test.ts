import { expect, test } from 'vitest';
import { allFiles, isSource, isTest, read, wordsIn } from './source-tree.ts';

/** Files of the web app outside `data`, and of the services, that may use a word of the wire, with the reason. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Name of a table.
  'apps/server/src/services/retention/bounds.ts': ['draw_currency'],
  // Query of the address `/register?invite_code=…`, which invitations have carried since the first version.
  'apps/web/src/navigation/app-search.ts': ['invite_code'],
  'apps/web/src/screens/register/RegisterScreen.tsx': ['invite_code'],
  // Part of stored hashes.
  'apps/server/src/services/funds/payload-hash.ts': ['held_until'],
  // A type's parameter, which the documents have as a name of their own.
  'apps/server/src/services/messages/message-kinds.ts': ['Kind'],
};

/** Every name of a field, and every listed value, in the documents of the API, which come from its schemas. */
const wireWords = new Set(
  ['docs/api/openapi.json', 'docs/api/asyncapi.json'].flatMap((path) => wordsOf(JSON.parse(read(path)))),
);

function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, enum: values, const: value } = schema as Readonly<Record<string, unknown>>;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const listed = [...(Array.isArray(values) ? values : []), value].filter((one) => typeof one === 'string');
  return [...names, ...listed, ...Object.values(schema).flatMap(wordsOf)];
}

/** Words of the wire without `_` that the product has another word for. */
const plainForeign = ['cont'];

/**
 * Returns the words of the wire in a source, as `line: word`: all with `_`, those that the product has another word for,
 * and capitalised names of properties.
 */
function foreignWords(path: string, text: string): string[] {
  const isForeign = (word: string, isProperty: boolean) =>
    /^[A-Za-z]+(_[a-z0-9]+)+$/.test(word) || plainForeign.includes(word) || (isProperty && /^[A-Z][a-z]/.test(word));
  return wordsIn(path, text)
    .filter(({ word, isProperty }) => wireWords.has(word) && isForeign(word, isProperty))
    .filter(({ word }) => allowed[path]?.includes(word) !== true)
    .map(({ word, line }) => `${line}: ${word}`);
}

test('the words of the wire are known from the documents of the API', () => {
  expect(wireWords.size).toBeGreaterThan(300);
  for (const word of ['forex_id', 'stop_loss_price', 'FactProfits', 'margin_call', 'is_demo']) {
    expect(wireWords).toContain(word);
  }
});

test('the web app uses words of the wire in its folder `data` alone', () => {
  const files = allFiles('apps/web/src').filter((path) => isSource(path) && !isTest(path));
  const outside = files.filter((path) => !path.startsWith('apps/web/src/data/'));
  expect(outside.length).toBeGreaterThan(200);
  expect(outside.flatMap((path) => foreignWords(path, read(path)).map((word) => `${path}:${word}`))).toEqual([]);
});

test('the services use no word of the wire: the gateway translates', () => {
  const files = allFiles('apps/server/src/services').filter((path) => isSource(path) && !isTest(path));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => foreignWords(path, read(path)).map((word) => `${path}:${word}`))).toEqual([]);
});

test('a word of the wire is found in every form it is used in', () => {
  const planted = `
    type A = { stop_loss_price: string };
    const { is_demo } = user;
    const { usd_price: rate } = option;
    row.created_at;
    row['held_until'];
    row[\`target_price\`]; order.cont;
    send({ forex_id: 1 });
    const forex_id = 1; send({ forex_id });
    if (notice.kind === 'margin_call') order.FactProfits;
    <Field {...form.field('dc_address')} name="re_password" />;
  `;
  expect(foreignWords('apps/web/src/screens/planted.tsx', planted).map((found) => found.split(': ')[1])).toEqual([
    'stop_loss_price',
    'is_demo',
    'usd_price',
    'created_at',
    'held_until',
    'target_price',
    'cont',
    'forex_id',
    'forex_id',
    'margin_call',
    'FactProfits',
    'dc_address',
    're_password',
  ]);
});

test('other names with an underscore, comments, and the app’s own words are not refused', () => {
  const own =
    "/* is_demo */ const pane = 'candle_pane'; chart[pane]; order.Fragment; user.isDemo; Status(`forex_id=1`);";
  expect(foreignWords('apps/web/src/screens/planted.tsx', own)).toEqual([]);
});

test('every exception is still used', () => {
  for (const [path, words] of Object.entries(allowed)) {
    expect(wordsIn(path, read(path)).map(({ word }) => word)).toEqual(expect.arrayContaining([...words]));
  }
});
