import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { calculateOpening, type OpeningInput } from '@candor/domain/calc/order-formulas';
import { largestOrder, lossPerLot, lotsForRisk, resultAtStop, type StoppedOrder } from '@candor/domain/calc/order-size';
import type { Side } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { toLots } from '@candor/domain/values/lots';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import type { DealContext } from '../../../widgets/deal-context.ts';
import { entryPrice, type Risk, stopFigures, type Ticket, ticketProblem, withSideOrMode } from './ticket-state.ts';

/** Part of a deal's context that decides its size. */
export type SizeContext = Pick<DealContext, 'sides' | 'rate' | 'feeType' | 'totals'>;

/** Size of a ticket against its account. */
export interface TicketSize {
  /** Largest order in lot steps that the account carries; 0 for none, null while unknown. */
  readonly max: number | null;
  /** Amounts of a market order that the account does not carry; null if it does. */
  readonly shortfall: { readonly needed: Money; readonly available: Money } | null;
  /** Result at the stop-loss, with the fee; null without a stop on the right side. */
  readonly atStop: Money | null;
  /** Loss at the stop-loss and fee of one lot, by which a risk is divided; null without a stop on the right side. */
  readonly perLot: { readonly loss: Money; readonly fee: Money } | null;
}

/** Returns a risk in money; null while the balance is unknown or not above zero. */
export function amountOf(risk: Risk, { totals }: Pick<SizeContext, 'totals'>): Money | null {
  if (risk.by === 'money') return risk.amount;
  if (totals === null || totals.balance <= 0n) return null;
  return toMoney((totals.balance * BigInt(risk.percentE2)) / 10_000n);
}

/**
 * Returns the ticket with the lots that follow from its risk and stop-loss. Lots that nobody chose are a quarter of
 * the largest, if the account does not carry them.
 */
export function sizedTicket(ticket: Ticket, context: SizeContext, spec: InstrumentSpec): Ticket {
  if (ticket.isPreset) {
    const max = maxOf(ticket, context, spec);
    return max === null || ticket.lots <= max ? ticket : { ...ticket, lots: shareOfMax(max, 4, spec) ?? spec.lotsMin };
  }
  const order = stoppedOrder(ticket, context, spec);
  const amount = ticket.risk === undefined ? null : amountOf(ticket.risk, context);
  const lots = order === null || amount === null ? null : lotsForRisk(order, amount);
  return lots === null ? ticket : { ...ticket, lots: Math.max(spec.lotsMin, lots) };
}

/**
 * Returns the market order that one tap on a side places; null if the ticket must be seen first: a figure is missing or
 * wrong, the account does not carry it, it risks more than was chosen, or a stop was set for another order.
 */
export function ticketAtOnce(ticket: Ticket, side: Side, spec: InstrumentSpec, context: SizeContext): Ticket | null {
  const hasStops = ticket.stopLoss !== null || ticket.takeProfit !== null;
  const isOtherOrder = side !== ticket.side || ticket.mode === 'pending';
  if (context.sides === null || (hasStops && isOtherOrder)) return null;
  const atOnce = sizedTicket({ ...ticket, ...withSideOrMode(ticket, { side, mode: 'market' }) }, context, spec);
  const isKnown = openingOf(atOnce, context, spec) !== null;
  const isCarried = isKnown && shortfallOf(atOnce, context, spec) === null && !exceedsRisk(atOnce, context, spec);
  return isCarried && ticketProblem(atOnce, context.sides) === null ? atOnce : null;
}

/** True if even the smallest order loses more at its stop than the chosen risk, or the risk is unknown. */
function exceedsRisk(ticket: Ticket, context: SizeContext, spec: InstrumentSpec): boolean {
  if (ticket.risk === undefined) return false;
  const amount = amountOf(ticket.risk, context);
  const { atStop } = sizeOf(ticket, context, spec);
  return amount === null || atStop === null || -atStop > amount;
}

export function sizeOf(ticket: Ticket, context: SizeContext, spec: InstrumentSpec): TicketSize {
  const order = stoppedOrder(ticket, context, spec);
  return {
    max: maxOf(ticket, context, spec),
    shortfall: shortfallOf(ticket, context, spec),
    atStop: order === null ? null : resultAtStop(order, toLots(ticket.lots)),
    perLot: order === null ? null : lossPerLot(order),
  };
}

