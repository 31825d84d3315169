import type { FillRule } from './receipt.ts';
import { type Fill, ruleOf } from './to-receipt.ts';

/** Facts of a fill that public statistics keep: no name, account, size, price or instrument. */
export interface Execution {
  readonly rule: FillRule;
  /**
   * Price for the trader against the one that the client named, in millionths of the latter, rounded: above zero better,
   * below zero worse; null if none was named. At most a hundredth either way, so that a histogram is bounded.
   */
  readonly slippage: number | null;
  /** Milliseconds from the quote to the decision; null for a fill without a quote. */
  readonly quoteAgeMs: number | null;
}

const slippageMax = 10_000;

/** Returns what a fill adds to the statistics, as its receipt states it (R-STA-01). */
export function executionOf(fill: Fill): Execution {
  const { order, facts, atMs } = fill;
  const isOpening = fill.kind === 'opening';
  const quote = isOpening ? order.openQuote : order.closeQuote;
  const price = isOpening ? order.openPrice : order.closePrice;
  const { asked } = facts;
  const isBuying = (order.side === 'buy') === isOpening;
  return {
    rule: ruleOf(fill).rule,
    slippage: asked === undefined || price === null ? null : slippageOf(asked.price, price, isBuying),
    quoteAgeMs: quote === null ? null : Math.max(0, atMs - quote.timeMs),
  };
}

function slippageOf(asked: number, price: number, isBuying: boolean): number {
  const better = isBuying ? asked - price : price - asked;
  const size = Math.min(slippageMax, Math.round((Math.abs(better) * 1_000_000) / asked));
  // No −0, which JSON would lose.
  return size === 0 ? 0 : Math.sign(better) * size;
}
