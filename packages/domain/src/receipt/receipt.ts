import type { OrderRecord } from '../engine/order.ts';

/** Pricing rule of a fill: the kind of order that opened, or the reason it closed. */
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
  /** Market time; under replay, the recorded time. */
  readonly time: number;
}

/** Open position of an account at its stop-out; `profit` at its quote, without swap. */
export interface HeldFacts {
  readonly order: number;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly unitsPerLot: string;
  readonly openPrice: string;
  readonly quote: QuoteFacts;
  readonly rate: RateFacts;
  readonly margin: string;
  readonly swap: string;
  /** False while its market is shut: then it cannot be closed. */
  readonly closable: boolean;
}

/** Why a fill happened, beyond its rule and level (R-ORD-40). */
export type FillReason =
  /** First close of a stop-out: the whole account, and the company's threshold in percent of the margin. */
  | {
      readonly kind: 'stop-out';
      readonly balance: string;
      readonly stopOutPercent: number;
      readonly positions: readonly HeldFacts[];
    }
  /** Further close of the same stop-out at the same quotes: positions are those of the receipt named, less the closed ones. */
  | { readonly kind: 'further-stop-out'; readonly balance: string; readonly first: string }
  /** Stop-loss that followed the price: its distance, its moves, and the quote of the last, which set the level. */
  | { readonly kind: 'trailed'; readonly distance: string; readonly moves: number; readonly quote: QuoteFacts };

/** Price that the trader saw at the order; `deviation` is how much worse the fill may be. */
export interface AskedPrice {
  readonly price: string;
  readonly deviation: string;
  /** Number of the quote seen; null if the client named none. */
  readonly quote: number | null;
}

/**
 * Receipt of one fill: prices, lots and amounts as decimal text, with everything needed to calculate them again. Fields
 * that do not apply are null, amounts that did not arise are zero (R-ORD-25).
 */
export interface Receipt {
  /**
   * The second version adds `asked` and `reason`, after the fields of the first; the third `rules` and `swaps`; the fourth
   * the catalogue's version to `rules` and nights.
   */
  readonly version: 'candor-receipt-1' | 'candor-receipt-2' | 'candor-receipt-3' | 'candor-receipt-4';
  /** "8000001-open" or "8000001-close". */
  readonly id: string;
  readonly company: number;
  readonly realm: 'real' | 'demo';
  /** Fingerprint of the account: the same on all its receipts; does not identify the owner. */
  readonly account: string;
  /** Position in the account's chain, from 1, and the hash of the receipt before it; zeros before the first. */
  readonly number: number;
  readonly previous: string;
  readonly order: number;
  /** Id of the opening receipt; for a partial close, that of the whole order. */
  readonly opening: string;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'market' | 'limit' | 'stop';
  readonly lots: string;
  readonly leverage: number;
  readonly rule: FillRule;
  /** Target, stop-loss or take-profit level that the quote reached. */
  readonly level: string | null;
  /** Null only if a demo was reset before its first price: the order then closes at its opening price. */
  readonly quote: QuoteFacts | null;
  readonly price: string;
  /** Opening price; null on openings. */
  readonly openPrice: string | null;
  /**
   * Conversion rate from the quote currency to the account currency, as an exact fraction: the mid of the pair's quote.
   */
  readonly rate: RateFacts | null;
  readonly contract: ContractFacts;
  /** Margin held and fee charged, on openings. */
  readonly margin: string;
  readonly fee: string;
  /** Realised profit and accumulated swap, on closings. */
  readonly profit: string;
  readonly swap: string;
  /** Time of the platform's decision. */
  readonly time: number;
  /** From the second version on: null for fills that no trader ordered at a price. */
  readonly asked?: AskedPrice | null;
  /** From the second version on: null where rule, level and quote say all. */
  readonly reason?: FillReason | null;
  /** From the third version on: rules in force, each a leaf of the company's public log. */
  readonly rules?: RuleFacts;
  /** From the third version on: how the swap came about; null on openings. */
  readonly swaps?: SwapFacts | null;
}

/** Versions of the company's rules that a fill was decided by (R-LOG-24). */
export interface RuleFacts {
  /** Number of the instrument, as rules and quotes in the log name it. */
  readonly instrument: number;
  /** Version of the policy; 0 for one without a version. */
  readonly policy: number;
  /** Version of the company's own terms for the instrument; null under the catalogue's. */
  readonly terms: number | null;
  /** Version of the catalogue's facts; 0 before the first. From the fourth version of receipts on (R-LOG-27). */
  readonly catalogue?: number;
}

/** Step of an order's swap: a night that was charged, or a part that was closed and took its share along. */
export type SwapStep =
  | {
      readonly kind: 'night';
      /** Time of the roll, 17:00 New York. */
      readonly roll: number;
      /** Version of the company's own terms; null under the catalogue's. */
      readonly terms: number | null;
      /** Version of the catalogue's facts; absent for nights charged before they were counted (R-LOG-27). */
      readonly catalogue?: number;
      /** Day on which three nights count, 0 for Sunday; null for instruments that count each day once. */
      readonly tripleDay: number | null;
      readonly nights: number;
      /** Swap a lot and night of the order's side, in ticks. */
      readonly points: string;
      readonly lots: string;
      readonly digits: number;
      readonly unitsPerLot: string;
      readonly rate: RateFacts;
      readonly amount: string;
      /** Swap of the order after this step. */
      readonly total: string;
    }
  | {
      readonly kind: 'part';
      readonly receipt: string;
      readonly lots: string;
      readonly amount: string;
      readonly total: string;
    };

/** How a closing came to its swap (R-LOG-25). */
export interface SwapFacts {
  readonly opened: number;
  /** Size of the order before the close. */
  readonly lots: string;
  /** False if older steps are not listed: the list is full, or they are older than this version. */
  readonly whole: boolean;
  readonly steps: readonly SwapStep[];
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

/** Previous hash of an account's first receipt. */
export const chainStart = '0'.repeat(64);

/**
 * Returns the text that is hashed and signed: JSON without whitespace, fields in the order in which `toReceipt` writes
 * them.
 */
export function receiptText(receipt: Receipt): string {
  return JSON.stringify(receipt);
}

export function openReceiptId(order: Pick<OrderRecord, 'id' | 'parentId'>): string {
  return `${order.parentId ?? order.id}-open`;
}

export function closeReceiptId(order: Pick<OrderRecord, 'id'>): string {
  return `${order.id}-close`;
}

/**
 * Returns the ids of an order's receipts in its present state: none while pending. A closed part shares the opening
 * receipt of the whole order.
 */
export function receiptIdsOf(order: OrderRecord): string[] {
  if (order.openedAtMs === null) return [];
  return order.status === 'closed' ? [openReceiptId(order), closeReceiptId(order)] : [openReceiptId(order)];
}
