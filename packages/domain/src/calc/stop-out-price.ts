import type { Ratio } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { type Price, toPrice } from '../values/price.ts';
import { closingPrice, type Quote } from '../values/quote.ts';
import { calculateProfit } from './order-formulas.ts';

type Sides = Pick<Quote, 'bid' | 'ask'>;

/** An open order of the instrument, or one about to be opened. */
export interface OpenPosition {
  readonly side: Side;
  readonly lots: Lots;
  readonly open: Price;
}

export interface StopOutQuestion {
  readonly spec: InstrumentSpec;
  /** All open orders of this instrument; omitting one makes the answer wrong. */
  readonly positions: readonly OpenPosition[];
  readonly quote: Sides;
  /**
   * Quote currency → account currency at a quote of this instrument; depends on the quote if the instrument is the
   * conversion pair.
   */
  readonly rateAt: (quote: Sides) => Ratio | null;
  /** Account figures at `quote`, including these positions. */
  readonly equity: Money;
  readonly margin: Money;
  readonly stopOutPercent: number;
}

/** Upper search bound: a rise of nine times the price, i.e. up to ten times the price. */
const riseMax = 9;

/**
 * Calculates the first price of the net position's closing side at which the margin level reaches the stop-out, if only
 * this instrument moves and its spread stays constant; null if there is none. Uses the engine's profit formula and
 * comparison: equity × 100 ≤ percent × margin (R-ORD-16).
 */
export function calculateStopOutPrice(question: StopOutQuestion): Price | null {
  const { positions, quote, rateAt } = question;
  const net = positions.reduce((sum, { side, lots }) => sum + (side === 'buy' ? lots : -lots), 0);
  if (net === 0 || question.margin === 0n || rateAt(quote) === null) return null;
  const side: Side = net > 0 ? 'buy' : 'sell';
  const direction = net > 0 ? -1 : 1;
  const movesMax = net > 0 ? quote.bid - 1 : quote.ask * riseMax;
  const now = profitAt(question, 0);
  const isOut = (moves: number) => {
    const then = profitAt(question, direction * moves);
    if (now === null || then === null) return false;
    return (question.equity + then - now) * 100n <= BigInt(question.stopOutPercent) * question.margin;
  };
  if (!isOut(movesMax)) return null;
  let [low, high] = [0, movesMax];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isOut(middle)) high = middle;
    else low = middle + 1;
  }
  return toPrice(closingPrice(quote, side) + direction * low);
}

function profitAt({ spec, positions, quote, rateAt }: StopOutQuestion, move: number): bigint | null {
  const moved = { bid: toPrice(quote.bid + move), ask: toPrice(quote.ask + move) };
  const rate = rateAt(moved);
  if (rate === null) return null;
  return positions.reduce(
    (sum, { side, lots, open }) => sum + calculateProfit(spec, side, lots, open, closingPrice(moved, side), rate),
    0n,
  );
}
