import type { Currency } from './ids.ts';
import type { InstrumentSpec } from './instrument.ts';

/** How regulators sort instruments for leverage; finer than what lists show. */
export type LeverageClass =
  | 'forex-major'
  | 'forex-minor'
  | 'gold'
  | 'index-major'
  | 'index-minor'
  | 'commodity'
  | 'equity'
  | 'crypto';

/** The most leverage by class; a class without a cap takes what the instrument offers. */
export type LeverageCaps = Readonly<Partial<Record<LeverageClass, number>>>;

export type JurisdictionId = 'international' | 'eu';

/** The law a company trades under. A change of law is a new version of the profile, and holds for new orders only. */
export interface Jurisdiction {
  readonly id: JurisdictionId;
  readonly version: number;
  readonly leverageCaps: LeverageCaps;
  /** The lowest margin level, in percent, at which a company may stop out. */
  readonly stopOutPercentMin: number;
}

export const jurisdictions: Readonly<Record<JurisdictionId, Jurisdiction>> = {
  international: { id: 'international', version: 1, leverageCaps: {}, stopOutPercentMin: 0 },
  /** ESMA's product intervention on CFDs for retail clients, Decision (EU) 2018/796 as national authorities keep it. */
  eu: {
    id: 'eu',
    version: 1,
    leverageCaps: {
      'forex-major': 30,
      'forex-minor': 20,
      gold: 20,
      'index-major': 20,
      'index-minor': 10,
      commodity: 10,
      equity: 5,
      crypto: 2,
    },
    stopOutPercentMin: 50,
  },
};

/** A pair is major when both of its currencies are; the Australian dollar is none of them. */
const majorCurrencies = new Set<Currency>(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);
const majorIndices = new Set(['UK100', 'FRA40', 'GER40', 'US30', 'US500', 'US100', 'JP225', 'AUS200', 'EU50']);

type ClassedSpec = Pick<InstrumentSpec, 'assetClass' | 'baseCurrency' | 'quoteCurrency' | 'code'>;

export function leverageClassOf({ assetClass, baseCurrency, quoteCurrency, code }: ClassedSpec): LeverageClass {
  switch (assetClass) {
    case 'fx-major':
    case 'fx-minor':
    case 'fx-exotic':
      return majorCurrencies.has(baseCurrency) && majorCurrencies.has(quoteCurrency) ? 'forex-major' : 'forex-minor';
    case 'metal':
      return baseCurrency === 'XAU' ? 'gold' : 'commodity';
    case 'index':
      return majorIndices.has(code) ? 'index-major' : 'index-minor';
    case 'energy':
      return 'commodity';
    case 'equity':
    case 'crypto':
      return assetClass;
  }
}

/** The most leverage allowed on an instrument; Infinity where nothing caps it. */
export function leverageCap(spec: ClassedSpec, caps: LeverageCaps): number {
  return caps[leverageClassOf(spec)] ?? Number.POSITIVE_INFINITY;
}

/** The choices left under the caps, ascending: those within, and the cap itself where it cut some off (R-ORD-28). */
export function leveragesWithin(spec: ClassedSpec & Pick<InstrumentSpec, 'leverages'>, caps: LeverageCaps): number[] {
  const cap = leverageCap(spec, caps);
  const within = spec.leverages.filter((leverage) => leverage <= cap);
  const isCut = within.length < spec.leverages.length;
  return isCut && !within.includes(cap) ? [...within, cap] : within;
}
