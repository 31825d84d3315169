import { calculateProfit, calculateSwap } from '@candor/domain/calc/order-formulas';
import { calculatePipValue } from '@candor/domain/calc/order-size';
import type { Ratio } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { toLots } from '@candor/domain/values/lots';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { Sides, Ticket } from './ticket-state.ts';

/** An amount, and the move of the price that is worth as much, in tenths of a pip. Costs are positive. */
export interface Cost {
  readonly amount: Money;
  readonly pipTenths: number;
}

/** Every cost of an order, by the engine's own formulas (R-TKT-02). */
export interface TicketCosts {
  readonly fee: Cost;
  /** At the spread of now, half of it at the opening and half at the closing. */
  readonly spread: Cost;
  /** Swap of one night; negative if it is paid to the trader. */
  readonly swap: Cost;
  /** Nothing: a profit is converted at the middle rate (R-JRN-01). */
  readonly conversion: Cost;
  /** Fee and spread: what an order costs that is closed before a night. */
  readonly total: Cost;
}

export function ticketCosts(ticket: Ticket, fee: Money, sides: Sides, spec: InstrumentSpec, rate: Ratio): TicketCosts {
  const lots = toLots(ticket.lots);
  const pip = calculatePipValue(spec, lots, rate);
  const costOf = (amount: Money): Cost => ({ amount, pipTenths: pip <= 0n ? 0 : roundHalfUp(amount * 10n, pip) });
  const spread = toMoney(-calculateProfit(spec, 'buy', lots, sides.ask, sides.bid, rate));
  return {
    fee: costOf(fee),
    spread: costOf(spread),
    swap: costOf(toMoney(-calculateSwap(spec, ticket.side, lots, 1, rate))),
    conversion: costOf(zeroMoney),
    total: costOf(toMoney(fee + spread)),
  };
}

/** Quotient rounded half up, away from zero. */
function roundHalfUp(numerator: bigint, denominator: bigint): number {
  const size = (numerator < 0n ? -numerator : numerator) * 2n + denominator;
  const rounded = Number(size / (denominator * 2n));
  return numerator < 0n ? -rounded : rounded;
}
