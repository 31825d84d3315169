import { stepUnitsE8 } from '../calc/order-formulas.ts';
import type { EngineEvent } from '../engine/event.ts';
import type { CompanyId, InstrumentId } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Quote } from '../values/quote.ts';
import type { ClientBook, PositionChange } from './client-book.ts';

/** Two sides of a price, in ticks. */
export type Mark = Pick<Quote, 'bid' | 'ask'>;

/** Figures of a company in one instrument over the day. Steps are lot steps; results are in steps × ticks. */
export interface DryRunLine {
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  /** Openings and closings of clients. */
  fills: number;
  boughtSteps: bigint;
  soldSteps: bigint;
  /** Net of the clients, and hedge, at the beginning and now. */
  readonly clientStart: bigint;
  readonly hedgeStart: bigint;
  clientNow: bigint;
  hedgeNow: bigint;
  orders: number;
  hedgedSteps: bigint;
  /** Steps × ticks that the clients, and the house for its hedges, received less what they paid. */
  clientCash: bigint;
  hedgeCash: bigint;
  /** Largest net, without its sign, of what the house kept. */
  keptMax: bigint;
}

type Spec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot'>;

/**
 * Follows the fills of a day and does at once, at the quote of each fill, what the rules want: hedges are bought at the
 * ask and sold at the bid, whole, without delay or fee (R-HDG-05). Exact: every sum is one of integers.
 */
export class DryRun {
  readonly #book: ClientBook;
  readonly #lines = new Map<string, DryRunLine>();
  /** Fills of the day without a quote to price them; zero in every journal of this version. */
  unpriced = 0;

  /** `book` holds the positions at the beginning of the day, and its rules. */
  constructor(book: ClientBook) {
    this.#book = book;
    for (const { companyId, instrumentId } of book.wanted()) this.#lineOf(companyId, instrumentId);
  }

  /** Lines by company and instrument, in order. */
  get lines(): readonly DryRunLine[] {
    return [...this.#lines.values()].toSorted(
      (one, other) => one.companyId - other.companyId || one.instrumentId - other.instrumentId,
    );
  }

  take(event: EngineEvent): void {
    const place = placeOf(event);
    const before = place === null ? null : this.#book.companyOf(event.accountId);
    if (place !== null && before !== null) this.#lineOf(before, place);
    const change = this.#book.take(event);
    if (change === null) return;
    const filled = fillOf(event, change);
    if (filled === null) return;
    const line = this.#lineOf(filled.companyId, filled.instrumentId);
    const { steps, priceTicks, quote } = filled;
    line.fills += 1;
    if (steps > 0n) line.boughtSteps += steps;
    else line.soldSteps -= steps;
    line.clientCash -= steps * BigInt(priceTicks);
    line.clientNow += steps;
    const { wantedSteps } = this.#book.wantedIn(filled.companyId, filled.instrumentId);
    const order = wantedSteps - line.hedgeNow;
    if (order !== 0n && quote === null) this.unpriced += 1;
    else if (order !== 0n && quote !== null) {
      line.orders += 1;
      line.hedgedSteps += order < 0n ? -order : order;
      line.hedgeCash -= order * BigInt(order > 0n ? quote.ask : quote.bid);
      line.hedgeNow = wantedSteps;
    }
    const kept = line.clientNow - line.hedgeNow;
    line.keptMax = max(line.keptMax, kept < 0n ? -kept : kept);
  }

  #lineOf(companyId: CompanyId, instrumentId: InstrumentId): DryRunLine {
    const key = `${companyId}/${instrumentId}`;
    let line = this.#lines.get(key);
    if (line === undefined) {
      const { clientSteps, wantedSteps } = this.#book.wantedIn(companyId, instrumentId);
      const kept = clientSteps - wantedSteps;
      line = {
        companyId,
        instrumentId,
        fills: 0,
        boughtSteps: 0n,
        soldSteps: 0n,
        clientStart: clientSteps,
        hedgeStart: wantedSteps,
        clientNow: clientSteps,
        hedgeNow: wantedSteps,
        orders: 0,
        hedgedSteps: 0n,
        clientCash: 0n,
        hedgeCash: 0n,
        keptMax: kept < 0n ? -kept : kept,
      };
      this.#lines.set(key, line);
    }
    return line;
  }
}

/** Results of a line in micros × 10^n of the quote currency, as an exact fraction: divide by `perMicro`. */
export interface DryRunResult {
  /** Result of the house if it had kept everything. */
  readonly kept: bigint;
  /** Result of the hedges. */
  readonly hedge: bigint;
}

/**
 * Calculates the results of a line from the marks at the beginning and the end: cash received, plus the position valued at
 * its closing side, less its value at the beginning. Null if a position has no mark (R-HDG-05).
 */
export function resultOf(line: DryRunLine, spec: Spec, start: Mark | null, end: Mark | null): DryRunResult | null {
  const client = changeOf(line.clientStart, line.clientNow, line.clientCash, start, end);
  const hedge = changeOf(line.hedgeStart, line.hedgeNow, line.hedgeCash, start, end);
  if (client === null || hedge === null) return null;
  const units = stepUnitsE8(spec);
  return { kept: -client * units, hedge: hedge * units };
}

function changeOf(from: bigint, to: bigint, cash: bigint, start: Mark | null, end: Mark | null): bigint | null {
  const before = valueOf(from, start);
  const after = valueOf(to, end);
  return before === null || after === null ? null : cash + after - before;
}

function valueOf(steps: bigint, mark: Mark | null): bigint | null {
  if (steps === 0n) return 0n;
  return mark === null ? null : steps * BigInt(steps > 0n ? mark.bid : mark.ask);
}

function placeOf(event: EngineEvent): InstrumentId | null {
  return event.type === 'OrderOpened' || event.type === 'OrderReduced' || event.type === 'OrderClosed'
    ? event.order.instrumentId
    : null;
}

interface Filled {
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  /** Signed steps that the client bought. */
  readonly steps: bigint;
  readonly priceTicks: number;
  readonly quote: Quote | null;
}

/** Returns what a client bought or sold by an event that changed a position. */
function fillOf(event: EngineEvent, { before, after }: PositionChange): Filled | null {
  const place = after ?? before;
  if (place === null) return null;
  const { companyId, instrumentId } = place;
  const signed = (lots: number) => (place.side === 'buy' ? BigInt(lots) : -BigInt(lots));
  const steps = (after === null ? 0n : signed(after.lots)) - (before === null ? 0n : signed(before.lots));
  if (event.type === 'OrderOpened') {
    const { openPrice, openQuote } = event.order;
    return openPrice === null ? null : { companyId, instrumentId, steps, priceTicks: openPrice, quote: openQuote };
  }
  const closed = event.type === 'OrderReduced' ? event.closed : event.type === 'OrderClosed' ? event.order : null;
  if (closed === null || closed.closePrice === null) return null;
  return { companyId, instrumentId, steps, priceTicks: closed.closePrice, quote: closed.closeQuote };
}

const max = (one: bigint, other: bigint) => (one > other ? one : other);
