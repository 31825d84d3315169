import type { CatalogueEntry } from './catalogue-entry.ts';
import { commodities } from './commodities.ts';
import { crypto } from './crypto.ts';
import { forex } from './forex.ts';
import { indices } from './indices.ts';

/** All instruments in list order. Ids never change: orders and candles refer to them. */
export const catalogue: readonly CatalogueEntry[] = [...forex, ...commodities, ...indices, ...crypto].sort(
  (left, right) => left.order - right.order,
);
