import type { CompanyId, InstrumentId } from '../../values/ids.ts';
import type { InstrumentSpec } from '../../values/instrument.ts';
import { closedUntil } from '../../values/instrument-terms.ts';
import type { Refusal } from '../refusal.ts';
import type { EngineState } from '../state.ts';
import type { RulesInForce } from './trading-rules.ts';

/** Reason that nothing may be opened in an instrument, independent of its market. */
export type OpeningBlock = Extract<
  Refusal,
  'instrument-not-offered' | 'market-closed' | 'time-unconfirmed' | 'trading-halted' | 'spread-wide'
>;

/** Part of the engine's state that decides what may be opened. */
export type OpeningFacts = Readonly<Pick<EngineState, 'specs' | 'rules' | 'isTimeUnconfirmed'>> & {
  readonly wideSpreads: ReadonlySet<InstrumentId>;
};

/** Returns an instrument under a company's terms; undefined if the catalogue has none with that id. */
export function specOf(state: OpeningFacts, companyId: CompanyId, id: InstrumentId): InstrumentSpec | undefined {
  return state.rules.specOf(state.specs.get(id), companyId);
}

/** Reason that nothing may be opened in an instrument that is offered. */
export type OfferedBlock = Exclude<OpeningBlock, 'instrument-not-offered'>;

/**
 * Returns why nothing may be opened in an instrument under the rules in force at `timeMs`, or null. Closes, cancels,
 * stops and stop-out ignore it (R-OPS-41, R-OPS-50, R-TIME-04, R-MKT-17). `timeMs` is the time that the opening counts
 * at: a quote ingested late is still within a halt that has ended since.
 */
export function openingBlock(
  state: OpeningFacts,
  rules: Pick<RulesInForce, 'terms' | 'isHalted'>,
  id: InstrumentId,
  timeMs: number,
): OpeningBlock | null {
  return rules.terms?.isOffered === false ? 'instrument-not-offered' : blockUnder(state, rules, id, timeMs);
}

/** Returns the opening block of an instrument, offered or not; what clients are shown follows the same rule. */
export function offeredBlockOf(
  state: OpeningFacts,
  companyId: CompanyId,
  id: InstrumentId,
  timeMs: number,
): OfferedBlock | null {
  const terms = state.rules.termsOf(companyId).get(id);
  return blockUnder(state, { terms, isHalted: state.rules.isHalted(companyId, id, timeMs) }, id, timeMs);
}

function blockUnder(
  state: OpeningFacts,
  { terms, isHalted }: Pick<RulesInForce, 'terms' | 'isHalted'>,
  id: InstrumentId,
  timeMs: number,
): OfferedBlock | null {
  if (terms !== undefined && closedUntil(terms, timeMs) !== null) return 'market-closed';
  if (state.isTimeUnconfirmed) return 'time-unconfirmed';
  if (isHalted) return 'trading-halted';
  return state.wideSpreads.has(id) ? 'spread-wide' : null;
}
