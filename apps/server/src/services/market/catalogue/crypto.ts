import { buildEntry, type CatalogueEntry, type ClassTerms } from './catalogue-entry.ts';
import { categoryIds, pairNamesOf, type Word } from './names.ts';

interface CoinRow {
  readonly id: number;
  readonly coin: Word;
  readonly digits: number;
  /** A pip is a whole dollar for expensive coins; for cheap ones it follows their digits (R-MKT-03). */
  readonly pipTicks: number;
  readonly unitsPerLot: number;
  readonly feePerLot: number;
  readonly spreadPips: number;
  readonly referencePrice: number;
}

const rows: readonly CoinRow[] = [
  {
    id: 401,
    coin: 'BTC',
    digits: 2,
    pipTicks: 100,
    unitsPerLot: 1,
    feePerLot: 20,
    spreadPips: 24.4,
    referencePrice: 91_508.2,
  },
  {
    id: 402,
    coin: 'ETH',
    digits: 2,
    pipTicks: 100,
    unitsPerLot: 10,
    feePerLot: 10,
    spreadPips: 1.6,
    referencePrice: 3_021.4,
  },
  {
    id: 403,
    coin: 'SOL',
    digits: 2,
    pipTicks: 100,
    unitsPerLot: 100,
    feePerLot: 5,
    spreadPips: 0.18,
    referencePrice: 138.42,
  },
  {
    id: 404,
    coin: 'XRP',
    digits: 5,
    pipTicks: 10,
    unitsPerLot: 10_000,
    feePerLot: 7,
    spreadPips: 28,
    referencePrice: 2.15384,
  },
  {
    id: 405,
    coin: 'LTC',
    digits: 2,
    pipTicks: 100,
    unitsPerLot: 100,
    feePerLot: 4,
    spreadPips: 0.16,
    referencePrice: 92.35,
  },
  {
    id: 406,
    coin: 'BCH',
    digits: 2,
    pipTicks: 100,
    unitsPerLot: 10,
    feePerLot: 2,
    spreadPips: 0.7,
    referencePrice: 491.2,
  },
  {
    id: 407,
    coin: 'DOGE',
    digits: 5,
    pipTicks: 10,
    unitsPerLot: 100_000,
    feePerLot: 5,
    spreadPips: 3.2,
    referencePrice: 0.15571,
  },
  {
    id: 408,
    coin: 'ADA',
    digits: 5,
    pipTicks: 10,
    unitsPerLot: 10_000,
    feePerLot: 2,
    spreadPips: 6.5,
    referencePrice: 0.46218,
  },
];

const terms: ClassTerms = {
  assetClass: 'crypto',
  categoryId: categoryIds.crypto,
  calendar: 'always',
  leverages: [5, 10, 20],
  lotsMin: 1,
  lotsMax: 2_000,
  lotStepE8: 1_000_000,
  deviationLimitBp: 400,
};

export const crypto: readonly CatalogueEntry[] = rows.map(({ coin, ...row }) =>
  buildEntry(
    terms,
    {
      ...row,
      code: `${coin}USD`,
      showCode: `${coin}/USD`,
      names: pairNamesOf(coin, 'USD'),
      baseCurrency: coin,
      quoteCurrency: 'USD',
      carry: [0, 12],
    },
    row.id,
  ),
);
