import type { WireAlert } from '@candor/contracts/http/alerts';
import type { CallInput } from '@candor/contracts/http/calls';
import type { NoticeLine } from '@candor/contracts/ws/messages';

/** Side of the price that an alert watches, the direction and the level, as typed or sent. */
export interface AlertLevel {
  /** `bid` is the sell price, `ask` the buy price. */
  readonly side: 'bid' | 'ask';
  /** True for at or above the level, false for at or below it. */
  readonly isAbove: boolean;
  readonly price: string;
}

interface OnInstrument {
  readonly instrumentId: number;
  readonly showCode: string;
}

/** Alert that waits for a price. */
export interface PriceAsk extends AlertLevel, OnInstrument {
  readonly kind: 'price';
}

/** Alert that waits for a move of a price, in percent, either way. */
export interface PercentAsk extends OnInstrument {
  readonly kind: 'percent';
  readonly side: AlertLevel['side'];
  readonly percent: string;
}

/** Alert that waits for the margin level of the account, in percent. */
export interface MarginAsk {
  readonly kind: 'margin';
  readonly percent: string;
}

/** Alert that waits for the result of a position, profit plus swap. */
export interface ResultAsk extends OnInstrument {
  readonly kind: 'profit';
  readonly orderId: number;
  readonly isAbove: boolean;
  readonly amount: string;
}

/** Alert that waits for a night whose swap costs an amount or more. */
export interface SwapAsk {
  readonly kind: 'swap';
  readonly amount: string;
}

/** Event that an alert waits for. */
export type AlertAsk = PriceAsk | PercentAsk | MarginAsk | ResultAsk | SwapAsk;

/** An alert that has not fired. */
export type WaitingAlert =
  | (Exclude<AlertAsk, PercentAsk | SwapAsk> & { readonly id: number })
  /** `from` is the watched price at setting. */
  | (PercentAsk & { readonly id: number; readonly from: string })
  | (SwapAsk & { readonly id: number; readonly checkAtMs: number });

/** An alert that fired, with what met it: the watched price, the margin level in percent, the result or the swap. */
export interface FiredAlert {
  readonly alert: WaitingAlert;
  readonly reached: string;
  /** Time of the quote that met it, or of the event if no quote did. */
  readonly atMs: number;
}

export function toAlert(wire: WireAlert): WaitingAlert {
  const { id, kind, percent = '', amount = '', side = 'bid' } = wire;
  const about = { id, instrumentId: wire.forex_id ?? 0, showCode: wire.show_code ?? '' };
  const isAbove = wire.when === 'above';
  switch (kind) {
    case 'price':
      return { ...about, kind, side, isAbove, price: wire.price ?? '' };
    case 'percent':
      return { ...about, kind, side, percent, from: wire.from ?? '' };
    case 'margin':
      return { id, kind, percent };
    case 'profit':
      return { ...about, kind, orderId: wire.order_id ?? 0, isAbove, amount };
    case 'swap':
      return { id, kind, amount, checkAtMs: wire.check_at ?? 0 };
  }
}

export function toFiredAlert(wire: NonNullable<NoticeLine['Alert']>, noticedMs: number): FiredAlert {
  return { alert: toAlert(wire), reached: wire.reached, atMs: wire.quote_at ?? noticedMs };
}

/** Returns the fields of the call that sets an alert. */
export function fromAsk(ask: AlertAsk): CallInput<'setAlert'> {
  const { kind } = ask;
  const when = 'isAbove' in ask && !ask.isAbove ? 'below' : 'above';
  switch (kind) {
    case 'price':
      return { kind, forex_id: ask.instrumentId, side: ask.side, when, price: ask.price };
    case 'percent':
      return { kind, forex_id: ask.instrumentId, side: ask.side, percent: ask.percent };
    case 'margin':
      return { kind, percent: ask.percent };
    case 'profit':
      return { kind, order_id: ask.orderId, when, amount: ask.amount };
    case 'swap':
      return { kind, amount: ask.amount };
  }
}

/** Ticks between a level and the watched price, positive while it is ahead; zero or less once it is reached. */
export function ticksAway(
  { side, isAbove }: Pick<AlertLevel, 'side' | 'isAbove'>,
  level: number,
  sides: { readonly bid: number; readonly ask: number },
): number {
  return isAbove ? level - sides[side] : sides[side] - level;
}

/** Returns the levels of a move by hundredths of a percent from a price, in ticks: where the move is complete. */
export function moveLevels(from: number, percentE2: number): { readonly low: number; readonly high: number } {
  const move = Math.ceil((from * percentE2) / 10_000);
  return { low: from - move, high: from + move };
}

/** Returns the instrument of an alert; null for one on the whole account. */
export function instrumentIdOf(alert: AlertAsk): number | null {
  return 'instrumentId' in alert ? alert.instrumentId : null;
}
