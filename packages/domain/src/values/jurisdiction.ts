import type { Currency } from './ids.ts';
import type { InstrumentSpec } from './instrument.ts';

/** Regulatory class of an instrument for leverage; finer than the categories on screen. */
export type LeverageClass =
  | 'forex-major'
  | 'forex-minor'
  | 'gold'
  | 'index-major'
  | 'index-minor'
  | 'commodity'
  | 'equity'
  | 'crypto';

/** Maximum leverage by class. A class without a cap is limited by the instrument alone; a cap of 0 forbids trading. */
export type LeverageCaps = Readonly<Partial<Record<LeverageClass, number>>>;

export type JurisdictionId = 'international' | 'eu' | 'uk';

/** Legal profile of a company. A change of law is a new version of the profile and applies to new orders only. */
export interface Jurisdiction {
  readonly id: JurisdictionId;
  readonly version: number;
  readonly leverageCaps: LeverageCaps;
  /** Minimum margin level for a stop-out, in percent. */
  readonly stopOutPercentMin: number;
  /** True if a company may reward invitations. */
  readonly hasInvitationRewards: boolean;
  /** True if the risk warning must state the share of the company's clients who lose. */
  readonly isLossRateStated: boolean;
  /** Countries that must not be served, ISO 3166 alpha-2. */
  readonly blockedCountries: readonly string[];
}

/** Leverage caps on contracts for difference for retail clients, set by ESMA and kept by the FCA. */
const retailCaps = {
  'forex-major': 30,
  'forex-minor': 20,
  gold: 20,
  'index-major': 20,
  'index-minor': 10,
  commodity: 10,
  equity: 5,
  crypto: 2,
} as const satisfies LeverageCaps;

/** FATF call for action (KP, IR, MM); US law forbids off-exchange CFDs for retail clients. */
const blockedEverywhere = ['IR', 'KP', 'MM', 'US'];

export const jurisdictions: Readonly<Record<JurisdictionId, Jurisdiction>> = {
  international: {
    id: 'international',
    version: 1,
    leverageCaps: {},
    stopOutPercentMin: 0,
    hasInvitationRewards: true,
    isLossRateStated: false,
    blockedCountries: blockedEverywhere,
  },
  /**
   * ESMA's product intervention on CFDs for retail clients, Decision (EU) 2018/796, kept by national authorities: no
   * incentives, and a warning with the share of losing accounts. Belgium's FSMA forbids the distribution of CFDs.
   */
  eu: {
    id: 'eu',
    version: 1,
    leverageCaps: retailCaps,
    stopOutPercentMin: 50,
    hasInvitationRewards: false,
    isLossRateStated: true,
    blockedCountries: [...blockedEverywhere, 'BE'],
  },
  /** FCA COBS 22.5, and COBS 22.6, which forbids crypto derivatives for retail clients. */
  uk: {
    id: 'uk',
    version: 1,
    leverageCaps: { ...retailCaps, crypto: 0 },
    stopOutPercentMin: 50,
    hasInvitationRewards: false,
    isLossRateStated: true,
    blockedCountries: blockedEverywhere,
  },
};

/** Major currencies, without the Australian dollar. A pair is major if both its currencies are. */
const majorCurrencies = new Set<Currency>(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);
const majorIndices = new Set(['UK100', 'FRA40', 'GER40', 'US30', 'US500', 'US100', 'JP225', 'AUS200', 'EU50']);

export type ClassedSpec = Pick<InstrumentSpec, 'assetClass' | 'baseCurrency' | 'quoteCurrency' | 'code'>;

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

/** Returns the maximum leverage of an instrument under the caps; Infinity without a cap. */
export function leverageCap(spec: ClassedSpec, caps: LeverageCaps): number {
  return caps[leverageClassOf(spec)] ?? Number.POSITIVE_INFINITY;
}

/** Returns the maximum leverage under the law and the account's own maximum; null means that the account has none. */
export function leverageCapWithin(spec: ClassedSpec, caps: LeverageCaps, leverageMax: number | null): number {
  const cap = leverageCap(spec, caps);
  return leverageMax === null ? cap : Math.min(cap, leverageMax);
}

/** Returns the leverage choices under the caps of the law, ascending (R-ORD-28). */
export function leveragesWithin(spec: ClassedSpec & Pick<InstrumentSpec, 'leverages'>, caps: LeverageCaps): number[] {
  return leveragesUpTo(spec, leverageCap(spec, caps));
}

/** Returns the leverage choices up to a cap, ascending, plus the cap itself if it cuts some off (R-ORD-28). */
export function leveragesUpTo(spec: Pick<InstrumentSpec, 'leverages'>, cap: number): number[] {
  const within = spec.leverages.filter((leverage) => leverage <= cap);
  const isCut = within.length < spec.leverages.length;
  return isCut && cap > 0 && !within.includes(cap) ? [...within, cap] : within;
}
