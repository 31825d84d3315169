import { type ConversionPath, conversionRate, type FeeType, findConversionPath } from '../calc/order-formulas.ts';
import type { Ratio } from '../values/decimal.ts';
import type { Currency, InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Money } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import type { AccountState, EngineState } from './state.ts';

/** Conversion from an instrument's quote currency to the account's; null if the catalogue has no pair for it. */
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

/** Rate from an instrument's quote currency to the account's at the last quotes; null while it is unknown. */
export function currentRate(state: EngineState, spec: InstrumentSpec, currency: Currency): Ratio | null {
  return rateOf(state, conversionPathOf(state, spec, currency));
}

/** True if a position in this instrument can be closed by force now: its market is open and its price fresh enough. */
export type CanClose = (id: InstrumentId) => boolean;

/** Rate of a conversion path at the last quotes. */
export function rateOf(state: EngineState, path: ConversionPath | null): Ratio | null {
  if (path === null) return null;
  return conversionRate(path, path.kind === 'pair' ? (state.quotes.get(path.instrumentId) ?? null) : null);
}

/** Facts about one instrument that a decision for an account rests on, gathered once. */
export interface ContractFacts {
  /** Contract as the account's company offers it. */
  readonly spec: InstrumentSpec;
  readonly quote: Quote | undefined;
  readonly path: ConversionPath | null;
  readonly rate: Ratio | null;
}

/** Gathers the facts of an instrument; null if the catalogue has none of that id. */
export function contractFacts(state: EngineState, account: AccountState, id: InstrumentId): ContractFacts | null {
  const spec = state.rules.specOf(state.specs.get(id), account.tenantId);
  if (spec === undefined) return null;
  const path = conversionPathOf(state, spec, account.currency);
  return { spec, quote: state.quotes.get(id), path, rate: rateOf(state, path) };
}

/** `contractFacts` of an instrument that an order is in. */
export function contractOf(state: EngineState, account: AccountState, id: InstrumentId): ContractFacts {
  const facts = contractFacts(state, account, id);
  if (facts === null) throw new Error(`Invariant: instrument ${id} is known`);
  return facts;
}

export function isSessionOpen(state: EngineState, id: InstrumentId): boolean {
  return state.sessions.isWithin(id, state.nowMs, state.nowMs);
}

/** True if the instrument's last quote is of the session that runs now: at no other price may anything be filled (R-ORD-32). */
export function isOfRunningSession(state: EngineState, id: InstrumentId): boolean {
  const quote = state.quotes.get(id);
  return quote !== undefined && holds(state, quote, state.nowMs);
}

/**
 * Takes a quote in at `nowMs`. A quote of the running session prices its instrument; any other only marks it, unless no
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

/** What a fill was reckoned with beside its own quote, as it was at that instant: the catalogue and the fees may change later. */
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
  /** The pair and quote whose middle is the conversion rate; null where nothing is converted. */
  readonly conversion: ConversionFacts | null;
}

export interface ConversionFacts {
  readonly code: string;
  readonly digits: number;
  /** Whether the pair is read from its quote currency to its base. */
  readonly inverse: boolean;
  readonly quote: Quote;
}

/** Facts that a fill in this contract is calculated with, for its event (R-ORD-24). */
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
