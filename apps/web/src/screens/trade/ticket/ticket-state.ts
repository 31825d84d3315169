import type { AccountTotals } from '@candor/domain/calc/account-summary';
import { calculateProfit, type FeeType, type OrderPreview, previewOrder } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import type { Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots, toLots } from '@candor/domain/values/lots';
import type { Money } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import { closingPrice, openingPrice, type Quote } from '@candor/domain/values/quote';
import type { Placement, SeenQuote } from '../../../data/order.ts';
import type { LiveQuote } from '../../../data/quotes.ts';
import { lotStepsFromTyped } from '../../../format/decimal-input.ts';
import { type Expiry, expiryAt } from '../../../widgets/orders/pending-expiry.ts';
import type { StopKind } from '../../../widgets/stop-units.ts';

export type TicketMode = 'market' | 'pending';
export type Sides = Pick<Quote, 'bid' | 'ask'>;

/** Loss at the stop-loss by which a ticket chooses its lots: hundredths of a percent of the balance, or money. */
export type Risk =
  | { readonly by: 'percent'; readonly percentE2: number }
  | { readonly by: 'money'; readonly amount: Money };

/** State of the ticket. Prices are ticks, lots are steps; null is "off". */
export interface Ticket {
  readonly side: Side;
  readonly mode: TicketMode;
  readonly lots: number;
  readonly leverage: number | null;
  readonly target: number | null;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  /** Loss at the stop-loss from which the lots follow; absent if they are chosen. */
  readonly risk?: Risk | undefined;
  /** True while the lots are the preset ones. */
  readonly isPreset?: boolean;
  /** True while the target price is the preset one. */
  readonly isPresetTarget?: boolean;
  /** Absent: a pending order waits without limit. */
  readonly expiry?: Expiry | undefined;
  /** Second order of a pair, of which the fill of one cancels the other; absent for an order alone. */
  readonly pair?: Pair | undefined;
}

/** Side and target price of the second order of a pair; everything else follows the first one. */
export interface Pair {
  readonly side: Side;
  readonly target: number;
}

const defaultLotsE8 = 50_000_000;
/** Default lots as text, while the instrument's lot step is unknown. */
export const defaultLotsText = (defaultLotsE8 / 1e8).toFixed(2);

/**
 * Returns a new ticket: the lots last traded in this instrument (half a lot otherwise) and the leverage last used, if
 * offered.
 */
export function newTicket(spec: InstrumentSpec, leverageLast: number | null, lotsLast: string | null = null): Ticket {
  const { leverages } = spec;
  const middle = leverages[Math.floor((leverages.length - 1) / 2)] ?? null;
  const leverage = leverageLast !== null && leverages.includes(leverageLast) ? leverageLast : middle;
  const remembered = lotsLast === null ? null : lotsFromTyped(lotsLast, spec);
  const lots = remembered ?? clampLots(Math.round(defaultLotsE8 / spec.lotStepE8), spec);
  return {
    side: 'buy',
    mode: 'market',
    lots,
    leverage,
    target: null,
    stopLoss: null,
    takeProfit: null,
    isPreset: true,
  };
}

/** Limits lot steps to the smallest and the largest order (R-ORD-03). */
export function clampLots(steps: number, spec: InstrumentSpec): number {
  return Math.min(spec.lotsMax, Math.max(spec.lotsMin, steps));
}

/** Returns typed lots, rounded to the nearest step and within the bounds; null if it is not a number. */
export function lotsFromTyped(typed: string, spec: InstrumentSpec): number | null {
  const steps = lotStepsFromTyped(typed, spec);
  return steps === null ? null : clampLots(steps, spec);
}

/** Returns typed lots, rounded to the nearest step; null if it is not a number, or outside the bounds (R-ORD-03). */
export function typedLotsInBounds(typed: string, spec: InstrumentSpec): number | null {
  const steps = lotStepsFromTyped(typed, spec);
  return steps === null || steps !== clampLots(steps, spec) ? null : steps;
}

export type Turn = Partial<Pick<Ticket, 'side' | 'mode'>>;

