import * as z from 'zod/mini';
import { clientIdField, decimalField, integerField } from './fields.ts';
import type { DecimalText } from './market.ts';

/** 0 pending, 1 holding, 3 closed, 4 cancelled, 5 expired (R-ORD-20). */
export type OrderStatus = 0 | 1 | 3 | 4 | 5;
export type OrderKind = 'market' | 'limit' | 'stop';
export type CloseReason = 'user' | 'stop_loss' | 'take_profit' | 'stop_out' | 'demo_reset';

/** An order (R-ORD-20). Prices at the instrument's digits, margin and profit with 6 decimals, fee with 6. */
export interface Order {
  Id: number;
  ForexId: number;
  ForexTradeLists: { ShowCode: string };
  Status: OrderStatus;
  Kind: OrderKind;
  /** 1 buy, 2 sell. */
  OrderType: 1 | 2;
  Quantity: DecimalText;
  Multiple: number;
  /** The price asked for: the target of a pending order, else the opening price. */
  OriginPrice: DecimalText;
  /** The opening price; the target while pending. */
  Price: DecimalText;
  /** The price it is marked at; the closing price once closed. */
  UpdatePrice: DecimalText;
  FactProfits: DecimalText;
  CautionMoney: DecimalText;
  TradeFee: DecimalText;
  Swap: DecimalText;
  /** "0" when not set. */
  TargetLossPrice: DecimalText;
  TargetProfitPrice: DecimalText;
  CreateTimeHandler: number;
  OpenTime: number | null;
  CloseTime: number | null;
  ExpireTime: number | null;
  CloseReason: CloseReason | null;
  /** Lots that close at the next price; left out while no close waits. */
  WaitingClose?: DecimalText;
  ReceiptIds: string[];
}

/** The answer of `my_deal`: one page of orders and the account's live figures. */
export interface OrderList {
  data: Order[];
  total: number;
  all_fact_profits: DecimalText;
  balance: DecimalText;
  equity: DecimalText;
  margin: DecimalText;
  free_margin: DecimalText;
  /** Percent with 2 decimals; null without margin. */
  margin_level: DecimalText | null;
  /** Percent with 2 decimals; null when equity is not above zero. */
  risk_rate: DecimalText | null;
  /** Stands for the account's open and pending orders as they are: another text once one is placed, changed or ended. */
  orders_stamp: string;
}

const orderId = integerField(1);
const clientId = z.optional(clientIdField);

export const submitBody = z.object({
  type: integerField(1, 2),
  cont: decimalField,
  forex_id: orderId,
  // 1 market, 0 pending. Without a default: an order whose kind is missing is refused, never filled at market (R-ORD-01).
  status: integerField(0, 1),
  target_price: z._default(decimalField, '0'),
  stop_loss_price: z._default(decimalField, '0'),
  target_profit_price: z._default(decimalField, '0'),
  multiple: integerField(1),
  client_id: clientId,
  price: z.optional(decimalField),
  max_deviation: z.optional(decimalField),
  seq: z.optional(integerField(0)),
  expires_at: z.optional(integerField(0)),
});
export type SubmitBody = z.infer<typeof submitBody>;

export const closeBody = z.object({
  id: orderId,
  cont: z.optional(decimalField),
  /** 1: where no fresh price is known, wait for the next one (R-ORD-33). */
  when_priced: z._default(integerField(0, 1), 0),
  client_id: clientId,
});
export type CloseBody = z.infer<typeof closeBody>;

export const cancelBody = z.object({ id: orderId, client_id: clientId });
export type CancelBody = z.infer<typeof cancelBody>;

export const setStopBody = z.object({
  id: orderId,
  target_profit_price: z._default(decimalField, '0'),
  stop_loss_price: z._default(decimalField, '0'),
  client_id: clientId,
});
export type SetStopBody = z.infer<typeof setStopBody>;

export const resetBody = z.object({ client_id: clientId });

export const myDealQuery = z.object({
  status: z._default(integerField(0, 3), 1),
  page: z._default(integerField(1, 100_000), 1),
});
export type MyDealQuery = z.infer<typeof myDealQuery>;

export const pageSize = 20;
