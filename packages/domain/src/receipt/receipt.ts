import type { OrderRecord } from '../engine/order.ts';

/** What priced a fill: the kind of order that opened, or the reason it closed. */
export type FillRule =
  | 'market-open'
  | 'limit-fill'
  | 'stop-fill'
  | 'user-close'
  | 'stop-loss'
  | 'take-profit'
  | 'stop-out'
  | 'demo-reset';

export interface QuoteFacts {
  readonly source: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  /** Market time: as recorded under replay. */
  readonly time: number;
}

/**
 * The statement of one fill (R-ORD-25): prices, lots and amounts as decimal text, with all that is needed to reckon
 * them again. Fields that have nothing to say are null, amounts that did not arise are zero.
 */
export interface Receipt {
  readonly version: 'candor-receipt-1';
  /** "8000001-open" or "8000001-close". */
  readonly id: string;
  readonly company: number;
  readonly realm: 'real' | 'demo';
  /** Fingerprint of the account: the same on all its receipts, and says nothing about its owner. */
  readonly account: string;
  /** Place in the account's chain, from 1, and the hash of the receipt before it; zeros before the first. */
  readonly number: number;
  readonly previous: string;
  readonly order: number;
  /** Receipt of the opening: of the whole order where this closes a part of it. */
  readonly opening: string;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'market' | 'limit' | 'stop';
  readonly lots: string;
  readonly leverage: number;
  readonly rule: FillRule;
  /** The target, stop-loss or take-profit that the quote had reached. */
  readonly level: string | null;
  /** Null only where a demo was reset before any price had come: then the order closes as it opened. */
  readonly quote: QuoteFacts | null;
  readonly price: string;
  /** Closings: the price it was opened at. */
  readonly openPrice: string | null;
  /** From the quote currency to the account's, as an exact fraction: the middle of the pair's quote. */
  readonly rate: RateFacts | null;
  readonly contract: ContractFacts;
  /** Openings: held for the order, and charged for it. */
  readonly margin: string;
  readonly fee: string;
  /** Closings: the result, and the swap that has gathered. */
  readonly profit: string;
  readonly swap: string;
  /** When the platform decided it. */
  readonly time: number;
}

export interface RateFacts {
  readonly from: string;
  readonly to: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly pair: ({ readonly instrument: string; readonly inverse: boolean } & QuoteFacts) | null;
}

export interface ContractFacts {
  readonly digits: number;
  readonly unitsPerLot: string;
  readonly marginMode: 'leverage' | 'fixed-per-lot';
  readonly marginPerLot: string;
  readonly feeType: 'per-lot' | 'of-notional';
  readonly feeRate: string;
}

/** Before an account's first receipt. */
export const chainStart = '0'.repeat(64);

/** The bytes that are hashed and signed: JSON without blanks, fields in the order in which `toReceipt` writes them. */
export function receiptText(receipt: Receipt): string {
  return JSON.stringify(receipt);
}

export function openReceiptId(order: Pick<OrderRecord, 'id' | 'parentId'>): string {
  return `${order.parentId ?? order.id}-open`;
}

export function closeReceiptId(order: Pick<OrderRecord, 'id'>): string {
  return `${order.id}-close`;
}

/** The receipts of an order in its present state: none while pending. A closed part shares the opening of its whole. */
export function receiptIdsOf(order: OrderRecord): string[] {
  if (order.openedAtMs === null) return [];
  return order.status === 'closed' ? [openReceiptId(order), closeReceiptId(order)] : [openReceiptId(order)];
}
