import type { AccountId, CompanyId, Currency, InstrumentId, OrderId, Realm, Side } from '../values/ids.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { FundsCommand } from './funds/funds-command.ts';
import type { ConversionNow, MarketNow } from './market-now.ts';

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

export interface CancelOrder extends CommandBase {
  readonly type: 'CancelOrder';
  readonly orderId: OrderId;
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
  readonly market: MarketNow;
}

/** Ends a demo after long disuse (R-SES-29). */
export interface ExpireDemo extends CommandBase {
  readonly type: 'ExpireDemo';
}

export interface ResetDemo extends CommandBase {
  readonly type: 'ResetDemo';
  /** Balance after the reset. */
  readonly grant: Money;
}

export type TradeCommand = OpenAccount | PlaceOrder | CloseOrder | CancelOrder | AmendStops | ResetDemo | ExpireDemo;

/**
 * Command of the core. Trading and every movement of money go through one core, so that they cannot race (R-FND-04).
 */
export type Command = TradeCommand | FundsCommand;
