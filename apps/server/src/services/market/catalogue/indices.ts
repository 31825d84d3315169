import { buildEntry, type CatalogueEntry, type ClassTerms, currencies, type FiatCode } from './catalogue-entry.ts';
import { categoryIds, namesOf, type Word } from './names.ts';

interface IndexRow {
  readonly id: number;
  readonly code: Word;
  readonly quote: FiatCode;
  readonly calendar: string;
  readonly spreadPoints: number;
  readonly referencePrice: number;
  readonly marginPerLot?: number;
}

const rows: readonly IndexRow[] = [
  {
    id: 201,
    code: 'US500',
    quote: 'USD',
    calendar: 'us-index',
    spreadPoints: 0.4,
    referencePrice: 6_642.1,
  },
  {
    id: 202,
    code: 'US30',
    quote: 'USD',
    calendar: 'us-index',
    spreadPoints: 2.4,
    referencePrice: 46_312,
  },
  {
    id: 203,
    code: 'US100',
    quote: 'USD',
    calendar: 'us-index',
    spreadPoints: 1.2,
    referencePrice: 24_418.5,
  },
  {
    id: 204,
    code: 'GER40',
    quote: 'EUR',
    calendar: 'eurex-index',
    spreadPoints: 1.4,
    referencePrice: 23_152.8,
  },
  {
    id: 205,
    code: 'UK100',
    quote: 'GBP',
    calendar: 'london-index',
    spreadPoints: 1,
    referencePrice: 9_541.2,
  },
  {
    id: 206,
    code: 'FRA40',
    quote: 'EUR',
    calendar: 'paris-index',
    spreadPoints: 1.2,
    referencePrice: 7_986.4,
  },
  {
    id: 207,
    code: 'EU50',
    quote: 'EUR',
    calendar: 'eurex-index',
    spreadPoints: 1.5,
    referencePrice: 5_521.6,
  },
  {
    id: 208,
    code: 'JP225',
    quote: 'JPY',
    calendar: 'tokyo-index',
    spreadPoints: 8,
    referencePrice: 49_524,
  },
  {
    id: 209,
    code: 'HK50',
    quote: 'HKD',
    calendar: 'hongkong-index',
    spreadPoints: 5,
    referencePrice: 25_830.4,
    marginPerLot: 350,
  },
  {
    id: 210,
    code: 'AUS200',
    quote: 'AUD',
    calendar: 'sydney-index',
    spreadPoints: 1.6,
    referencePrice: 8_438.5,
  },
];

const terms: Omit<ClassTerms, 'calendar'> = {
  assetClass: 'index',
  categoryId: categoryIds.indices,
  leverages: [10, 20, 50, 100],
  lotsMin: 1,
  lotsMax: 5_000,
  lotStepE8: 10_000_000,
  deviationLimitBp: 150,
};

/** One lot is one unit of the index in its own currency; a display pip is one point (R-MKT-03). */
export const indices: readonly CatalogueEntry[] = rows.map((row) =>
  buildEntry(
    { ...terms, calendar: row.calendar },
    {
      id: row.id,
      code: row.code,
      showCode: row.code,
      names: namesOf(row.code),
      baseCurrency: row.code,
      quoteCurrency: row.quote,
      digits: 1,
      pipTicks: 10,
      unitsPerLot: 1,
      feePerLot: 0.5,
      spreadPips: row.spreadPoints,
      referencePrice: row.referencePrice,
      carry: [0, currencies[row.quote].carry],
      ...(row.marginPerLot === undefined ? {} : { marginPerLot: row.marginPerLot }),
    },
    row.id,
  ),
);
