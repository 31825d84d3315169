import type { Language } from '@candor/contracts/languages';
import type { Currency, InstrumentId } from '@candor/domain/values/ids';
import type { AssetClass, InstrumentSpec } from '@candor/domain/values/instrument';

/** Names by language; a missing one falls back to hk, then en (R-LANG-03). */
export type Names = Readonly<{ en: string; hk: string } & Partial<Record<Language, string>>>;

/** One catalogue entry: the contract and facts for lists and feeds. */
export interface CatalogueEntry {
  readonly spec: InstrumentSpec;
  readonly names: Names;
  /** Path of an image on this origin; '' if the client derives it from the code. */
  readonly logo: string;
  /** List position, ascending. */
  readonly order: number;
  /** Typical spread in price ticks. */
  readonly spreadTicks: number;
  /** Plausible price level for the simulator and swap points; never shown as a price. */
  readonly referencePrice: number;
  /** In 10⁻⁴: a single quote further than this from the last one waits for confirmation by a second (R-MKT-06). */
  readonly deviationLimitBp: number;
}

/** Contract terms shared by an asset class. */
export interface ClassTerms {
  readonly assetClass: AssetClass;
  readonly categoryId: number;
  readonly calendar: string;
  readonly leverages: readonly number[];
  readonly lotsMin: number;
  readonly lotsMax: number;
  readonly lotStepE8: number;
  readonly deviationLimitBp: number;
}

export interface ContractRow {
  readonly id: number;
  readonly code: string;
  readonly showCode: string;
  readonly names: Names;
  readonly baseCurrency: Currency;
  readonly quoteCurrency: Currency;
  readonly digits: number;
  readonly pipTicks: number;
  readonly unitsPerLot: number;
  readonly feePerLot: number;
  readonly spreadPips: number;
  readonly referencePrice: number;
  /** Yearly carry of base and quote currency, in percent; swap points follow from the difference. */
  readonly carry: readonly [base: number, quote: number];
  /** Account currency per lot; set only if margin is not by leverage. */
  readonly marginPerLot?: number;
}

/** The firm's markup on carry, either side, percent a year. */
const carryMarkup = 0.75;
const nightsPerYear = 365;
const wednesday = 3;

export function buildEntry(terms: ClassTerms, row: ContractRow, order: number): CatalogueEntry {
  const scale = 10 ** row.digits;
  const nightlyTicks = (percent: number) => (row.referencePrice * scale * percent) / 100 / nightsPerYear;
  const carry = row.carry[0] - row.carry[1];
  const { categoryId, assetClass, calendar, leverages, lotsMin, lotsMax, lotStepE8, deviationLimitBp } = terms;
  return {
    spec: {
      id: row.id as InstrumentId,
      code: row.code,
      showCode: row.showCode,
      name: row.names.en,
      categoryId,
      assetClass,
      baseCurrency: row.baseCurrency,
      quoteCurrency: row.quoteCurrency,
      digits: row.digits,
      pipTicks: row.pipTicks,
      unitsPerLot: row.unitsPerLot,
      lotStepE8,
      lotsMin,
      lotsMax,
      leverages,
      marginMode: row.marginPerLot === undefined ? 'leverage' : 'fixed-per-lot',
      marginPerLotMicros: BigInt(Math.round((row.marginPerLot ?? 0) * 1e6)),
      feeRateE8: BigInt(Math.round(row.feePerLot * 1e8)),
      swapTripleDay: assetClass === 'crypto' ? null : wednesday,
      swapLongE2: Math.round(nightlyTicks(carry - carryMarkup) * 100),
      swapShortE2: Math.round(nightlyTicks(-carry - carryMarkup) * 100),
      calendar,
    },
    names: row.names,
    logo: '',
    order,
    spreadTicks: Math.max(1, Math.round(row.spreadPips * row.pipTicks)),
    referencePrice: row.referencePrice,
    deviationLimitBp,
  };
}

/** Returns the text in a language, falling back to hk, then en (R-LANG-03). */
export function localisedName(names: Names, language: Language): string {
  return names[language] ?? names.hk ?? names.en;
}

interface CurrencyFacts {
  /** Short money-market rate, percent a year; swap points derive from it. */
  readonly carry: number;
}

export const currencies = {
  USD: { carry: 3.9 },
  EUR: { carry: 2.0 },
  GBP: { carry: 3.9 },
  JPY: { carry: 0.6 },
  CHF: { carry: 0.1 },
  AUD: { carry: 3.6 },
  NZD: { carry: 2.5 },
  CAD: { carry: 2.3 },
  HKD: { carry: 3.4 },
  SGD: { carry: 1.4 },
  CNH: { carry: 1.6 },
  MXN: { carry: 7.5 },
  ZAR: { carry: 7.0 },
  TRY: { carry: 38 },
  SEK: { carry: 1.9 },
  NOK: { carry: 4.0 },
  DKK: { carry: 1.7 },
  PLN: { carry: 4.3 },
  HUF: { carry: 6.4 },
  CZK: { carry: 3.5 },
} as const satisfies Record<string, CurrencyFacts>;

export type FiatCode = keyof typeof currencies;
