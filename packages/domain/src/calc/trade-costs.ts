import { divHalfEven, type Ratio } from '../values/decimal.ts';
import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';
import type { Quote } from '../values/quote.ts';
import { perMicro, stepUnitsE8 } from './order-formulas.ts';

/** A closed trade with everything that its result is made of. */
export interface ClosedTrade {
  readonly side: Side;
  readonly lots: Lots;
  readonly openQuote: Pick<Quote, 'bid' | 'ask'>;
  readonly closeQuote: Pick<Quote, 'bid' | 'ask'>;
  /** Rate at which the profit was converted: the mid of the pair's quote (R-ORD-12). */
  readonly rate: Ratio;
  /** Posted gross profit, fee and swap. */
  readonly profit: Money;
  readonly fee: Money;
  readonly swap: Money;
}

/** Causes of a net result: move − spread − fee + swap − conversion = net, to the last digit (R-JRN-01). */
export interface TradeCosts {
  /** Profit of a trade from mid to mid, without any cost. */
  readonly move: Money;
  /** Half the spread at the opening and half at the closing, positive; the difference between move and gross profit. */
  readonly spread: Money;
  readonly fee: Money;
  /** Negative is a charge. */
  readonly swap: Money;
  /** Cost of converting the profit: zero, since it is converted at the mid (R-ORD-12). */
  readonly conversion: Money;
  readonly net: Money;
}

/**
 * Divides the net result of a closed trade among its causes, in account-currency micros. The move is rounded half-even,
 * once: (close mid − open mid) × units per lot × lots × (buy +1 | sell −1) × conversion rate. The spread is what the
 * posted gross profit lacks of it, so that the sum is exact.
 */
export function calculateTradeCosts(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot'>,
  trade: ClosedTrade,
): TradeCosts {
  const { openQuote: open, closeQuote: close, rate, profit, fee, swap } = trade;
  const rise = BigInt(close.bid) + BigInt(close.ask) - BigInt(open.bid) - BigInt(open.ask);
  const twiceMoved = (trade.side === 'buy' ? rise : -rise) * BigInt(trade.lots) * stepUnitsE8(spec);
  const move = toMoney(divHalfEven(twiceMoved * rate.numerator, 2n * perMicro(spec) * rate.denominator));
  const spread = toMoney(move - profit);
  return { move, spread, fee, swap, conversion: zeroMoney, net: toMoney(profit - fee + swap) };
}
