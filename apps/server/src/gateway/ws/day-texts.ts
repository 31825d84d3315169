import type { InstrumentId } from '@candor/domain/values/ids';
import type { ShownBlock } from '../../ports/offers.ts';
import type { MarketView } from '../../services/market/market-view.ts';
import { marketStatusOf, toDayLine } from '../market-lines.ts';

export type Blocks = ReadonlyMap<InstrumentId, ShownBlock>;

interface Kept {
  /** Figures and states in the text. */
  readonly facts: string;
  readonly text: string;
}

/** Texts of the quotes' lines: each is made once for all sockets, whatever part of the market they watch (R-SOC-30). */
export class DayTexts {
  readonly #market: MarketView;
  /** By block and instrument: companies that block alike share a text. */
  readonly #kept = new Map<ShownBlock | null, Map<InstrumentId, Kept>>();

  constructor(market: MarketView) {
    this.#market = market;
  }

  /** Returns the message with the lines of the instruments that have a price. */
  messageOf(ids: Iterable<InstrumentId>, blocks: Blocks | null): string {
    const lines: string[] = [];
    for (const id of ids) {
      const line = this.#lineOf(id, blocks?.get(id) ?? null);
      if (line !== null) lines.push(line);
    }
    return `{"type":"DAY_MARKET","code":1,"params":[${lines.join(',')}]}`;
  }

  #lineOf(id: InstrumentId, block: ShownBlock | null): string | null {
    const quote = this.#market.quote(id);
    if (quote === null) return null;
    const day = this.#market.day(id);
    const price = `${quote.seq} ${quote.timeMs} ${quote.bid} ${quote.ask} ${day?.open} ${day?.high} ${day?.low}`;
    const facts = `${price} ${marketStatusOf(this.#market, id, block)} ${this.#market.isStale(id)}`;
    const own = this.#kept.get(block) ?? new Map<InstrumentId, Kept>();
    const kept = own.get(id);
    if (kept?.facts === facts) return kept.text;
    const text = JSON.stringify(toDayLine(this.#market, id, block));
    this.#kept.set(block, own.set(id, { facts, text }));
    return text;
  }
}
