import { zoneOf } from '@candor/domain/calc/trading-day';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey, TransferKind } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Money, toMoney } from '@candor/domain/values/money';
import type { StatedPosting, StatementRows, StatementStore } from '../../ports/projection.ts';
import { forEachInSlices, mapInSlices } from '../../ports/work.ts';
import { addFigures, calculateOrderFigures, noFigures, type OrderFigures } from './order-costs.ts';
import { findDifference } from './reconcile.ts';

/** Maximum postings of a statement; a longer period is refused. */
export const postingsMax = 20_000;

export interface StatedOrder {
  readonly order: OrderRecord;
  readonly spec: InstrumentSpec;
  readonly figures: OrderFigures;
}

export interface KindTotal {
  readonly kind: TransferKind;
  readonly count: number;
  readonly amount: Money;
}

/** A reconciled account statement of a period. */
export interface AccountStatement {
  readonly opening: Money;
  readonly closing: Money;
  readonly postings: readonly StatedPosting[];
  readonly postingsTotal: Money;
  readonly totals: readonly KindTotal[];
  readonly orders: readonly StatedOrder[];
  readonly ordersTotal: OrderFigures;
}

export type StatementOutcome =
  | { readonly kind: 'made'; readonly statement: AccountStatement }
  /** More postings or orders than allowed. */
  | { readonly kind: 'too-long' }
  /** The tables are inconsistent; the statement would be wrong. */
  | { readonly kind: 'torn'; readonly difference: string };

export interface Statements {
  of(companyId: CompanyId, accountId: AccountId, key: LedgerKey, period: StatementPeriod): Promise<StatementOutcome>;
}

/** Creates statements from the tables, once they hold everything already announced. */
export function createStatements(deps: {
  readonly store: StatementStore;
  readonly specOf: (id: InstrumentId) => InstrumentSpec | null;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}): Statements {
  return {
    async of(companyId, accountId, key, period) {
      await deps.caughtUp(companyId);
      const rows = await deps.store.read({ companyId, accountId, key, ...period, rowsMax: postingsMax });
      if (rows === null) return { kind: 'too-long' };
      const difference = await findDifference(rows);
      if (difference !== null) return { kind: 'torn', difference };
      return { kind: 'made', statement: await toStatement(rows, deps.specOf) };
    },
  };
}

async function toStatement(
  rows: StatementRows,
  specOf: (id: InstrumentId) => InstrumentSpec | null,
): Promise<AccountStatement> {
  const { opening, closing, postings } = rows;
  const orders = await mapInSlices(rows.orders, (order) => {
    const spec = specOf(order.instrumentId);
    if (spec === null) throw new Error(`Invariant: instrument ${order.instrumentId} of an order is listed`);
    return { order, spec, figures: calculateOrderFigures(spec, order) };
  });
  return {
    opening,
    closing,
    postings,
    ...(await sumPostings(postings)),
    orders,
    ordersTotal: await sumFigures(orders),
  };
}

/** Sums all postings, and per kind in order of first occurrence. */
async function sumPostings(
  postings: readonly StatedPosting[],
): Promise<Pick<AccountStatement, 'postingsTotal' | 'totals'>> {
  const totals = new Map<TransferKind, KindTotal>();
  let sum = 0n;
  await forEachInSlices(postings, ({ kind, amount }) => {
    const before = totals.get(kind);
    totals.set(kind, { kind, count: (before?.count ?? 0) + 1, amount: toMoney((before?.amount ?? 0n) + amount) });
    sum += amount;
  });
  return { postingsTotal: toMoney(sum), totals: [...totals.values()] };
}

async function sumFigures(orders: readonly StatedOrder[]): Promise<OrderFigures> {
  let sum = noFigures;
  await forEachInSlices(orders, ({ figures }) => {
    sum = addFigures(sum, figures);
  });
  return sum;
}

/** From the first day's midnight (inclusive) to the midnight after the last day (exclusive). */
export interface StatementPeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

const dayMs = 86_400_000;
/** A leap year. */
const daysMax = 366;

/**
 * Parses whole days, inclusive, in a time zone. Null for an invalid date, an end before its start, more than 366 days,
 * or a start after `nowMs`.
 */
export function parsePeriod(from: string, to: string, zoneName: string, nowMs: number): StatementPeriod | null {
  const [first, last] = [parseDay(from), parseDay(to)];
  if (first === null || last === null || last < first || (last - first) / dayMs >= daysMax) return null;
  const zone = zoneOf(zoneName);
  const fromMs = zone.fromLocalMs(first);
  return fromMs > nowMs ? null : { fromMs, toMs: zone.fromLocalMs(last + dayMs) };
}

function parseDay(text: string): number | null {
  const timeMs = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isFinite(timeMs) && new Date(timeMs).toISOString().startsWith(text) ? timeMs : null;
}
