import { expect, test } from 'vitest';
import { languageCodes } from '../packages/contracts/src/languages.ts';
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
