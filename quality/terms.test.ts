import { expect, test } from 'vitest';
import { type Language, languageCodes } from '../packages/contracts/src/languages.ts';
import { text as consoleTexts } from '../packages/texts/src/console.ts';
import { serverTexts } from '../packages/texts/src/server.ts';
import { loadWebTexts } from '../packages/texts/src/web.ts';
import { read } from './source-tree.ts';

type Catalogue = Readonly<Record<string, unknown>>;

/** Trading terms of each language, by their English names. */
function glossary(): Map<string, Map<string, string>> {
  const terms = new Map<string, Map<string, string>>();
  let codes: string[] = [];
  for (const line of read('docs/TRADING-TERMS.md').split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells[0] === '`en`') codes = cells.map((cell) => cell.replaceAll('`', ''));
    else if (cells.length === 0) codes = [];
    else if (codes.length > 0 && !/^-+$/.test(cells[0] ?? '')) {
      const words = terms.get(cells[0] ?? '') ?? new Map<string, string>();
      for (const [at, word] of cells.entries()) words.set(codes[at] ?? '', word);
      terms.set(cells[0] ?? '', words);
    }
  }
  return terms;
}

const plain = (text: string) => text.toLocaleLowerCase('en').normalize('NFC');
/** Returns the stem of a word: verb and noun count as one term. */
const stem = (text: string) =>
  plain(text.replace(/\(.*\)/, ''))
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .trim()
    .slice(0, 4);

test('R-LANG-02 a label that is a trading term is that term in every language', async () => {
  const terms = glossary();
  const english: Catalogue = await loadWebTexts('en');
  const labels = Object.entries(english).filter(([, text]) => typeof text === 'string' && terms.has(plain(text)));
  expect(labels.length).toBeGreaterThan(20);
  const strays: string[] = [];
  for (const language of languageCodes.filter((one) => one !== 'en')) {
    const catalogue: Catalogue = await loadWebTexts(language);
    for (const [key, text] of labels) {
      const word = terms.get(plain(String(text)))?.get(language) ?? '';
      const own = String(catalogue[key]);
      const isTerm = stem(own) === stem(word) || plain(own).includes(plain(word));
      if (word === '' || !isTerm) strays.push(`${language} ${key}: ${own}, not ${word}`);
    }
  }
  expect(strays).toEqual([]);
});

/** Terms for which texts once had another word. */
const oneWordFor = ['net value', 'stop-out', 'free margin', 'pending order'];

/** Every text of a language, by its place: screens, refusals, notices and mails. */
async function allTexts(language: Language): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  addTexts(all, 'web', await loadWebTexts(language));
  addTexts(all, 'server', serverTexts[language]);
  return all;
}

function addTexts(all: Map<string, string>, path: string, value: unknown): void {
  if (typeof value === 'string') all.set(path, value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) addTexts(all, `${path} ${key}`, inner);
}

/** Stem of the longest word of a term, which its forms in a sentence share. */
const rootOf = (term: string) => stem(term.split(' ').toSorted((one, other) => other.length - one.length)[0] ?? '');

const bare = (text: string) =>
  plain(text)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');

test('R-LANG-02 a sentence that names a trading term uses its word in every language', async () => {
  const terms = glossary();
  const english = await allTexts('en');
  const strays: string[] = [];
  let named = 0;
  for (const term of oneWordFor)
    for (const language of languageCodes.filter((one) => one !== 'en')) {
      const root = rootOf(terms.get(term)?.get(language) ?? '');
      for (const [path, text] of await allTexts(language)) {
        if (!plain(english.get(path) ?? '').includes(term)) continue;
        named += 1;
        if (root === '' || !bare(text).includes(root)) strays.push(`${language} ${path}: ${text}, without ${root}`);
      }
    }
  expect(named).toBeGreaterThan(200);
  expect(strays).toEqual([]);
});

test('English says “net value” and “invalid”, as the product’s description, to traders and operators alike', async () => {
  const english = await allTexts('en');
  addTexts(english, 'console', consoleTexts);
  expect(english.get('web account.netValue')).toBe('Net value');
  expect(english.get('web deposit.invalid')).toBe('Invalid');
  expect(english.get('console status voided')).toBe('Invalid');
  expect([...english].filter(([, text]) => /\bequity\b|^void$/i.test(text))).toEqual([]);
});
