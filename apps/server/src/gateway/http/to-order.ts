import { createHash } from 'node:crypto';
import type { CloseReason, Order, OrderStatus } from '@candor/contracts/http/trade';
import type { AccountSummary } from '@candor/domain/calc/account-summary';
import { calculateTradeCosts } from '@candor/domain/calc/trade-costs';
import type { OrderRecord } from '@candor/domain/engine/order';
import { receiptIdsOf } from '@candor/domain/receipt/receipt';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, type Money } from '@candor/domain/values/money';
import { formatPrice, type Price, toPrice } from '@candor/domain/values/price';
import type { AccountView, MarkedOrder } from '../../ports/trading-port.ts';

const statuses: Record<OrderRecord['status'], OrderStatus> = {
  pending: 0,
  open: 1,
  closed: 3,
  cancelled: 4,
  expired: 5,
};

const closeReasons: Record<NonNullable<OrderRecord['closeReason']>, CloseReason> = {
  user: 'user',
  'stop-loss': 'stop_loss',
  'take-profit': 'take_profit',
  'stop-out': 'stop_out',
  'demo-reset': 'demo_reset',
};

/** Returns an order of an account's view in the fields of the wire. */
export function toLiveOrder({ order, mark, profit, coming }: MarkedOrder, spec: InstrumentSpec): Order {
  return { ...toOrder(order, spec, mark, profit), ...swapChange(coming) };
}

function swapChange(coming: MarkedOrder['coming']): Pick<Order, 'SwapChange'> {
  if (coming === undefined) return {};
  const points = (valueE2: number) => formatDecimal(BigInt(valueE2), 2);
  const { fromMs, beforeE2, afterE2 } = coming;
  return { SwapChange: { From: fromMs, Before: points(beforeE2), After: points(afterE2) } };
}

/** Returns an order in the fields of the wire. `mark` and `profit` are those of this instant for open orders. */
export function toOrder(order: OrderRecord, spec: InstrumentSpec, mark: Price | null, profit: Money): Order {
  const price = (value: Price | null): string => (value === null ? '0' : formatPrice(value, spec.digits));
  const entry = order.openPrice ?? order.targetPrice;
  return {
    Id: order.id,
    ForexId: order.instrumentId,
    ForexTradeLists: { ShowCode: spec.showCode },
    Status: statuses[order.status],
    Kind: order.kind,
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatLots(order.lots, spec),
    Multiple: order.leverage,
    OriginPrice: price(order.targetPrice ?? order.openPrice),
    Price: price(entry),
    UpdatePrice: price(order.closePrice ?? mark ?? entry),
    FactProfits: formatMoney(profit),
    CautionMoney: formatMoney(order.margin),
    TradeFee: formatMoney(order.fee),
    Swap: formatMoney(order.swap),
    TargetLossPrice: price(order.stopLoss),
    TargetProfitPrice: price(order.takeProfit),
    CreateTimeHandler: order.placedAtMs,
    OpenTime: order.openedAtMs,
    CloseTime: order.endedAtMs,
    ExpireTime: order.expiresAtMs,
    CloseReason: order.closeReason === null ? null : closeReasons[order.closeReason],
    ...(order.linkedId !== undefined && { LinkedId: order.linkedId }),
    ...waitingClose(order, spec),
    ...(order.trailing !== undefined && { TrailingDistance: price(toPrice(order.trailing)) }),
    ReceiptIds: receiptIdsOf(order),
    ...costs(order, spec),
  };
}

/** Returns the causes of a closed order's net result; nothing without both quotes. */
function costs(order: OrderRecord, spec: InstrumentSpec): Pick<Order, 'Costs'> {
  const { openQuote, closeQuote, closeRate: rate } = order;
  if (order.status !== 'closed' || openQuote === null || closeQuote === null || rate === null) return {};
  const found = calculateTradeCosts(spec, { ...order, openQuote, closeQuote, rate });
  const Costs = {
    Move: formatMoney(found.move),
    Spread: formatMoney(found.spread),
    Conversion: formatMoney(found.conversion),
    Net: formatMoney(found.net),
    OpenBid: formatPrice(openQuote.bid, spec.digits),
    OpenAsk: formatPrice(openQuote.ask, spec.digits),
    CloseBid: formatPrice(closeQuote.bid, spec.digits),
    CloseAsk: formatPrice(closeQuote.ask, spec.digits),
  };
  return { Costs };
}

function waitingClose({ waitingClose: waiting, lots }: OrderRecord, spec: InstrumentSpec): Pick<Order, 'WaitingClose'> {
  return waiting === undefined ? {} : { WaitingClose: formatLots(waiting.lots ?? lots, spec) };
}

/** Formats a percentage in hundredths with two decimals; null stays null. */
export function toPercent(value: AccountSummary['marginLevelE2']): string | null {
  return value === null ? null : formatDecimal(value, 2);
}

/**
 * Returns the stamp of an account's open and pending orders: it changes when an order is placed, changed or ended or gets
 * a worse swap, and never with the market. Lists and pushes carry it, so that a client can detect an outdated list, whichever device
 * placed the order.
 */
export function stampOrders({ orders }: Pick<AccountView, 'orders'>): string {
  const shapes = orders
    .map(
      ({ order, coming }) =>
        `${shapeOf(order)}${coming === undefined ? '' : ` then ${coming.fromMs} ${coming.afterE2}`}`,
    )
    .join('\n');
  return createHash('sha1').update(shapes).digest('base64url').slice(0, 12);
}

function shapeOf(order: OrderRecord): string {
  const { id, status, lots, targetPrice, stopLoss, takeProfit, swap, expiresAtMs, waitingClose, trailing, linkedId } =
    order;
  const waiting = waitingClose === undefined ? '' : ` closes ${waitingClose.lots ?? lots}`;
  const link = linkedId === undefined ? '' : ` with ${linkedId}`;
  return `${id} ${status} ${lots} ${targetPrice} ${stopLoss} ${takeProfit} ${swap} ${expiresAtMs}${waiting}${trailing === undefined ? '' : ` trails ${trailing}`}${link}`;
}
