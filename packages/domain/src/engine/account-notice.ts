import type { Side } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { EngineEvent } from './event.ts';
import { type Notice, type NoticeKind, noticeId, noticesOf } from './notice.ts';
import type { CloseReason, OrderRecord } from './order.ts';

/** Kinds of fills that a list of notices has besides those that are pushed at once. */
export type FillNoticeKind = 'order-filled' | 'order-closed' | 'stop-loss-hit' | 'take-profit-hit';

/** Size and price of a fill. */
export interface NoticedFill {
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
}

/** Event of an account that its list of notices holds (R-ALR-05). */
export interface AccountNotice extends Omit<Notice, 'kind'> {
  readonly kind: NoticeKind | FillNoticeKind;
  /** Fill of the order; absent in notices that are no fill. */
  readonly fill?: NoticedFill;
}

/** Closes that are notices of their own; a stop-out is one already, and a reset is the owner's act. */
const closeKinds: Partial<Record<CloseReason, FillNoticeKind>> = {
  user: 'order-closed',
  'stop-loss': 'stop-loss-hit',
  'take-profit': 'take-profit-hit',
};

/** Returns what an entry's events add to the lists of their accounts, in event order. */
export function accountNoticesOf(seq: number, events: readonly EngineEvent[]): AccountNotice[] {
  const pushed = new Map(noticesOf(seq, events).map((notice) => [notice.id, notice]));
  return events.flatMap((event, index): AccountNotice[] => {
    const { accountId, atMs } = event;
    const id = noticeId(seq, index, accountId);
    const fill = fillOf(event);
    if (fill !== null) return [{ id, accountId, atMs, ...fill }];
    const notice = pushed.get(id);
    return notice === undefined ? [] : [notice];
  });
}

type FillFacts = Omit<AccountNotice, 'id' | 'accountId' | 'atMs'>;

function fillOf(event: EngineEvent): FillFacts | null {
  if (event.type === 'OrderOpened') return filled('order-filled', event.order, event.order.openPrice);
  if (event.type !== 'OrderClosed' && event.type !== 'OrderReduced') return null;
  const order = event.type === 'OrderReduced' ? event.closed : event.order;
  const kind = order.closeReason === null ? undefined : closeKinds[order.closeReason];
  return kind === undefined ? null : filled(kind, order, order.closePrice);
}

/** The amount is net, as the history shows it; the fee was taken at the opening. */
function filled(kind: FillNoticeKind, order: OrderRecord, price: Price | null): FillFacts | null {
  if (price === null) return null;
  const { id, instrumentId, side, lots, profit, fee, swap } = order;
  const amount = kind === 'order-filled' ? null : toMoney(profit - fee + swap);
  return { kind, order: { id, instrumentId }, amount, fill: { side, lots, price } };
}