/**
 * Returns the ticket after a change by the user: chosen lots end sizing by risk, and so does a stop-loss that is switched
 * off. Another side keeps the distance of the stop that the risk is measured by.
 */
export function changedTicket(before: Ticket, part: Partial<Ticket>, lotsNow: number, context: SizeContext): Ticket {
  const isChosen = part.lots !== undefined || part.risk !== undefined;
  const isAimed = part.target !== undefined && part.isPresetTarget !== true;
  const presets = { ...(isChosen && { isPreset: false }), ...(isAimed && { isPresetTarget: false }) };
  const next = { ...before, ...part, ...presets };
  if (before.risk === undefined || part.risk !== undefined) return next;
  if (part.lots !== undefined) return { ...next, risk: undefined };
  if (next.stopLoss !== null) return next;
  const mirrored = part.side === undefined || part.side === before.side ? null : mirroredStop(before, next, context);
  return mirrored === null ? { ...next, risk: undefined, lots: lotsNow } : { ...next, stopLoss: mirrored };
}

function mirroredStop(before: Ticket, next: Ticket, { sides }: SizeContext): number | null {
  if (sides === null || before.stopLoss === null || next.mode !== before.mode) return null;
  const distance = Math.abs(entryPrice(before, sides) - before.stopLoss);
  const level = entryPrice(next, sides) + (next.side === 'buy' ? -distance : distance);
  return level > 0 ? level : null;
}

function openingOf(ticket: Ticket, { sides, rate, feeType, totals }: SizeContext, spec: InstrumentSpec) {
  const { side, leverage, mode, target } = ticket;
  if (sides === null || rate === null || totals === null || leverage === null) return null;
  if (mode === 'pending' && target === null) return null;
  const price = mode === 'pending' ? { price: target as Price } : {};
  return { spec, feeType, side, leverage, quote: sides, rate, account: totals, ...price } satisfies Omit<
    OpeningInput,
    'lots'
  >;
}

function maxOf(ticket: Ticket, context: SizeContext, spec: InstrumentSpec): number | null {
  const opening = openingOf(ticket, context, spec);
  return opening === null ? null : largestOrder(opening);
}

/** The margin of a pending order is checked when it fills. */
function shortfallOf(ticket: Ticket, context: SizeContext, spec: InstrumentSpec): TicketSize['shortfall'] {
  const opening = ticket.mode === 'pending' ? null : openingOf(ticket, context, spec);
  if (opening === null) return null;
  const { freeMargin } = calculateOpening({ ...opening, lots: toLots(ticket.lots) });
  if (freeMargin >= 0n) return null;
  const available = calculateAccountSummary(opening.account).freeMargin;
  return { needed: toMoney(available - freeMargin), available };
}

function stoppedOrder(
  ticket: Ticket,
  { sides, rate, feeType }: SizeContext,
  spec: InstrumentSpec,
): StoppedOrder | null {
  if (sides === null || rate === null || ticket.stopLoss === null) return null;
  const figures = stopFigures('stopLoss', ticket, sides, spec, null);
  if (figures === null || figures.isWrongSide || figures.ticks >= 0) return null;
  const entry = entryPrice(ticket, sides);
  return { spec, feeType, side: ticket.side, entry, stopLoss: ticket.stopLoss as Price, rate };
}

/** Returns a loss as a share of the balance in hundredths of a percent; null without a balance above zero. */
export function shareOfBalance(loss: Money, { totals }: Pick<SizeContext, 'totals'>): number | null {
  if (totals === null || totals.balance <= zeroMoney) return null;
  return Number((loss * 10_000n) / totals.balance);
}

/** Returns a share of the largest order in whole lot steps; null if that is below the smallest. */
export function shareOfMax(max: number | null, parts: number, { lotsMin }: InstrumentSpec): number | null {
  const lots = max === null ? 0 : Math.floor(max / parts);
  return lots >= lotsMin ? lots : null;
}