/** Returns the changes for another side or kind of order: the stops are removed if it differs, and stay otherwise. */
export function withSideOrMode(ticket: Ticket, to: Turn): Partial<Ticket> {
  const { side = ticket.side, mode = ticket.mode } = to;
  if (side === ticket.side && mode === ticket.mode) return {};
  return { side, mode, stopLoss: null, takeProfit: null };
}

/** Highest and lowest price of the day; null while they are unknown. */
export type DayRange = { readonly high: number; readonly low: number } | null;

/**
 * Returns the target price that a pending order begins with: half the day's range away, at least ten spreads, on a whole
 * pip, on the side that makes it a limit order.
 */
export function presetTarget(side: Side, sides: Sides, day: DayRange, { pipTicks }: InstrumentSpec): number {
  const half = day === null ? 0 : (day.high - day.low) / 2;
  const distance = Math.max(half, (sides.ask - sides.bid) * 10, pipTicks);
  const level = side === 'buy' ? sides.ask - distance : sides.bid + distance;
  return Math.max(pipTicks, Math.round(level / pipTicks) * pipTicks);
}

/** Returns the changes for another side or kind of order, with the target price that a pending one begins with. */
export function withTurn(
  ticket: Ticket,
  to: Turn,
  market: { readonly sides: Sides | null; readonly day: DayRange; readonly spec: InstrumentSpec },
): Partial<Ticket> {
  const change = withSideOrMode(ticket, to);
  const { side, mode } = { ...ticket, ...change };
  const isFree = ticket.target === null || ticket.isPresetTarget === true;
  if (mode !== 'pending' || market.sides === null || !isFree) return change;
  return { ...change, target: presetTarget(side, market.sides, market.day, market.spec), isPresetTarget: true };
}

/** Returns the ticket after its order was placed: a pending one is back at market, without its prices. */
export function afterPlaced(ticket: Ticket): Ticket {
  if (ticket.mode === 'market') return ticket;
  return {
    ...ticket,
    mode: 'market',
    target: null,
    stopLoss: null,
    takeProfit: null,
    expiry: undefined,
    pair: undefined,
  };
}

/** Price at which an order of this ticket opens: the target of a pending one, else the price of its side. */
export function entryPrice(ticket: Ticket, sides: Sides): Price {
  if (ticket.mode === 'pending' && ticket.target !== null) return ticket.target as Price;
  return openingPrice(sides, ticket.side);
}

/** +1 if the stop lies above the entry: a buy's take-profit and a sell's stop-loss; else −1. */
function stopDirection(kind: StopKind, side: Side): 1 | -1 {
  return (kind === 'takeProfit') === (side === 'buy') ? 1 : -1;
}

/** Level of a stop when it is switched on: a quarter of a percent away, at least ten spreads, on a whole pip. */
export function defaultStop(kind: StopKind, ticket: Ticket, sides: Sides, spec: InstrumentSpec): number {
  const entry = entryPrice(ticket, sides);
  const far = kind === 'takeProfit' ? 2 : 1;
  const distance = Math.max((entry * 25 * far) / 10_000, (sides.ask - sides.bid) * 10 * far);
  const level = entry + stopDirection(kind, ticket.side) * distance;
  return Math.max(spec.pipTicks, Math.round(level / spec.pipTicks) * spec.pipTicks);
}

/** True if the stop is on the wrong side of the price it is tested at (R-ORD-08). */
function isStopOnWrongSide(kind: StopKind, level: number, ticket: Ticket, sides: Sides): boolean {
  const reference = ticket.mode === 'pending' ? entryPrice(ticket, sides) : closingPrice(sides, ticket.side);
  return stopDirection(kind, ticket.side) === 1 ? level <= reference : level >= reference;
}

export interface StopFigures {
  readonly ticks: number;
  readonly money: Money | null;
  readonly isWrongSide: boolean;
}

