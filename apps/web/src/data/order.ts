import type { Order as WireOrder, OrderList as WireOrderList } from '@candor/contracts/http/trade';
import type { Side } from '@candor/domain/values/ids';

export type OrderStatus = 'pending' | 'open' | 'closed' | 'cancelled' | 'expired';

/** An order in the words of the domain. Prices are at the instrument's digits, money with 6 decimals. */
export interface Order {
  readonly id: number;
  readonly instrumentId: number;
  readonly showCode: string;
  readonly status: OrderStatus;
  readonly kind: WireOrder['Kind'];
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  /** The opening price; the target price of an order that was never filled. */
  readonly entryPrice: string;
  /** The closing price of a closed order, else the price at which the server last marked it. */
  readonly markPrice: string;
  readonly profit: string;
  readonly margin: string;
  readonly fee: string;
  readonly swap: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  /** Difference of prices at which the stop-loss follows the price; null for a fixed stop (R-ORD-34). */
  readonly trailingDistance: string | null;
  /** Id of the order that the fill of this one cancels, or had cancelled; null for an order alone (R-ORD-39). */
  readonly linkedId: number | null;
  readonly placedAtMs: number;
  readonly openedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly closeReason: Word<NonNullable<WireOrder['CloseReason']>> | null;
  /** Lots that close at the next price; null while no close waits. */
  readonly waitingCloseLots: string | null;
  /** Worse swap that the position gets at a time, in points a night; null if none is coming (R-ORD-45). */
  readonly swapChange: { readonly fromMs: number; readonly before: string; readonly after: string } | null;
  readonly receiptIds: readonly string[];
  /** Causes of a closed order's net result; null for other orders (R-JRN-01). */
  readonly costs: OrderCosts | null;
}

/** move − spread − fee + swap − conversion = net, to the last digit. */
export interface OrderCosts {
  readonly move: string;
  readonly spread: string;
  readonly conversion: string;
  readonly net: string;
  readonly openQuote: { readonly bid: string; readonly ask: string };
  readonly closeQuote: { readonly bid: string; readonly ask: string };
}

/** One page of a list of orders. */
export interface OrderPage {
  readonly orders: readonly Order[];
  /** Number of orders in the whole list. */
  readonly total: number;
  /** Profit of the whole list. */
  readonly profitTotal: string;
}

const statuses: Readonly<Record<WireOrder['Status'], OrderStatus>> = {
  0: 'pending',
  1: 'open',
  3: 'closed',
  4: 'cancelled',
  5: 'expired',
};

export function toOrder(wire: WireOrder): Order {
  return {
    id: wire.Id,
    instrumentId: wire.ForexId,
    showCode: wire.ForexTradeLists.ShowCode,
    status: statuses[wire.Status],
    kind: wire.Kind,
    side: toSide(wire.OrderType),
    lots: wire.Quantity,
    leverage: wire.Multiple,
    entryPrice: wire.Price,
    markPrice: wire.UpdatePrice,
    profit: wire.FactProfits,
    margin: wire.CautionMoney,
    fee: wire.TradeFee,
    swap: wire.Swap,
    stopLoss: toLevel(wire.TargetLossPrice),
    takeProfit: toLevel(wire.TargetProfitPrice),
    trailingDistance: wire.TrailingDistance ?? null,
    linkedId: wire.LinkedId ?? null,
    placedAtMs: wire.CreateTimeHandler,
    openedAtMs: wire.OpenTime,
    endedAtMs: wire.CloseTime,
    expiresAtMs: wire.ExpireTime,
    closeReason: wire.CloseReason === null ? null : toWord(wire.CloseReason),
    waitingCloseLots: wire.WaitingClose ?? null,
    swapChange: wire.SwapChange === undefined ? null : toSwapChange(wire.SwapChange),
    receiptIds: wire.ReceiptIds,
    costs: wire.Costs === undefined ? null : toCosts(wire.Costs),
  };
}

function toSwapChange({ From, Before, After }: NonNullable<WireOrder['SwapChange']>) {
  return { fromMs: From, before: Before, after: After };
}

function toCosts(wire: NonNullable<WireOrder['Costs']>): OrderCosts {
  return {
    move: wire.Move,
    spread: wire.Spread,
    conversion: wire.Conversion,
    net: wire.Net,
    openQuote: { bid: wire.OpenBid, ask: wire.OpenAsk },
    closeQuote: { bid: wire.CloseBid, ask: wire.CloseAsk },
  };
}

export function toOrderPage(wire: WireOrderList): OrderPage {
  return { orders: wire.data.map(toOrder), total: wire.total, profitTotal: wire.all_fact_profits };
}

function toSide(orderType: WireOrder['OrderType']): Side {
  return orderType === 1 ? 'buy' : 'sell';
}

/** "0" on the wire is a stop that is not set (R-SCR-05). */
export function toLevel(price: string): string | null {
  return /[1-9]/.test(price) ? price : null;
}

/** An order as it is placed. Prices are at the instrument's digits. */
export interface Placement {
  readonly kind: 'market' | 'pending';
  readonly instrumentId: number;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  /** Target of a pending order; null for a market order. */
  readonly targetPrice: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  /** Expiry of a pending order; absent for none. */
  readonly expiresAtMs?: number;
  /** Id of a pending order that the fill of this one cancels, and the other way round; absent for an order alone. */
  readonly linkTo?: number;
}

/** Figures on the screen at the press: the last quote, and the largest deviation allowed from its price. */
export interface SeenQuote {
  readonly seq: number;
  readonly limit?: { readonly price: string; readonly maxDeviation: string };
}

/** Returns the fields that the call carries. A price that is not set is sent as 0 (R-SCR-05). */
export function fromPlacement(placement: Placement) {
  return {
    type: placement.side === 'buy' ? 1 : 2,
    cont: placement.lots,
    forex_id: placement.instrumentId,
    status: placement.kind === 'pending' ? 0 : 1,
    target_price: placement.targetPrice ?? '0',
    stop_loss_price: placement.stopLoss ?? '0',
    target_profit_price: placement.takeProfit ?? '0',
    multiple: placement.leverage,
    ...(placement.expiresAtMs !== undefined && { expires_at: placement.expiresAtMs }),
    ...(placement.linkTo !== undefined && { one_cancels: placement.linkTo }),
  } as const;
}

export function fromSeenQuote({ seq, limit }: SeenQuote) {
  return limit === undefined ? { seq } : { seq, price: limit.price, max_deviation: limit.maxDeviation };
}

/** True if the order is neither pending nor open any more. */
export function hasEnded({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'pending' && status !== 'open';
}

/** True if the order was cancelled or expired before it was filled. */
export function endedUnfilled({ status }: Pick<Order, 'status'>): boolean {
  return status === 'cancelled' || status === 'expired';
}

/** A word of the wire as the app writes it: `stop-out` for `stop_out`. */
export type Word<Wire extends string> = Wire extends `${infer Head}_${infer Tail}` ? `${Head}-${Word<Tail>}` : Wire;

export function toWord<Wire extends string>(word: Wire): Word<Wire> {
  return word.replaceAll('_', '-') as Word<Wire>;
}
