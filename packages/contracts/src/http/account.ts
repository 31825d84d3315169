import * as z from 'zod/mini';
import { clientIdField, integerField } from './fields.ts';
import type { DecimalText } from './market.ts';
import type { Order } from './trade.ts';

/** One line of the billing list (R-LED-11): what was added or taken, why, and when in ms. */
export interface BillingEntry {
  Id: string;
  Value: DecimalText;
  MemoTran: string;
  CreatedAtTran: number;
  /** The order it belongs to; null for grants and resets. */
  OrderId: number | null;
  /** The balance after it. */
  Balance: DecimalText;
}

export interface BillingList {
  data: BillingEntry[];
  total: number;
}

/** Balances with 2 decimals. */
export interface AccountDetail {
  balance: DecimalText;
  lock_balance: DecimalText;
}

/** What became of a command by its client id (R-WIRE-17). */
export type CommandAnswer =
  | { status: 'unknown' }
  | { status: 'done'; order: Order | null }
  | { status: 'refused'; code: number; msg: string };

export const billingQuery = z.object({ page: z._default(integerField(1, 100_000), 1) });

export const commandQuery = z.object({ client_id: clientIdField });
