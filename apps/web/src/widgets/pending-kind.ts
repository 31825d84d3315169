import type { Side } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';

export type PendingKind = 'buyLimit' | 'buyStop' | 'sellLimit' | 'sellStop';

/** Kind of a pending order by its target: a buy below the ask is a limit, above it a stop (R-ORD-04). */
export function pendingKind(side: Side, target: number, sides: Pick<Quote, 'bid' | 'ask'>): PendingKind {
  if (side === 'buy') return target < sides.ask ? 'buyLimit' : 'buyStop';
  return target > sides.bid ? 'sellLimit' : 'sellStop';
}
