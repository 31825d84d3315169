import {
  createSessionCursor,
  isMarketOpen,
  type SessionCalendar,
  type SessionState,
  type Sessions,
  sessionsOf,
} from '@candor/domain/calc/session-hours';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';
import type { MarketState, QuotedInstrument, QuoteFeed } from '../../ports/market.ts';
import type { CatalogueEntry } from './catalogue/catalogue-entry.ts';
import { isSpreadWide } from './quote-filter.ts';

/** Instruments that a feed serves, and its hours. */
export type ServedInstruments = Pick<QuoteFeed, 'hours'> & { readonly instrumentIds: ReadonlySet<InstrumentId> };

/** Catalogue and trading hours of a market. */
export class MarketHours {
  readonly entries: readonly CatalogueEntry[];
  readonly #specs: readonly InstrumentSpec[];
  readonly #entryById = new Map<InstrumentId, CatalogueEntry>();
  readonly #cursors = new Map<InstrumentId, (timeMs: number) => SessionState>();
  readonly #calendars = new Map<InstrumentId, SessionCalendar>();
  /** Feed that is asked for; null while it is unknown. */
  #served: ServedInstruments | null;
  #sessions: Sessions;

  readonly sessions: Sessions = {
    isWithin: (id, fromMs, untilMs) => this.#sessions.isWithin(id, fromMs, untilMs),
  };

  constructor(
    entries: readonly CatalogueEntry[],
    instruments: readonly QuotedInstrument[],
    served: ServedInstruments | null,
  ) {
    this.entries = entries;
    this.#specs = entries.map((entry) => entry.spec);
    for (const entry of entries) this.#entryById.set(entry.spec.id, entry);
    for (const { spec, calendar } of instruments) {
      this.#cursors.set(spec.id, createSessionCursor(calendar));
      this.#calendars.set(spec.id, calendar);
    }
    this.#served = served;
    this.#sessions = sessionsOf((id) => this.calendar(id));
  }

  /** Replaces the feed. */
  serve(served: ServedInstruments): void {
    this.#served = served;
    this.#sessions = sessionsOf((id) => this.calendar(id));
  }

  specs(): readonly InstrumentSpec[] {
    return this.#specs;
  }

  entry(id: InstrumentId): CatalogueEntry | null {
    return this.#entryById.get(id) ?? null;
  }

  calendar(id: InstrumentId): SessionCalendar | null {
    const served = this.#served;
    if (served !== null && (served.hours === 'always' || !served.instrumentIds.has(id))) return null;
    return this.#calendars.get(id) ?? null;
  }

  state(id: InstrumentId, nowMs: number): MarketState {
    const served = this.#served;
    if (served === null || !served.instrumentIds.has(id)) return noPrice;
    if (served.hours === 'always') return { kind: 'open', nextOpenMs: null, nextCloseMs: null };
    const hours = this.#cursors.get(id)?.(nowMs);
    if (hours === undefined) return noPrice;
    const { nextOpenMs, nextCloseMs } = hours;
    return { kind: isMarketOpen(this.sessions, id, nowMs) ? 'open' : 'closed', nextOpenMs, nextCloseMs };
  }

  isSpreadWide(quote: Quote): boolean {
    const entry = this.#entryById.get(quote.instrumentId);
    return entry !== undefined && isSpreadWide(quote, entry.deviationLimitBp);
  }
}

const noPrice: MarketState = { kind: 'no-price', nextOpenMs: null, nextCloseMs: null };
