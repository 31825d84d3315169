import type { CatalogueEntry } from './catalogue-entry.ts';
import { commodities } from './commodities.ts';
import { crypto } from './crypto.ts';
import { forex } from './forex.ts';
import { indices } from './indices.ts';

/** Every instrument the platform lists, in list order. Ids are stable for ever: orders and candles refer to them. */
export const catalogue: readonly CatalogueEntry[] = [...forex, ...commodities, ...indices, ...crypto].sort(
  (left, right) => left.order - right.order,
);
