import type { Names } from './catalogue-entry.ts';
import { namesOf } from './word-names.ts';

export const categoryIds = { forex: 1, metals: 2, indices: 3, energy: 4, crypto: 5 } as const;

export interface CategoryEntry {
  readonly id: number;
  readonly names: Names;
}

export const categories: readonly CategoryEntry[] = [
  { id: categoryIds.forex, names: namesOf('forex') },
  { id: categoryIds.metals, names: namesOf('metals') },
  { id: categoryIds.indices, names: namesOf('indices') },
  { id: categoryIds.energy, names: namesOf('energy') },
  { id: categoryIds.crypto, names: namesOf('crypto') },
];
