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

/** The most leverage by class; a class without a cap takes what the instrument offers, one capped at 0 is not traded. */
export type LeverageCaps = Readonly<Partial<Record<LeverageClass, number>>>;

export type JurisdictionId = 'international' | 'eu' | 'uk';

/** The law a company trades under. A change of law is a new version of the profile, and holds for new orders only. */
export interface Jurisdiction {
  readonly id: JurisdictionId;
  readonly version: number;
  readonly leverageCaps: LeverageCaps;
  /** The lowest margin level, in percent, at which a company may stop out. */
  readonly stopOutPercentMin: number;
  /** Whether a company may reward those who invite others to trade. */
  readonly hasInvitationRewards: boolean;
  /** Whether the risk warning must say how many of the company's own clients lose. */
  readonly isLossRateStated: boolean;
  /** Countries that may not be served, by ISO 3166 alpha-2 code. */
  readonly blockedCountries: readonly string[];
}

/** Leverage on contracts for difference for retail clients, as ESMA set it and the FCA kept it. */
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

/** FATF's call for action (KP, IR, MM); the United States do not let retail clients trade such contracts off exchange. */
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
   * ESMA's product intervention on CFDs for retail clients, Decision (EU) 2018/796 as national authorities keep it: no
   * incentives, and a warning with the share of losing accounts. Belgium's FSMA forbids their distribution altogether.
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
  /** FCA's COBS 22.5, and COBS 22.6, which forbids derivatives on crypto assets for retail clients. */
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

/** A pair is major when both of its currencies are; the Australian dollar is none of them. */
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

/** The most leverage allowed on an instrument; Infinity where nothing caps it. */
export function leverageCap(spec: ClassedSpec, caps: LeverageCaps): number {
  return caps[leverageClassOf(spec)] ?? Number.POSITIVE_INFINITY;
}

/** Maximum leverage on an instrument under the law and an account's own maximum; null for no maximum of its own. */
export function leverageCapWithin(spec: ClassedSpec, caps: LeverageCaps, leverageMax: number | null): number {
  const cap = leverageCap(spec, caps);
  return leverageMax === null ? cap : Math.min(cap, leverageMax);
}

/** Leverage choices under the caps of the law, ascending (R-ORD-28). */
export function leveragesWithin(spec: ClassedSpec & Pick<InstrumentSpec, 'leverages'>, caps: LeverageCaps): number[] {
  return leveragesUpTo(spec, leverageCap(spec, caps));
}

/** Leverage choices up to a cap, ascending: those within it, and the cap itself where it cuts some off (R-ORD-28). */
export function leveragesUpTo(spec: Pick<InstrumentSpec, 'leverages'>, cap: number): number[] {
  const within = spec.leverages.filter((leverage) => leverage <= cap);
  const isCut = within.length < spec.leverages.length;
  return isCut && cap > 0 && !within.includes(cap) ? [...within, cap] : within;
}
