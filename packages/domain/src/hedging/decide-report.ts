import type { HedgeOrderId, HedgeRecord, OrderEnd } from './hedge-records.ts';
import type { FollowedOrder, HedgeState } from './hedge-state.ts';

/** Report of the provider about an order, as it came. Units and prices × 10⁸. */
export interface OrderReport {
  readonly orderId: HedgeOrderId;
  readonly execId: string;
  /** `status` answers a question, `bust` takes a fill back; everything else is `report`. */
  readonly about: 'report' | 'status' | 'bust';
  /** End of the order; null while it works. `unknown`: the provider does not have it. */
  readonly end: Exclude<OrderEnd, 'never-arrived'> | 'unknown' | null;
  readonly cumE8: bigint;
  /** Average price of what is filled; null if it was not given. */
  readonly averageE8: bigint | null;
  /** Last fill; null if the report is of none. */
  readonly last: { readonly unitsE8: bigint; readonly priceE8: bigint } | null;
  /** Fee of the last fill, in 10⁻¹⁶ of the quote currency; null if it was not given. */
  readonly feeE16: bigint | null;
  /** Fill that a bust takes back. */
  readonly bustedExecId: string | null;
  readonly text: string;
}

/** Calculates the fee of a fill whose report gives none, in 10⁻¹⁶ of the quote currency. */
export type FeeOf = (valueE16: bigint) => bigint;

/** Entries that a report causes; `doubt` if it cannot be followed, so that the provider must be asked for positions. */
export interface ReportDecision {
  readonly records: readonly HedgeRecord[];
  readonly doubt:
    | 'unknown-order'
    | 'unknown-bust'
    | 'unpriced-fill'
    | 'overfill'
    | 'fewer-fills'
    | 'named-again'
    | null;
}

const nothing: ReportDecision = { records: [], doubt: null };
const textMax = 200;

/**
 * Decides what a report adds to the book (R-HDG-10). What is filled is counted by the cumulative quantity, so that a report that
 * is repeated, doubled, late or lost changes nothing twice and leaves nothing out: missing fills are booked with the next
 * report, at the difference of the average prices.
 */
export function decideReport(state: HedgeState, report: OrderReport, feeOf: FeeOf): ReportDecision {
  const order = state.working.get(report.orderId) ?? state.ended.get(report.orderId);
  if (order === undefined) return { records: [], doubt: 'unknown-order' };
  if (report.about === 'bust') return decideBust(state, report);
  // An order that the provider does not have is ended by the hedger, once positions agree.
  if (report.end === 'unknown') return order.cumE8 === 0n ? nothing : { records: [], doubt: 'fewer-fills' };
  const fill = report.about === 'report' && state.fills.has(report.execId) ? nothing : decideFill(order, report, feeOf);
  if (fill.doubt !== null) return fill;
  // A stored entry that contradicts the state would stop every later start.
  if (fill.records.some((one) => one.kind === 'fill' && state.fills.has(one.execId)))
    return { records: [], doubt: 'named-again' };
  const filledE8 = order.cumE8 + fill.records.reduce((sum, one) => sum + (one.kind === 'fill' ? one.unitsE8 : 0n), 0n);
  const isOver = report.end !== null && state.working.has(report.orderId) && report.cumE8 >= filledE8;
  if (!isOver || report.end === null) return fill;
  const { orderId, end: reason, text } = report;
  return { records: [...fill.records, { kind: 'ended', orderId, reason, text: text.slice(0, textMax) }], doubt: null };
}

function decideFill(order: FollowedOrder, report: OrderReport, feeOf: FeeOf): ReportDecision {
  const unitsE8 = report.cumE8 - order.cumE8;
  // A later report was booked already, so this one is old; as an answer it means that a fill was taken back unseen.
  if (unitsE8 < 0n) return report.about === 'status' ? { records: [], doubt: 'fewer-fills' } : nothing;
  if (unitsE8 === 0n) return nothing;
  if (report.cumE8 > order.unitsE8) return { records: [], doubt: 'overfill' };
  const { last, averageE8, orderId, execId } = report;
  const isWhole = last !== null && last.unitsE8 === unitsE8;
  const valueE16 = isWhole
    ? unitsE8 * last.priceE8
    : averageE8 === null
      ? null
      : averageE8 * report.cumE8 - order.valueE16;
  if (valueE16 === null || valueE16 <= 0n) return { records: [], doubt: 'unpriced-fill' };
  const feeE16 = (isWhole ? report.feeE16 : null) ?? feeOf(valueE16);
  // A status has an id of its own each time; the fill is named by what is filled, which it reaches once.
  const name = report.about === 'status' ? `${orderId}/${report.cumE8}/${execId}` : execId;
  return { records: [{ kind: 'fill', orderId, execId: name, unitsE8, valueE16, feeE16 }], doubt: null };
}

function decideBust(state: HedgeState, { orderId, bustedExecId }: OrderReport): ReportDecision {
  const fill = bustedExecId === null ? undefined : state.fills.get(bustedExecId);
  if (bustedExecId === null || fill?.orderId !== orderId) return { records: [], doubt: 'unknown-bust' };
  return fill.isBusted ? nothing : { records: [{ kind: 'bust', orderId, execId: bustedExecId }], doubt: null };
}
