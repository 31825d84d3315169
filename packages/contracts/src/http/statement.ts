import type { DecimalText } from './market.ts';

/** One change of the balance. Amounts of a statement have 6 decimals, so that they add up exactly. */
export interface StatementPosting {
  id: string;
  time: number;
  kind: string;
  /** In the caller's language. */
  memo: string;
  order_id: number | null;
  amount: DecimalText;
  balance: DecimalText;
}

/** What all postings of one kind come to. */
export interface StatementTotal {
  kind: string;
  memo: string;
  count: number;
  amount: DecimalText;
}

/**
 * What an order came to and what it cost, each with its sign: before_costs + spread = gross, as it was posted;
 * gross + fee + swap = net.
 */
export interface StatementFigures {
  before_costs: DecimalText;
  /** (ask − bid) at the opening × units × rate at the opening, taken from the result: never above zero. */
  spread: DecimalText;
  gross: DecimalText;
  /** Of a closed part: its share of what the opening charged. */
  fee: DecimalText;
  swap: DecimalText;
  net: DecimalText;
}

export interface StatementOrder extends StatementFigures {
  id: number;
  instrument: string;
  side: 'buy' | 'sell';
  lots: DecimalText;
  opened_at: number;
  closed_at: number;
  open_price: DecimalText;
  close_price: DecimalText;
}

/** The `data` of GET /api/account/statement with `format=json`. */
export interface Statement {
  company: string;
  uid: string;
  is_demo: boolean;
  currency: string;
  /** Both days included. */
  from: string;
  to: string;
  zone: string;
  made_at: number;
  opening_balance: DecimalText;
  closing_balance: DecimalText;
  /** Oldest first. */
  postings: StatementPosting[];
  /** Of all postings; opening_balance + postings_total = closing_balance was checked before it was sent. */
  postings_total: DecimalText;
  totals: StatementTotal[];
  /** Closed in the period, oldest first. */
  orders: StatementOrder[];
  orders_total: StatementFigures;
}
