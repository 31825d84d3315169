import { wordsOf } from '@candor/domain/calc/names';
import type { CompanyId } from '@candor/domain/values/ids';
import type { VerificationStore } from '../../ports/documents.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { blindIndexOf, unsealWithRing } from './sealing.ts';

/** Letters from which a beginning is searched, and up to which words are distinguished. */
const [lettersMin, lettersMax] = [2, 12];
/** Names that are made searchable in one turn. */
const batch = 50;

type Store = Pick<VerificationStore, 'unindexedNames' | 'indexName' | 'usersNamed'>;

/**
 * Finds people by their verified names, which stay sealed: the database holds keyed hashes of each word and of its
 * beginnings (docs/adr/0052).
 */
export class NameIndex {
  readonly #store: Store;
  readonly #ring: KeyRing;

  constructor(store: Store, ring: KeyRing) {
    this.#store = store;
    this.#ring = ring;
  }

  /** Makes every approved name of a company searchable. Can be interrupted and repeated. */
  async renew(companyId: CompanyId): Promise<void> {
    for (;;) {
      const names = await this.#store.unindexedNames(companyId, batch);
      for (const { id, userId, nameSealed } of names) {
        const context = { companyId, userId, name: 'name' };
        const name = nameSealed === null ? '' : unsealWithRing(this.#ring, context, nameSealed).toString();
        const beginnings = new Set(wordsOf(name).flatMap(beginningsOf));
        await this.#store.indexName(companyId, id, userId, this.#hash(companyId, beginnings));
      }
      if (names.length < batch) return;
    }
  }

  /** Returns users whose names have a word with each of the typed beginnings; none for fewer than two letters. */
  async find(companyId: CompanyId, typed: string, limit: number): Promise<readonly number[]> {
    const words = wordsOf(typed).map((word) => letters(word).slice(0, lettersMax).join(''));
    if (words.length === 0 || words.some((word) => letters(word).length < lettersMin)) return [];
    // The longest word has the fewest people.
    const longestFirst = new Set(words.toSorted((a, b) => b.length - a.length));
    return this.#store.usersNamed(companyId, this.#hash(companyId, longestFirst), limit);
  }

  #hash(companyId: CompanyId, beginnings: Iterable<string>): Buffer[] {
    return Array.from(beginnings, (word) => blindIndexOf(this.#ring, 'name words', companyId, word));
  }
}

const letters = (word: string): string[] => Array.from(word);

function beginningsOf(word: string): string[] {
  const all = letters(word).slice(0, lettersMax);
  return all.slice(lettersMin - 1).map((_, at) => all.slice(0, at + lettersMin).join(''));
}
