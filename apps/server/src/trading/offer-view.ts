import {
  type OfferedBlock,
  type OpeningFacts,
  offeredBlockOf,
  specOf,
} from '@candor/domain/engine/rules/opening-block';
import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { closedUntil, nextClosure } from '@candor/domain/values/instrument-terms';
import { type LeverageCaps, leverageCap, leveragesWithin } from '@candor/domain/values/jurisdiction';
import type { Clock } from '../ports/clock.ts';
import type { OfferedInstrument, OfferView, ShownBlock } from '../ports/offers.ts';

type Blocks = ReadonlyMap<InstrumentId, ShownBlock>;
const none: Blocks = new Map();

/** Offer of each company, read from the engine's state or a replica of the rules. */
export class StateOfferView implements OfferView {
  readonly #state: OpeningFacts;
  readonly #clock: Clock;

  constructor(state: OpeningFacts, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  policy(companyId: CompanyId): TradingPolicy {
    return this.#state.rules.policyOf(companyId);
  }

  leverageCaps(companyId: CompanyId): LeverageCaps {
    return this.policy(companyId).leverageCaps;
  }

  leverageCap(companyId: CompanyId, spec: InstrumentSpec): number {
    return leverageCap(spec, this.leverageCaps(companyId));
  }

  isOffered(companyId: CompanyId, id: InstrumentId): boolean {
    return this.#state.rules.termsOf(companyId).get(id)?.isOffered !== false;
  }

  hasOwn(companyId: CompanyId): boolean {
    return this.#state.rules.termsOf(companyId).size > 0 || this.#blocksOf(companyId).size > 0;
  }

  hasUnoffered(companyId: CompanyId): boolean {
    return [...this.#state.rules.termsOf(companyId).values()].some(({ isOffered }) => !isOffered);
  }

  of(companyId: CompanyId, spec: InstrumentSpec): OfferedInstrument {
    const own = specOf(this.#state, companyId, spec.id) ?? spec;
    const terms = this.#state.rules.termsOf(companyId).get(spec.id);
    const nowMs = this.#clock.nowMs();
    const untilMs = terms === undefined ? null : closedUntil(terms, nowMs);
    return {
      spec: own,
      leverages: terms?.isOffered === false ? [] : leveragesWithin(own, this.leverageCaps(companyId)),
      block: this.#shownBlockOf(companyId, spec.id, nowMs),
      hours({ kind, nextOpenMs, nextCloseMs }) {
        // Reopens at the closure's end, unless the market opens later or closes meanwhile.
        if (untilMs !== null) {
          const isOpenThen = kind === 'open' && (nextCloseMs === null || nextCloseMs > untilMs);
          return { nextOpenMs: isOpenThen ? untilMs : latest(untilMs, nextOpenMs), nextCloseMs };
        }
        const closure = terms === undefined ? null : nextClosure(terms, nowMs);
        return { nextOpenMs, nextCloseMs: kind === 'open' ? earliest(closure, nextCloseMs) : nextCloseMs };
      },
    };
  }

  openingBlocks(): ReadonlyMap<CompanyId, Blocks> {
    const companies = new Set([...this.#state.rules.companiesWithPolicy, ...this.#state.rules.companiesWithTerms]);
    const found = new Map<CompanyId, Blocks>();
    for (const companyId of companies) {
      const own = this.#blocksOf(companyId);
      if (own.size > 0) found.set(companyId, own);
    }
    return found;
  }

  #blocksOf(companyId: CompanyId): Blocks {
    const isUnblocked = this.#state.rules.halts.size === 0 && this.#state.wideSpreads.size === 0;
    if (isUnblocked && !this.#state.isTimeUnconfirmed && this.#state.rules.termsOf(companyId).size === 0) return none;
    const nowMs = this.#clock.nowMs();
    const found = new Map<InstrumentId, ShownBlock>();
    for (const id of this.#state.specs.keys()) {
      const block = this.#shownBlockOf(companyId, id, nowMs);
      if (block !== null) found.set(id, block);
    }
    return found;
  }

  #shownBlockOf(companyId: CompanyId, id: InstrumentId, nowMs: number): ShownBlock | null {
    const block = offeredBlockOf(this.#state, companyId, id, nowMs);
    return block && shownAs[block];
  }
}

/** An unconfirmed clock step is shown as a halt (R-TIME-04). */
const shownAs: Readonly<Record<OfferedBlock, ShownBlock>> = {
  'market-closed': 'closed',
  'time-unconfirmed': 'halted',
  'trading-halted': 'halted',
  'spread-wide': 'wide',
};

function latest(left: number, right: number | null): number {
  return right === null ? left : Math.max(left, right);
}

function earliest(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
