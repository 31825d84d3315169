import type { Instrument } from '@candor/contracts/http/market';
import type { DayMarketLine } from '@candor/contracts/ws/messages';

/** Prices of an instrument. Texts are the server's, at the instrument's digits; null before the first quote. */
export interface LiveQuote {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly change: string | null;
  readonly seq: number;
  readonly timeMs: number;
  /** 1 open, 0 closed, 2 no price from the running feed. */
  readonly marketStatus: 0 | 1 | 2;
  /** Openings are refused for now; orders can be closed. */
  readonly isHalted: boolean;
  /** Halted because of a wide spread. */
  readonly isWide: boolean;
  readonly isStale: boolean;
}

/** `isTick`: the quote has just arrived; false for a repaint. */
type Listener = (quote: LiveQuote, isTick: boolean) => void;

/**
 * Creates the quote store. Rows paint their own text once per animation frame and no component renders for a tick
 * (R-SCR-21). A quote older than the one shown is dropped.
 */
export function createQuoteStore(nextFrame: (paint: () => void) => void) {
  const quotes = new Map<number, LiveQuote>();
  const listeners = new Map<number, Set<Listener>>();
  const dirty = new Set<number>();
  const volumes = new Map<number, number>();
  let newestMs = 0;

  function put(id: number, quote: LiveQuote): void {
    const known = quotes.get(id);
    if (known !== undefined && quote.seq < known.seq && quote.timeMs <= known.timeMs) return;
    quotes.set(id, quote);
    newestMs = Math.max(newestMs, quote.timeMs);
    if (!listeners.has(id)) return;
    if (dirty.size === 0) nextFrame(flush);
    dirty.add(id);
  }

  function flush(): void {
    const ids = [...dirty];
    dirty.clear();
    for (const id of ids) tell(id, true);
  }

  function tell(id: number, isTick: boolean): void {
    const quote = quotes.get(id);
    if (quote !== undefined) for (const listener of listeners.get(id) ?? []) listener(quote, isTick);
  }

  return {
    get: (id: number): LiveQuote | undefined => quotes.get(id),
    /** Number of quotes of the trading day when the list was last loaded. */
    volumeOf: (id: number): number => volumes.get(id) ?? 0,
    /** Sends the last quote again, to figures that were off screen when it arrived. */
    repaint: (id: number): void => tell(id, false),
    /** Time of the newest quote, shown by the offline banner. */
    newestMs: (): number => newestMs,
    acceptList(list: readonly Instrument[]): void {
      for (const instrument of list) {
        volumes.set(instrument.Id, instrument.Volume);
        put(instrument.Id, fromInstrument(instrument));
      }
    },
    /** Returns true if a known market has opened or closed: its hours have changed. */
    acceptLines(lines: readonly DayMarketLine[]): boolean {
      let isTurned = false;
      for (const line of lines) {
        const before = quotes.get(line.Id)?.marketStatus;
        put(line.Id, fromLine(line));
        isTurned ||= before !== undefined && before !== quotes.get(line.Id)?.marketStatus;
      }
      return isTurned;
    },
    subscribe(id: number, listener: Listener): () => void {
      const set = listeners.get(id) ?? new Set();
      set.add(listener);
      listeners.set(id, set);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
      };
    },
  };
}

export type QuoteStore = ReturnType<typeof createQuoteStore>;

function fromInstrument(wire: Instrument): LiveQuote {
  return {
    bid: wire.Bid,
    ask: wire.Ask,
    open: wire.ForexQuotations.Open,
    high: wire.High,
    low: wire.Low,
    change: wire.ForexQuotations.Change,
    seq: wire.Seq,
    timeMs: wire.Time,
    marketStatus: wire.MarketStatus,
    isHalted: wire.Halted,
    isWide: wire.WideSpread,
    isStale: wire.Stale,
  };
}

function fromLine(line: DayMarketLine): LiveQuote {
  return {
    bid: line.Bid,
    ask: line.Ask,
    open: line.Open,
    high: line.High,
    low: line.Low,
    change: line.Change,
    seq: line.Seq,
    timeMs: line.Time,
    marketStatus: line.MarketStatus ?? 1,
    isHalted: line.Halted,
    isWide: line.WideSpread,
    isStale: line.Stale ?? false,
  };
}

export const quotes = createQuoteStore((paint) => void requestAnimationFrame(paint));
