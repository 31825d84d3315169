import type { InstrumentId } from '../values/ids.ts';
import type { Quote } from '../values/quote.ts';
import type { EngineState } from './state.ts';

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
export function takeQuote(state: EngineState, quote: Quote, nowMs: number): boolean {
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
