import { expect, test } from 'vitest';
import { allFiles, isSource, proseIn, read } from './source-tree.ts';

interface Struck {
  /** Without word boundaries, which are added; a space also matches a line break. */
  readonly words: string;
  /** The reason, and the word to use. */
  readonly reason: string;
}

/** Words that are refused in comments, titles of tests and documents. Only words that are never right there. */
const struck: readonly Struck[] = [
  { words: 'he|him|his|himself', reason: 'people are named by their role, and referred to as "they"' },
  { words: 'whoever|whomever', reason: 'name the role: "the approver", "a person with the key"' },
  { words: 'whereabouts', reason: 'say place, path or address' },
  { words: 'reckon|reckons|reckoned|reckoning', reason: 'the field calculates' },
  { words: 'hear|hears|heard', reason: 'programs receive, users are notified' },
  { words: 'tell|tells|told|telling', reason: 'say reports, shows, notifies, names or distinguishes' },
  {
    words: 'speak|speaks|spoke|spoken',
    reason: 'say supports (a language), mentions (a subject) or announces (aloud)',
  },
  { words: 'wear|wears|wore', reason: 'say has, shows or applies' },
  { words: '(?:stand|stands|stood)(?!-)', reason: 'say is, or name the state' },
  { words: 'for ever', reason: 'say without limit, or give the bound' },
  { words: 'by now', reason: 'name the time or the event' },
  { words: 'so many', reason: 'give the number, or the name of the bound' },
  { words: "one['’]s own", reason: 'name the role: "the caller’s account"' },
  { words: "nobody['’]s", reason: 'say which record has no owner' },
  { words: 'anew', reason: 'say again, or new' },
  { words: '(?:what|all that) (?:becomes|became|comes|came) of', reason: 'say outcome or result' },
];

const riddle = 'begin with the thing or the verb: "Retry delay.", "Returns…", "True if…"';

/** Openings of doc comments that are refused. */
const commentOpening = /^\/\*\*[\s*]*(?:What|Who|Whoever|Whom|Whose|Whether|Where|Of|As)\b/;
/** Openings of titles that are refused, after the ids of rules. */
const titleOpening = /^(?:R-[A-Z]+-\d+ )*(?:what|who|whoever|whom|whose|whether|where)\b/i;

const patterns = struck.map(({ words, reason }) => {
  const spaced = words.replaceAll(' ', String.raw`[\s*/]+`);
  return { pattern: new RegExp(String.raw`(?<![\w-])(?:${spaced})(?!\w)`, 'gi'), reason };
});

/** Lists the struck words of a text, as `line: word (reason)`. */
function struckIn(text: string, firstLine: number): string[] {
  return patterns.flatMap(({ pattern, reason }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: word, index }) => `${firstLine + text.slice(0, index).split('\n').length - 1}: ${word} (${reason})`,
    ),
  );
}

/** Removes code from a document, keeping its lines: words that are quoted as code are not the document's. */
const withoutCode = (text: string) =>
  text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));

/** Lists the struck words and openings of a file. */
function faultsIn(path: string, text: string): string[] {
  if (path.endsWith('.md')) return struckIn(withoutCode(text), 1);
  const prose = path.endsWith('.css')
    ? [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: comment, index }) => ({
        kind: 'comment' as const,
        text: comment,
        line: text.slice(0, index).split('\n').length,
      }))
    : proseIn(path, text);
  return prose.flatMap(({ kind, text: words, line }) => {
    const opening = (kind === 'title' ? titleOpening : commentOpening).exec(words)?.[0];
    const found = struckIn(words, line);
    return opening === undefined ? found : [...found, `${line}: ${opening} (${riddle})`];
  });
}

const files = allFiles().filter((path) => isSource(path) || /\.(?:css|md)$/.test(path));
const faults = files.flatMap((path) => faultsIn(path, read(path)).map((fault) => `${path}:${fault}`));

test('comments, titles of tests and documents are free of struck words and openings', () => {
  expect(files.length).toBeGreaterThan(1_500);
  expect(faults).toEqual([]);
});

const wordsOf = (found: readonly string[]) => found.map((fault) => fault.replace(/ \(.*/s, ''));

test('each struck word is found in a comment, a title and a document', () => {
  const examples = [
    ...['he', 'Him', 'his', 'himself', 'whoever', 'whomever', 'whereabouts', 'reckons', 'hears', 'told', 'speaks'],
    ...['wears', 'stands', 'for ever', 'by now', 'so many', 'one’s own', "one's own", 'nobody’s', 'anew'],
    ...['what became of', 'all that comes of'],
  ];
  for (const word of examples) {
    expect(wordsOf(faultsIn('planted.ts', `const a = 1; // It is ${word} it.\n`))).toEqual([`1: ${word}`]);
    expect(wordsOf(faultsIn('planted.ts', `\n/**\n * It is\n * ${word} it.\n */\n`))).toEqual([`4: ${word}`]);
    expect(wordsOf(faultsIn('planted.tsx', `test.each([1])(\n  "it is ${word} it", () => {});`))).toEqual([
      `2: ${word}`,
    ]);
    expect(wordsOf(faultsIn('planted.css', `a {\n  top: 0; /* It is ${word} it. */\n}`))).toEqual([`2: ${word}`]);
    expect(wordsOf(faultsIn('planted.md', `# One\n\n- It is ${word} it.\n`))).toEqual([`3: ${word}`]);
  }
  expect(faultsIn('planted.md', 'It is so\nmany.')).toHaveLength(1);
  expect(faultsIn('planted.ts', '/**\n * It is so\n * many.\n */')).toHaveLength(1);
});

test('each refused opening is found in doc comments and in titles of any form', () => {
  for (const opening of ['What', 'Who', 'Whoever', 'Whose', 'Whether', 'Where', 'Of', 'As']) {
    expect(faultsIn('planted.ts', `/** ${opening} it is. */`)).not.toEqual([]);
    expect(faultsIn('planted.ts', `/**\n * ${opening} it is.\n */`)).not.toEqual([]);
  }
  for (const call of ['test', 'it.skipIf(true)', 'describe.each([1])', 'test.each`a`', 'it.concurrent.each([1])'])
    for (const title of [`'what is it'`, '"Who is it"', '`R-SES-01 R-SES-02 whether ${it} is`', `'where it is'`])
      expect(faultsIn('planted.ts', `${call}(${title}, () => {});`)).not.toEqual([]);
});

test('plain words, code and quotations of code are not refused', () => {
  const source = `
    /** The standby, a stand-in with a hearing-aid icon; "his" is in its history. */
    const told = 'he tells whoever hears'; // As the user types, results change.
    // When a browser has no worker, the page calculates.
    test('of two writers one wins', () => say('what became of it'));
  `;
  expect(faultsIn('planted.ts', source).map((fault) => fault.split(' (')[0])).toEqual(['2: his']);
  expect(
    faultsIn('planted.md', 'This is `his`, standing, retold: a new one is anewly made.\n```\nhe tells\n```\n'),
  ).toEqual([]);
});
