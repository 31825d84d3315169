import type { InstrumentId, TenantId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { closedUntil, type InstrumentTerms, withTerms } from '../values/instrument-terms.ts';
import type { Refusal } from './refusal.ts';
import type { EngineState } from './state.ts';

/** Somebody has stopped openings (R-OPS-50). */
export interface TradingHalt {
  /** Null: of every company of the installation. */
  readonly tenantId: TenantId | null;
  /** Null: of every instrument. */
  readonly instrumentId: InstrumentId | null;
  readonly fromMs: number;
  /** Null while it stands. */
  readonly toMs: number | null;
}

export type Restraint = Extract<
  Refusal,
  'instrument-not-offered' | 'market-closed' | 'time-unconfirmed' | 'trading-halted' | 'spread-wide'
>;

export function termsOf(state: EngineState, tenantId: TenantId, id: InstrumentId): InstrumentTerms | undefined {
  return state.terms.get(tenantId)?.get(id);
}

/** An instrument as a company offers it; undefined when the catalogue has none of that id. */
export function specOf(state: EngineState, tenantId: TenantId, id: InstrumentId): InstrumentSpec | undefined {
  const spec = state.specs.get(id);
  return spec && withTerms(spec, termsOf(state, tenantId, id));
}

/**
 * What keeps anything from being opened in an instrument for a company's accounts, whatever the market says; null when
 * nothing does. Closing, cancelling, stops and stop-out never ask (R-OPS-41, R-OPS-50, R-TIME-04, R-MKT-17). `timeMs` is the time that what
 * is to be opened counts at: a quote taken in late is still within a halt that has ended since.
 */
export function restraintOf(
  state: EngineState,
  tenantId: TenantId,
  id: InstrumentId,
  timeMs: number,
): Restraint | null {
  const terms = termsOf(state, tenantId, id);
  if (terms?.isOffered === false) return 'instrument-not-offered';
  if (terms !== undefined && closedUntil(terms, timeMs) !== null) return 'market-closed';
  if (state.isTimeUnconfirmed) return 'time-unconfirmed';
  if (isHalted(state, tenantId, id, timeMs)) return 'trading-halted';
  return state.wideSpreads.has(id) ? 'spread-wide' : null;
}

export function isHalted(state: EngineState, tenantId: TenantId, id: InstrumentId, timeMs: number): boolean {
  for (const halt of state.halts.values()) {
    const isOurs = halt.tenantId === null || halt.tenantId === tenantId;
    if (!isOurs || (halt.instrumentId !== null && halt.instrumentId !== id)) continue;
    // One that stands holds for everything that is decided, also for a quote from before it: whoever halts means now.
    if (halt.toMs === null || (halt.fromMs <= timeMs && timeMs < halt.toMs)) return true;
  }
  return false;
}