/** Distance and result of a stop: ticks and money from the entry, by the engine's formula. */
export function stopFigures(
  kind: StopKind,
  ticket: Ticket,
  sides: Sides,
  spec: InstrumentSpec,
  rate: Ratio | null,
): StopFigures | null {
  const level = ticket[kind];
  if (level === null) return null;
  const entry = entryPrice(ticket, sides);
  const ticks = ticket.side === 'buy' ? level - entry : entry - level;
  const money =
    rate === null ? null : calculateProfit(spec, ticket.side, toLots(ticket.lots), entry, level as Price, rate);
  return { ticks, money, isWrongSide: isStopOnWrongSide(kind, level, ticket, sides) };
}

/** Side for which a target is the price of a limit order. */
export function sideHere(target: number, { bid, ask }: Sides): Side {
  return target * 2 < bid + ask ? 'buy' : 'sell';
}

/** Margin, fee and the account after the order; null while any of it is unknown. */
export function previewTicket(
  ticket: Ticket,
  sides: Sides,
  spec: InstrumentSpec,
  feeType: FeeType,
  rate: Ratio | null,
  account: AccountTotals,
): OrderPreview | null {
  if (rate === null || ticket.leverage === null) return null;
  const common = {
    spec,
    feeType,
    side: ticket.side,
    lots: toLots(ticket.lots),
    leverage: ticket.leverage,
    quote: sides,
  };
  if (ticket.mode === 'market') return previewOrder({ ...common, rate, account });
  return ticket.target === null ? null : previewOrder({ ...common, rate, account, price: ticket.target as Price });
}

/** Fields of the ticket that can be typed. */
export type TicketField = 'lots' | 'targetPrice' | 'pairPrice' | 'risk' | StopKind;

export type TicketProblem = 'noLever' | 'enterPrice' | 'slWrongSide' | 'tpWrongSide';

/** Returns the first reason why this ticket cannot be sent; null if there is none. */
export function ticketProblem(ticket: Ticket, sides: Sides): TicketProblem | null {
  if (ticket.leverage === null) return 'noLever';
  if (ticket.mode === 'pending' && ticket.target === null) return 'enterPrice';
  const { stopLoss, takeProfit } = ticket;
  if (stopLoss !== null && isStopOnWrongSide('stopLoss', stopLoss, ticket, sides)) return 'slWrongSide';
  if (takeProfit !== null && isStopOnWrongSide('takeProfit', takeProfit, ticket, sides)) return 'tpWrongSide';
  return null;
}

/** Returns the order that the ticket places now. */
export function toPlacement(ticket: Ticket, spec: InstrumentSpec, nowMs = Date.now()): Placement {
  const expiresAtMs = ticket.mode === 'pending' ? expiryAt(ticket.expiry ?? 'never', nowMs) : null;
  const price = (ticks: number | null) => (ticks === null ? null : formatPrice(ticks as Price, spec.digits));
  return {
    kind: ticket.mode,
    instrumentId: spec.id,
    side: ticket.side,
    lots: formatLots(ticket.lots, spec),
    leverage: ticket.leverage ?? 0,
    targetPrice: ticket.mode === 'pending' ? price(ticket.target) : null,
    stopLoss: price(ticket.stopLoss),
    takeProfit: price(ticket.takeProfit),
    ...(expiresAtMs !== null && { expiresAtMs }),
  };
}

/**
 * The quote on the screen at the press. With a deviation, a market order is refused if its fill would be worse by more
 * than that many pips (R-ORD-26); a pending order names its own price.
 */
export function toSeenQuote(
  ticket: Ticket,
  spec: InstrumentSpec,
  quote: Pick<LiveQuote, 'bid' | 'ask' | 'seq'> | undefined,
  deviationPips: number | null,
): SeenQuote | null {
  if (quote === undefined) return null;
  const { seq } = quote;
  const price = ticket.side === 'buy' ? quote.ask : quote.bid;
  if (deviationPips === null || ticket.mode === 'pending' || price === null) return { seq };
  const maxDeviation = formatPrice((deviationPips * spec.pipTicks) as Price, spec.digits);
  return { seq, limit: { price, maxDeviation } };
}
