import { buildEntry, type CatalogueEntry, type ClassTerms, type ContractRow, currencies } from './catalogue-entry.ts';
import { categoryIds, namesOf, pairNamesOf } from './names.ts';

const metalTerms: ClassTerms = {
  assetClass: 'metal',
  categoryId: categoryIds.metals,
  calendar: 'metals',
  leverages: [20, 50, 100, 200],
  lotsMin: 1,
  lotsMax: 2_000,
  lotStepE8: 1_000_000,
  deviationLimitBp: 150,
};

const energyTerms: ClassTerms = {
  assetClass: 'energy',
  categoryId: categoryIds.energy,
  calendar: 'us-energy',
  leverages: [10, 20, 50],
  lotsMin: 1,
  lotsMax: 2_000,
  lotStepE8: 1_000_000,
  deviationLimitBp: 250,
};

/** A commodity bears no interest; holding it costs the dollar rate. */
const terms = { quoteCurrency: 'USD', carry: [0, currencies.USD.carry] } as const;

/** Metals: a display pip is 0.1 (R-MKT-03). */
const metals: readonly ContractRow[] = [
  {
    ...terms,
    id: 101,
    code: 'XAUUSD',
    showCode: 'XAU/USD',
    names: pairNamesOf('XAU', 'USD'),
    baseCurrency: 'XAU',
    digits: 2,
    pipTicks: 10,
    unitsPerLot: 100,
    feePerLot: 7,
    spreadPips: 2.7,
    referencePrice: 4_071.35,
  },
  {
    ...terms,
    id: 102,
    code: 'XAGUSD',
    showCode: 'XAG/USD',
    names: pairNamesOf('XAG', 'USD'),
    baseCurrency: 'XAG',
    digits: 3,
    pipTicks: 100,
    unitsPerLot: 5_000,
    feePerLot: 7,
    spreadPips: 0.28,
    referencePrice: 50.612,
  },
  {
    ...terms,
    id: 103,
    code: 'XPTUSD',
    showCode: 'XPT/USD',
    names: pairNamesOf('XPT', 'USD'),
    baseCurrency: 'XPT',
    digits: 2,
    pipTicks: 10,
    unitsPerLot: 100,
    feePerLot: 7,
    spreadPips: 22,
    referencePrice: 1_545.2,
  },
  {
    ...terms,
    id: 104,
    code: 'XPDUSD',
    showCode: 'XPD/USD',
    names: pairNamesOf('XPD', 'USD'),
    baseCurrency: 'XPD',
    digits: 2,
    pipTicks: 10,
    unitsPerLot: 100,
    feePerLot: 7,
    spreadPips: 38,
    referencePrice: 1_402.5,
  },
];

const energies: readonly ContractRow[] = [
  {
    ...terms,
    id: 301,
    code: 'WTI',
    showCode: 'WTI',
    names: namesOf('WTI'),
    baseCurrency: 'WTI',
    digits: 2,
    pipTicks: 1,
    unitsPerLot: 1_000,
    feePerLot: 5,
    spreadPips: 3,
    referencePrice: 59.12,
  },
  {
    ...terms,
    id: 303,
    code: 'NATGAS',
    showCode: 'NATGAS',
    names: namesOf('NATGAS'),
    marginPerLot: 4_500,
    baseCurrency: 'NATGAS',
    digits: 3,
    pipTicks: 10,
    unitsPerLot: 10_000,
    feePerLot: 5,
    spreadPips: 0.9,
    referencePrice: 4.452,
  },
];

const brent: ContractRow = {
  ...terms,
  id: 302,
  code: 'BRENT',
  showCode: 'BRENT',
  names: namesOf('BRENT'),
  baseCurrency: 'BRENT',
  digits: 2,
  pipTicks: 1,
  unitsPerLot: 1_000,
  feePerLot: 5,
  spreadPips: 3,
  referencePrice: 63.24,
};

export const commodities: readonly CatalogueEntry[] = [
  ...metals.map((row) => buildEntry(metalTerms, row, row.id)),
  ...energies.map((row) => buildEntry(energyTerms, row, row.id)),
  buildEntry({ ...energyTerms, calendar: 'brent' }, brent, brent.id),
];
