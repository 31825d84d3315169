import type { Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Pair, presetTarget, type Sides, type Ticket } from './ticket-state.ts';

/**
 * Returns the second order with which a pair begins: the same side as far beyond the price as the first is before it, so
 * that one of the two fills whichever way the price goes.
 */
export function presetPair({ side, target }: Ticket, sides: Sides, spec: InstrumentSpec): Pair {
  const now = side === 'buy' ? sides.ask : sides.bid;
  const first = target ?? presetTarget(side, sides, null, spec);
  const level = 2 * now - first;
  return { side, target: Math.max(spec.pipTicks, Math.round(level / spec.pipTicks) * spec.pipTicks) };
}

/**
 * Returns the ticket of the second order of a pair: lots, multiplier, expiry and the distances of the stops are those of
 * the first; null for an order alone (R-ORD-44).
 */
export function pairTicket(ticket: Ticket): Ticket | null {
  const { pair, target, ...first } = ticket;
  if (ticket.mode !== 'pending' || pair === undefined || target === null) return null;
  const sign = directionOf(pair.side) * directionOf(first.side);
  const moved = (level: number | null) => (level === null ? null : pair.target + sign * (level - target));
  return { ...first, ...pair, stopLoss: moved(first.stopLoss), takeProfit: moved(first.takeProfit) };
}

function directionOf(side: Side): 1 | -1 {
  return side === 'buy' ? 1 : -1;
}
