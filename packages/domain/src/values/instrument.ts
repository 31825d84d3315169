import type { Currency, InstrumentId } from './ids.ts';

export type AssetClass = 'fx-major' | 'fx-minor' | 'fx-exotic' | 'metal' | 'index' | 'energy' | 'equity' | 'crypto';

/**
 * Default stress move by asset class: assumed price move over a closed market, in 10⁻⁴; instrument and company may set
 * their own (R-FND-42).
 */
const stressMovesE4: Readonly<Record<AssetClass, number>> = {
  'fx-major': 300,
  'fx-minor': 300,
  'fx-exotic': 500,
  index: 500,
  metal: 500,
  energy: 1_000,
  equity: 1_000,
  crypto: 2_000,
};

/** Contract specification of an instrument. All numbers are integers in the unit that their name ends with. */
export interface InstrumentSpec {
  readonly id: InstrumentId;
  /** Code, e.g. "EURUSD"; displayed as `showCode` "EUR/USD". */
  readonly code: string;
  readonly showCode: string;
  readonly name: string;
  readonly categoryId: number;
  readonly assetClass: AssetClass;
  readonly baseCurrency: Currency;
  /** Currency in which profit and margin arise. */
  readonly quoteCurrency: Currency;
  /** Decimals of a price. */
  readonly digits: number;
  /** Price ticks in one display pip (EUR/USD with 5 digits: 10). */
  readonly pipTicks: number;
  /** Units of the base currency in one lot. */
  readonly unitsPerLot: number;
  /** Order-size step in lots × 10⁸ (0.01 lots: 1_000_000). */
  readonly lotStepE8: number;
  /** Smallest and largest order, in steps. */
  readonly lotsMin: number;
  readonly lotsMax: number;
  /** Leverage choices, ascending; empty: the instrument cannot be traded ("no lever configured"). */
  readonly leverages: readonly number[];
  readonly marginMode: 'leverage' | 'fixed-per-lot';
  /** Account-currency micros per lot; only in mode `fixed-per-lot`. */
  readonly marginPerLotMicros: bigint;
  /** Handling fee × 10⁸: account currency per lot, or rate of the notional, depending on the company's fee type. */
  readonly feeRateE8: bigint;
  /** Swap points per lot and night for long and short, in price ticks × 10²; may be negative. */
  readonly swapLongE2: number;
  readonly swapShortE2: number;
  /** Day of the week, 0 = Sunday, on which three nights are charged; null: one night every day. */
  readonly swapTripleDay: number | null;
  /** Name of the session calendar. */
  readonly calendar: string;
  /** Stress move in 10⁻⁴; the asset class's if absent. */
  readonly stressMoveE4?: number;
}

/** Returns the assumed price move of the instrument over a closed market, in 10⁻⁴. */
export function stressMoveOf({
  stressMoveE4,
  assetClass,
}: Pick<InstrumentSpec, 'stressMoveE4' | 'assetClass'>): number {
  return stressMoveE4 ?? stressMovesE4[assetClass];
}
