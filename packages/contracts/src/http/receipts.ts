import * as z from 'zod/mini';
import { integerField } from './fields.ts';
import type { DecimalText } from './market.ts';

/** The quote that priced something. */
export interface ReceiptQuote {
  readonly source: string;
  readonly seq: number;
  readonly bid: DecimalText;
  readonly ask: DecimalText;
  readonly time: number;
}

/** The signed text of a receipt, read as JSON; docs/adr/0008-receipts.md tells what each field means. */
export interface ReceiptFields {
  readonly version: 'candor-receipt-1';
  readonly id: string;
  readonly company: number;
  readonly realm: 'real' | 'demo';
  readonly account: string;
  readonly number: number;
  readonly previous: string;
  readonly order: number;
  readonly opening: string;
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'market' | 'limit' | 'stop';
  readonly lots: DecimalText;
  readonly leverage: number;
  readonly rule:
    | 'market-open'
    | 'limit-fill'
    | 'stop-fill'
    | 'user-close'
    | 'stop-loss'
    | 'take-profit'
    | 'stop-out'
    | 'demo-reset';
  readonly level: DecimalText | null;
  readonly quote: ReceiptQuote | null;
  readonly price: DecimalText;
  readonly openPrice: DecimalText | null;
  readonly rate: {
    readonly from: string;
    readonly to: string;
    readonly numerator: string;
    readonly denominator: string;
    readonly pair: ({ readonly instrument: string; readonly inverse: boolean } & ReceiptQuote) | null;
  } | null;
  readonly contract: {
    readonly digits: number;
    readonly unitsPerLot: string;
    readonly marginMode: 'leverage' | 'fixed-per-lot';
    readonly marginPerLot: DecimalText;
    readonly feeType: 'per-lot' | 'of-notional';
    readonly feeRate: DecimalText;
  };
  readonly margin: DecimalText;
  readonly fee: DecimalText;
  readonly profit: DecimalText;
  readonly swap: DecimalText;
  readonly time: number;
}

/** A signed receipt (R-ORD-25): what counts is `text`; the fields are the same, read. Hex is lower case. */
export interface SignedReceipt {
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the text's UTF-8 bytes; the account's next receipt names it. */
  readonly hash: string;
  /** Ed25519 over the text's UTF-8 bytes. */
  readonly signature: string;
  readonly key_id: string;
  readonly fields: ReceiptFields;
}

/** `/.well-known/candor-receipt-keys.json`: every key that ever signed, no envelope. */
export interface ReceiptKeys {
  readonly keys: readonly {
    readonly key_id: string;
    readonly algorithm: 'Ed25519';
    /** The 32 bytes in hex; `key_id` is the first 16 digits of their SHA-256. */
    readonly public_key: string;
  }[];
}

export const receiptKeysPath = '/.well-known/candor-receipt-keys.json';

export const receiptsQuery = z.object({ id: integerField(1) });
