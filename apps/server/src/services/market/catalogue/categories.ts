import type { Names } from './catalogue-entry.ts';

export const categoryIds = { forex: 1, metals: 2, indices: 3, energy: 4, crypto: 5 } as const;

export interface CategoryEntry {
  readonly id: number;
  readonly names: Names;
}

export const categories: readonly CategoryEntry[] = [
  { id: categoryIds.forex, names: { en: 'Forex', hk: '外匯' } },
  { id: categoryIds.metals, names: { en: 'Metals', hk: '貴金屬' } },
  { id: categoryIds.indices, names: { en: 'Indices', hk: '指數' } },
  { id: categoryIds.energy, names: { en: 'Energy', hk: '能源' } },
  { id: categoryIds.crypto, names: { en: 'Crypto', hk: '加密貨幣' } },
];
