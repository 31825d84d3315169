import type { PriceAlert as WireAlert } from '@candor/contracts/http/alerts';
import type { NoticeLine } from '@candor/contracts/ws/messages';

/** Side of the price that an alert watches, the direction and the level, as typed or sent. */
export interface AlertLevel {
  /** `bid` is the sell price, `ask` the buy price. */
  readonly side: 'bid' | 'ask';
  /** True for at or above the level, false for at or below it. */
  readonly isAbove: boolean;
  readonly price: string;
}

/** A price alert that has not fired. */
export interface PriceAlert extends AlertLevel {
  readonly id: number;
  readonly instrumentId: number;
  readonly showCode: string;
}

/** An alert that fired, with the watched price of the quote that reached it. */
export interface FiredAlert extends PriceAlert {
  readonly reached: string;
  readonly quoteAtMs: number;
}

export function toPriceAlert(wire: WireAlert): PriceAlert {
  const { id, forex_id: instrumentId, show_code: showCode, side, when, price } = wire;
  return { id, instrumentId, showCode, side, isAbove: when === 'above', price };
}

export function toFiredAlert(wire: NonNullable<NoticeLine['Alert']>): FiredAlert {
  return { ...toPriceAlert(wire), reached: wire.reached, quoteAtMs: wire.quote_at };
}

/** Ticks between a level and the watched price, positive while it is ahead; zero or less once it is reached. */
export function ticksAway(
  { side, isAbove }: Pick<AlertLevel, 'side' | 'isAbove'>,
  level: number,
  sides: { readonly bid: number; readonly ask: number },
): number {
  return isAbove ? level - sides[side] : sides[side] - level;
}
