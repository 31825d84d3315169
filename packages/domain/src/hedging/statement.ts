import type { CompanyId, Side } from '../values/ids.ts';
import type { HedgeRecord } from './hedge-records.ts';
import type { FollowedOrder, HedgePlace, HedgeState } from './hedge-state.ts';

/** Fills of an order together: units × 10⁸, value and fee in 10⁻¹⁶ of the quote currency. */
interface OrderSum {
  readonly companyId: CompanyId;
  readonly code: string;
  readonly side: Side;
  readonly unitsE8: bigint;
  readonly valueE16: bigint;
  /** Null if the provider's statement has no fees. */
  readonly feeE16: bigint | null;
}

/** A fill, as the provider's statement of a day has it. */
export interface StatedTrade extends OrderSum {
  readonly orderId: string;
}

/** A difference between the book and the provider's statement (R-HDG-19). */
export type StatementBreak =
  /** The hedger never made the order: a trade by hand or of another program. */
  | { readonly kind: 'not-ours'; readonly orderId: string; readonly stated: OrderSum }
  /** The provider has fills that are not booked. `isLater`: they were booked after the end of the day. */
  | { readonly kind: 'not-booked'; readonly orderId: string; readonly stated: OrderSum; readonly isLater: boolean }
  | { readonly kind: 'not-stated'; readonly orderId: string; readonly booked: OrderSum }
  | {
      readonly kind: 'differs';
      readonly orderId: string;
      readonly fields: readonly ('company' | 'instrument' | 'side' | 'units' | 'value' | 'fee')[];
      readonly stated: OrderSum;
      readonly booked: OrderSum;
    }
  | { readonly kind: 'position'; readonly place: HedgePlace; readonly statedE8: bigint; readonly bookedE8: bigint };

/** Orders and positions of a day in the book. Orders are compared, not fills: fills of lost reports are booked as one. */
export class BookedDay {
  readonly #orders = new Map<string, OrderSum>();
  readonly #made = new Set<string>();
  readonly #later = new Set<string>();
  /** Positions at the end of the day; null until it has ended. */
  #positions: ReadonlyMap<HedgePlace, bigint> | null = null;

  get orders(): ReadonlyMap<string, OrderSum> {
    return this.#orders;
  }

  get positions(): ReadonlyMap<HedgePlace, bigint> {
    return this.#positions ?? new Map();
  }

  /** Takes a record of the day, which `state` must not hold yet. */
  take(state: HedgeState, record: HedgeRecord): void {
    if (record.kind === 'order') this.#made.add(record.orderId);
    const fill = fillIn(state, record);
    if (fill === null) return;
    const { orderId, companyId, code, side } = fill.order;
    const before = this.#orders.get(orderId);
    this.#made.add(orderId);
    this.#orders.set(orderId, {
      companyId,
      code,
      side,
      unitsE8: (before?.unitsE8 ?? 0n) + fill.sign * fill.unitsE8,
      valueE16: (before?.valueE16 ?? 0n) + fill.sign * fill.valueE16,
      feeE16: (before?.feeE16 ?? 0n) + fill.sign * fill.feeE16,
    });
  }

  /** Notes the positions at the end of the day. */
  end({ positions }: HedgeState): void {
    this.#positions = new Map(positions);
  }

  /** Notes a record of the day after: its fills may be of this day. */
  takeLater(record: HedgeRecord): void {
    if (record.kind === 'fill') this.#later.add(record.orderId);
  }

  /** Compares with the statement: its fills, and, if it has them, the positions at its end. Breaks in the order of the statement. */
  compare(trades: readonly StatedTrade[], positions: ReadonlyMap<HedgePlace, bigint> | null): StatementBreak[] {
    const stated = sumByOrder(trades);
    const breaks = [...stated].flatMap(([orderId, sum]) => this.#compareOrder(orderId, sum));
    // An order whose fills were all taken back may be left out of a statement.
    for (const [orderId, booked] of this.#orders)
      if (booked.unitsE8 !== 0n && !stated.has(orderId)) breaks.push({ kind: 'not-stated', orderId, booked });
    return positions === null ? breaks : [...breaks, ...this.#comparePositions(positions)];
  }

  #compareOrder(orderId: string, stated: OrderSum): StatementBreak[] {
    const booked = this.#orders.get(orderId);
    if (booked === undefined) {
      const isLater = this.#later.has(orderId);
      const isOurs = isLater || this.#made.has(orderId);
      return [isOurs ? { kind: 'not-booked', orderId, stated, isLater } : { kind: 'not-ours', orderId, stated }];
    }
    const fields = [
      ...(booked.companyId === stated.companyId ? [] : (['company'] as const)),
      ...(booked.code === stated.code ? [] : (['instrument'] as const)),
      ...(booked.side === stated.side ? [] : (['side'] as const)),
      ...(booked.unitsE8 === stated.unitsE8 ? [] : (['units'] as const)),
      ...(booked.valueE16 === stated.valueE16 ? [] : (['value'] as const)),
      ...(stated.feeE16 === null || booked.feeE16 === stated.feeE16 ? [] : (['fee'] as const)),
    ];
    return fields.length === 0 ? [] : [{ kind: 'differs', orderId, fields, stated, booked }];
  }

  #comparePositions(stated: ReadonlyMap<HedgePlace, bigint>): StatementBreak[] {
    const places = new Set([...stated.keys(), ...this.positions.keys()]);
    return [...places].flatMap((place) => {
      const [statedE8, bookedE8] = [stated.get(place) ?? 0n, this.positions.get(place) ?? 0n];
      return statedE8 === bookedE8 ? [] : [{ kind: 'position', place, statedE8, bookedE8 } as const];
    });
  }
}

interface DayFill {
  readonly order: FollowedOrder;
  /** 1 for a fill, −1 for one that is taken back. */
  readonly sign: bigint;
  readonly unitsE8: bigint;
  readonly valueE16: bigint;
  readonly feeE16: bigint;
}

function fillIn(state: HedgeState, record: HedgeRecord): DayFill | null {
  if (record.kind !== 'fill' && record.kind !== 'bust') return null;
  const order = state.working.get(record.orderId) ?? state.ended.get(record.orderId);
  const fill = record.kind === 'fill' ? record : state.fills.get(record.execId);
  if (order === undefined || fill === undefined) throw new Error(`Invariant: the order ${record.orderId} is known`);
  const { unitsE8, valueE16, feeE16 } = fill;
  return { order, sign: record.kind === 'fill' ? 1n : -1n, unitsE8, valueE16, feeE16 };
}

function sumByOrder(trades: readonly StatedTrade[]): Map<string, OrderSum> {
  const sums = new Map<string, OrderSum>();
  for (const { orderId, ...trade } of trades) {
    const before = sums.get(orderId);
    if (before === undefined) sums.set(orderId, trade);
    else {
      // A fill of the other side takes one back.
      const sign = before.side === trade.side ? 1n : -1n;
      sums.set(orderId, {
        ...before,
        unitsE8: before.unitsE8 + sign * trade.unitsE8,
        valueE16: before.valueE16 + sign * trade.valueE16,
        feeE16: before.feeE16 === null || trade.feeE16 === null ? null : before.feeE16 + trade.feeE16,
      });
    }
  }
  return sums;
}
