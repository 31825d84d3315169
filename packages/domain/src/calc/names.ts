/** How the name of a payee compares with the verified name of the account's owner. */
export type NameMatch = 'same' | 'close' | 'other';

/** Maximum words of a name that are compared; longer names are compared by these. */
const wordsMax = 12;
/** Letters that Unicode does not decompose, with their usual spelling in passports and bank statements. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'herr', 'frau', 'sr', 'sra', 'mme']);
/** Words of a firm's name: a firm is never the verified person. */
const firms: ReadonlySet<string> = new Set(
  'ltd limited llc llp inc corp co company gmbh ag kg ug sa sas sarl srl spa bv nv oy ab as aps kft zrt sro doo ooo plc trading trade'.split(
    ' ',
  ),
);

/**
 * Returns the words of a name as they are compared and searched: without case, accents, signs and titles, at most 12.
 * `Dr. Sofía M. Lindqvist` gives `sofia`, `m`, `lindqvist`.
 */
export function wordsOf(name: string): string[] {
  return splitName(name)
    .map(plainWord)
    .filter((word) => word !== '' && !titles.has(word));
}

/** Splits a name at spaces and hyphens, keeping its letters as they are. */
function splitName(name: string): string[] {
  return name
    .normalize('NFKC')
    .split(/[\s\-‐–,]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax);
}

function plainWord(word: string): string {
  return word
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => spellings[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Compares the payee's name with the verified name. `same`: the same words in any order. `close`: one whole word of two
 * letters or more is shared, and every other word of the shorter name is an initial of, or differs by one letter from, a
 * word of the longer one. `other`: everything else, names of firms, and an empty name.
 */
export function compareNames(verified: string, payee: string): NameMatch {
  const [own, paid] = [wordsOf(verified), wordsOf(payee)];
  if (own.length === 0 || paid.length === 0 || paid.some((word) => firms.has(word) && !own.includes(word)))
    return 'other';
  if (own.toSorted().join(' ') === paid.toSorted().join(' ')) return 'same';
  const [short, long] = own.length < paid.length ? [own, paid] : [paid, own];
  const isShared = short.some((word) => word.length > 1 && long.includes(word));
  return isShared && isWithin(short, long) ? 'close' : 'other';
}

/** True if each word of the short name matches a word of the long one, each of which matches one word only. */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  const left = [...long];
  // Whole words first, so that an initial does not take the place of one.
  for (const stands of [isSameWord, isInitial, isSlip]) {
    short = short.filter((word) => {
      const at = left.findIndex((other) => stands(word, other));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  }
  return short.length === 0;
}

const isSameWord = (word: string, other: string): boolean => word === other;

function isInitial(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length === 1 && long.startsWith(short);
}

/** True if one letter of a word of five or more was added, left out or changed. */
function isSlip(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length < 4 || long.length < 5 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = short.length === long.length ? at + 1 : at;
  return short.slice(rest) === long.slice(at + 1);
}

/** A word of a name as it is written, marked if the other name does not have it. */
export interface MarkedWord {
  readonly word: string;
  readonly isDifferent: boolean;
}

/** Splits a name into its words and marks those that the other name lacks. */
export function markDifferences(name: string, other: string): MarkedWord[] {
  const known = new Set(wordsOf(other));
  return splitName(name).map((word) => {
    const plain = plainWord(word);
    return { word, isDifferent: plain !== '' && !titles.has(plain) && !known.has(plain) };
  });
}
