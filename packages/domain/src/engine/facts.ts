import { type ConversionPath, conversionRate, type FeeType, findConversionPath } from '../calc/order-formulas.ts';
import type { Ratio } from '../values/decimal.ts';
import type { Currency, InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Money } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import type { AccountState, EngineState } from './state.ts';

/**
 * Returns the conversion from an instrument's quote currency to the account's; null if the catalogue has no pair for
 * it.
 */
export function conversionPathOf(state: EngineState, spec: InstrumentSpec, currency: Currency): ConversionPath | null {
  let paths = state.conversions.get(currency);
  if (paths === undefined) {
    paths = new Map();
    state.conversions.set(currency, paths);
  }
  let path = paths.get(spec.id);
  if (path === undefined) {
    path = findConversionPath(spec.quoteCurrency, currency, state.specs.values());
    paths.set(spec.id, path);
  }
  return path;
}

/**
 * Returns the rate from an instrument's quote currency to the account's at the last quotes; null while it is unknown.
 */
export function currentRate(state: EngineState, spec: InstrumentSpec, currency: Currency): Ratio | null {
  return rateOf(state, conversionPathOf(state, spec, currency));
}

/** True if a position in this instrument can be closed by force now: its market is open and its price fresh enough. */
export type CanClose = (id: InstrumentId) => boolean;

/** Returns the rate of a conversion path at the last quotes; null while it is unknown. */
export function rateOf(state: EngineState, path: ConversionPath | null): Ratio | null {
  if (path === null) return null;
  return conversionRate(path, path.kind === 'pair' ? (state.quotes.get(path.instrumentId) ?? null) : null);
}

/** Facts of one instrument for a decision on an account, gathered once. */
export interface ContractFacts {
  /** Contract under the company's terms. */
  readonly spec: InstrumentSpec;
  readonly quote: Quote | undefined;
  readonly path: ConversionPath | null;
  readonly rate: Ratio | null;
}

/** Gathers the facts of an instrument; null if the catalogue has none with that id. */
export function contractFacts(state: EngineState, account: AccountState, id: InstrumentId): ContractFacts | null {
  const spec = state.rules.specOf(state.specs.get(id), account.tenantId);
  if (spec === undefined) return null;
  const path = conversionPathOf(state, spec, account.currency);
  return { spec, quote: state.quotes.get(id), path, rate: rateOf(state, path) };
}

/** Gathers the facts of an order's instrument; throws if the catalogue has none with that id. */
export function contractOf(state: EngineState, account: AccountState, id: InstrumentId): ContractFacts {
  const facts = contractFacts(state, account, id);
  if (facts === null) throw new Error(`Invariant: instrument ${id} is known`);
  return facts;
}

export function isSessionOpen(state: EngineState, id: InstrumentId): boolean {
  return state.sessions.isWithin(id, state.nowMs, state.nowMs);
}

/** True if the instrument's last quote is from the running session; no other price may fill an order (R-ORD-32). */
export function isOfRunningSession(state: EngineState, id: InstrumentId): boolean {
  const quote = state.quotes.get(id);
  return quote !== undefined && holds(state, quote, state.nowMs);
}

/**
 * Ingests a quote at `nowMs`. A quote of the running session prices its instrument; any other only marks it, unless no
 * price is known yet. Returns true if the quote may trigger something (R-ORD-32).
 */
export function recordQuote(state: EngineState, quote: Quote, nowMs: number): boolean {
  const isLive = holds(state, quote, nowMs);
  if (isLive || !state.quotes.has(quote.instrumentId)) {
    state.quotes.set(quote.instrumentId, quote);
    state.marks.delete(quote.instrumentId);
  } else state.marks.set(quote.instrumentId, quote);
  return isLive;
}

function holds({ sessions }: EngineState, { instrumentId, timeMs }: Quote, nowMs: number): boolean {
  return sessions.isWithin(instrumentId, Math.min(timeMs, nowMs), Math.max(timeMs, nowMs));
}

/**
 * Inputs of a fill's calculation besides its own quote, as of the fill: the catalogue and the fees may change later.
 */
export interface FillFacts {
  readonly code: string;
  readonly quoteCurrency: Currency;
  readonly accountCurrency: Currency;
  readonly digits: number;
  readonly lotStepE8: number;
  readonly unitsPerLot: number;
  readonly marginMode: InstrumentSpec['marginMode'];
  readonly marginPerLot: Money;
  readonly feeType: FeeType;
  readonly feeRateE8: bigint;
  /** Pair and quote that give the conversion rate (the mid); null without a conversion. */
  readonly conversion: ConversionFacts | null;
}

export interface ConversionFacts {
  readonly code: string;
  readonly digits: number;
  /** True if the pair converts from its quote currency to its base. */
  readonly inverse: boolean;
  readonly quote: Quote;
}

/** Returns the facts that a fill's calculation uses, for its event (R-ORD-24). */
export function factsOfFill(
  state: EngineState,
  { spec, path }: Pick<ContractFacts, 'spec' | 'path'>,
  account: Pick<AccountState, 'currency' | 'tenantId'>,
): FillFacts {
  const { code, quoteCurrency, digits, lotStepE8, unitsPerLot, marginMode, marginPerLotMicros, feeRateE8 } = spec;
  return {
    code,
    quoteCurrency,
    accountCurrency: account.currency,
    digits,
    lotStepE8,
    unitsPerLot,
    marginMode,
    marginPerLot: marginPerLotMicros as Money,
    feeType: state.rules.policyOf(account.tenantId).feeType,
    feeRateE8,
    conversion: conversionFacts(state, path),
  };
}

function conversionFacts(state: EngineState, path: ConversionPath | null): ConversionFacts | null {
  if (path?.kind !== 'pair') return null;
  const quote = state.quotes.get(path.instrumentId);
  const pair = state.specs.get(path.instrumentId);
  if (quote === undefined || pair === undefined) return null;
  return { code: pair.code, digits: path.digits, inverse: path.inverse, quote };
}
