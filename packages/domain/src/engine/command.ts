import type { AccountId, CompanyId, Currency, InstrumentId, OrderId, Realm, Side } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { AlertAsk, AlertId } from './alert.ts';
import type { FundsCommand } from './funds/funds-command.ts';
import type { ConversionNow, MarketNow, MarketsNow } from './market-now.ts';

interface CommandBase {
  readonly atMs: number;
  readonly accountId: AccountId;
}

export interface OpenAccount extends CommandBase {
  readonly type: 'OpenAccount';
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly currency: Currency;
  /** Opening grant in demo money; zero for real accounts. */
  readonly grant: Money;
}

export interface PlaceOrder extends CommandBase, ConversionNow {
  readonly type: 'PlaceOrder';
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Target of a pending order; null for a market order. */
  readonly targetPrice: Price | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Expiry of a pending order; null for never. */
  readonly expiresAtMs: number | null;
  /** Market orders: price displayed to the trader and the maximum adverse deviation of the fill, in ticks. */
  readonly expected: { readonly price: Price; readonly deviationMax: number } | null;
  /** Sequence of the last quote that the client saw. */
  readonly quoteSeq: number | null;
  /** Pending orders: another one of the account, cancelled by the fill of this one and the other way round (R-ORD-39). */
  readonly linkTo?: OrderId;
  readonly market: MarketNow;
}

export interface CloseOrder extends CommandBase, ConversionNow {
  readonly type: 'CloseOrder';
  readonly orderId: OrderId;
  /** Null closes the whole order. */
  readonly lots: Lots | null;
  /** True: without a fresh price, queue the close for the next one instead of refusing it (R-ORD-33). */
  readonly whenPriced?: boolean;
  readonly market: MarketNow;
}

/** Closes several open orders at once, each of them whole (R-ORD-35). */
export interface CloseOrders extends CommandBase, MarketsNow {
  readonly type: 'CloseOrders';
  /** By profit plus swap at the last quote; the fee was charged at the opening. */
  readonly which: 'all' | 'winners' | 'losers';
  /** Only orders in this instrument; null for every one. */
  readonly instrumentId: InstrumentId | null;
  /** True: closes without a fresh price wait for the next one (R-ORD-33). */
  readonly whenPriced: boolean;
}

/** Closes an open order whole and opens the opposite side at the same quote, with its lots and leverage (R-ORD-36). */
export interface ReverseOrder extends CommandBase, ConversionNow {
  readonly type: 'ReverseOrder';
  readonly orderId: OrderId;
  /** Price displayed to the trader, at which both fill, and the maximum adverse deviation of the opening, in ticks. */
  readonly expected: PlaceOrder['expected'];
  readonly quoteSeq: number | null;
  readonly market: MarketNow;
}

/** Sets the stop-loss of an open order to the price at which its net result is zero or just better (R-ORD-37). */
export interface BreakEven extends CommandBase, ConversionNow {
  readonly type: 'BreakEven';
  readonly orderId: OrderId;
  readonly market: MarketNow;
}

export interface CancelOrder extends CommandBase {
  readonly type: 'CancelOrder';
  readonly orderId: OrderId;
}

/** Changes a pending order, which keeps its id; a field left out stays as it is (R-ORD-38). */
export interface AmendOrder extends CommandBase, ConversionNow {
  readonly type: 'AmendOrder';
  readonly orderId: OrderId;
  readonly targetPrice?: Price;
  readonly lots?: Lots;
  /** Null for none, as of the take-profit and the expiry. */
  readonly stopLoss?: Price | null;
  readonly takeProfit?: Price | null;
  readonly expiresAtMs?: number | null;
  readonly market: MarketNow;
}

/** Links two pending orders, so that the fill of one cancels the other (R-ORD-39). */
export interface LinkOrders extends CommandBase {
  readonly type: 'LinkOrders';
  readonly orderId: OrderId;
  /** Null removes the link. */
  readonly otherId: OrderId | null;
}

export interface AmendStops extends CommandBase {
  readonly type: 'AmendStops';
  readonly orderId: OrderId;
  /** With a trailing distance: null for a stop at that distance from the price. */
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /**
   * Distance in ticks, at least 1; null ends trailing. Absent keeps it for as long as there is a stop-loss, which then
   * does not go back (R-ORD-34).
   */
  readonly trailing?: number | null;
  /** With `trailing` null and no `stopLoss`: the stop-loss stays where it is. */
  readonly keepsStop?: true;
  readonly market: MarketNow;
}

/** Sets an alert (R-ALR-01). */
export type SetAlert = CommandBase & AlertAsk & { readonly type: 'SetAlert' };

export interface RemoveAlert extends CommandBase {
  readonly type: 'RemoveAlert';
  readonly alertId: AlertId;
}

/** Ends a demo after long disuse (R-SES-29). */
export interface ExpireDemo extends CommandBase {
  readonly type: 'ExpireDemo';
}

/** Closes a real account for good, at its owner's wish (R-SES-42). */
export interface CloseAccount extends CommandBase {
  readonly type: 'CloseAccount';
}

export interface ResetDemo extends CommandBase {
  readonly type: 'ResetDemo';
  /** Balance after the reset. */
  readonly grant: Money;
}

export type TradeCommand =
  | OpenAccount
  | PlaceOrder
  | CloseOrder
  | CloseOrders
  | ReverseOrder
  | BreakEven
  | CancelOrder
  | AmendOrder
  | LinkOrders
  | AmendStops
  | SetAlert
  | RemoveAlert
  | ResetDemo
  | ExpireDemo
  | CloseAccount;

/**
 * Command of the core. Trading and every movement of money go through one core, so that they cannot race (R-FND-04).
 */
export type Command = TradeCommand | FundsCommand;
