import { buildEntry, type CatalogueEntry, type ClassTerms, currencies, type FiatCode } from './catalogue-entry.ts';
import { categoryIds, pairNamesOf } from './names.ts';

type PairRow = readonly [id: number, base: FiatCode, quote: FiatCode, spreadPips: number, referencePrice: number];

const forexTerms = {
  categoryId: categoryIds.forex,
  calendar: 'fx',
  lotsMin: 1,
  lotsMax: 5_000,
  lotStepE8: 1_000_000,
} as const;
const majorTerms: ClassTerms = {
  ...forexTerms,
  assetClass: 'fx-major',
  leverages: [20, 50, 100, 200, 400],
  deviationLimitBp: 80,
};
const minorTerms: ClassTerms = {
  ...forexTerms,
  assetClass: 'fx-minor',
  leverages: [20, 50, 100, 200],
  deviationLimitBp: 100,
};
const exoticTerms: ClassTerms = {
  ...forexTerms,
  assetClass: 'fx-exotic',
  leverages: [10, 20, 50],
  lotsMax: 2_000,
  deviationLimitBp: 200,
};

const majors: readonly PairRow[] = [
  [1, 'EUR', 'USD', 1.2, 1.15283],
  [2, 'GBP', 'USD', 1.6, 1.30678],
  [3, 'USD', 'JPY', 1.3, 157.405],
  [4, 'USD', 'CHF', 1.5, 0.80574],
  [5, 'AUD', 'USD', 1.3, 0.64512],
  [6, 'USD', 'CAD', 1.7, 1.40518],
  [7, 'NZD', 'USD', 1.8, 0.56104],
];

const minors: readonly PairRow[] = [
  [11, 'EUR', 'GBP', 1.6, 0.88219],
  [12, 'EUR', 'JPY', 1.9, 181.461],
  [13, 'GBP', 'JPY', 2.6, 205.694],
  [14, 'EUR', 'CHF', 2.0, 0.92888],
  [15, 'EUR', 'AUD', 2.4, 1.787],
  [16, 'EUR', 'CAD', 2.5, 1.61993],
  [17, 'EUR', 'NZD', 3.4, 2.05481],
  [18, 'GBP', 'CHF', 2.8, 1.05292],
  [19, 'GBP', 'AUD', 3.2, 2.02564],
  [20, 'GBP', 'CAD', 3.3, 1.83626],
  [21, 'GBP', 'NZD', 4.4, 2.32921],
  [22, 'AUD', 'JPY', 2.0, 101.545],
  [23, 'AUD', 'NZD', 2.6, 1.14986],
  [24, 'AUD', 'CAD', 2.3, 0.90651],
  [25, 'AUD', 'CHF', 2.4, 0.5198],
  [26, 'CAD', 'JPY', 2.2, 112.018],
  [27, 'CHF', 'JPY', 2.5, 195.355],
  [28, 'NZD', 'JPY', 2.5, 88.31],
  [29, 'NZD', 'CAD', 2.8, 0.78836],
  [30, 'NZD', 'CHF', 2.9, 0.45205],
  [31, 'CAD', 'CHF', 2.5, 0.57341],
];

const exotics: readonly PairRow[] = [
  [41, 'USD', 'HKD', 4.0, 7.7852],
  [42, 'USD', 'SGD', 3.0, 1.30552],
  [43, 'USD', 'CNH', 6.0, 7.1125],
  [44, 'USD', 'MXN', 60, 18.4512],
  [45, 'USD', 'ZAR', 95, 17.2488],
  [46, 'USD', 'TRY', 320, 42.3915],
  [47, 'USD', 'SEK', 38, 9.5312],
  [48, 'USD', 'NOK', 42, 10.1985],
  [49, 'USD', 'PLN', 26, 3.6712],
  [50, 'USD', 'DKK', 12, 6.475],
  [51, 'USD', 'HUF', 22, 331.42],
  [52, 'USD', 'CZK', 140, 20.9512],
  [53, 'EUR', 'SEK', 40, 10.98785],
  [54, 'EUR', 'NOK', 45, 11.75714],
];

/** Currencies quoted with three decimals. */
const threeDecimals = new Set<FiatCode>(['JPY', 'HUF']);

function buildPairs(terms: ClassTerms, rows: readonly PairRow[]): CatalogueEntry[] {
  return rows.map(([id, base, quote, spreadPips, referencePrice]) =>
    buildEntry(
      terms,
      {
        id,
        code: `${base}${quote}`,
        showCode: `${base}/${quote}`,
        names: pairNamesOf(base, quote),
        baseCurrency: base,
        quoteCurrency: quote,
        digits: threeDecimals.has(quote) ? 3 : 5,
        pipTicks: 10,
        unitsPerLot: 100_000,
        feePerLot: 7,
        spreadPips,
        referencePrice,
        carry: [currencies[base].carry, currencies[quote].carry],
      },
      id,
    ),
  );
}

export const forex: readonly CatalogueEntry[] = [
  ...buildPairs(majorTerms, majors),
  ...buildPairs(minorTerms, minors),
  ...buildPairs(exoticTerms, exotics),
];
