import { alwaysOpen } from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';
import type { Market, MarketState } from '../apps/server/src/ports/market.ts';
import { priceOf } from './engine-scenario.ts';

/** A market with quotes, sessions and staleness set by the test. */
export class ManualMarket implements Market {
  readonly #specs: readonly InstrumentSpec[];
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #listeners = new Set<(quote: Quote, offset: number) => void>();
  #offset = 0;
  kind: MarketState['kind'] = 'open';
  age = 0;

  constructor(specs: readonly InstrumentSpec[]) {
    this.#specs = specs;
  }

  give(spec: InstrumentSpec, bid: string, ask: string): Quote {
    const seq = (this.#quotes.get(spec.id)?.seq ?? 0) + 1;
    const prices = { bid: priceOf(spec, bid), ask: priceOf(spec, ask) };
    const quote: Quote = { instrumentId: spec.id, seq, ...prices, timeMs: seq, source: 'test' };
    this.#quotes.set(spec.id, quote);
    for (const listener of this.#listeners) listener(quote, this.#offset);
    this.#offset += 1;
    return quote;
  }

  specs() {
    return this.#specs;
  }

  spec(id: InstrumentId) {
    return this.#specs.find((spec) => spec.id === id) ?? null;
  }

  quote(id: InstrumentId) {
    return this.#quotes.get(id) ?? null;
  }

  state(): MarketState {
    return { kind: this.kind, nextOpenMs: null, nextCloseMs: null };
  }

  /** The core's sessions are always open; `kind` closes the market for commands. */
  readonly sessions = alwaysOpen;

  calendar() {
    return null;
  }

  readonly isCaughtUp = true;
  isWide = false;

  isSpreadWide() {
    return this.isWide;
  }

  ageMs(id: InstrumentId) {
    return this.#quotes.has(id) ? this.age : Number.POSITIVE_INFINITY;
  }

  onQuote(listener: (quote: Quote, offset: number) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
