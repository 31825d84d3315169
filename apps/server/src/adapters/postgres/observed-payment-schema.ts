import type { Generated } from 'kysely';
import type { ObservedPaymentNote, ObservedPaymentState } from '../../ports/payment-watch.ts';

/** Tables of observed payments; bigint and numeric columns arrive as text. */
export interface ObservedPaymentSchema {
  payment_sighting: ObservedPaymentTable;
  payment_event: PaymentEventTable;
  watch_checkpoint: WatchCheckpointTable;
}

export interface ObservedPaymentTable {
  company_id: number;
  id: Generated<number>;
  watcher: string;
  external_id: string;
  network: string;
  transaction: string;
  address: string;
  currency: string;
  amount_e8: string;
  confirmations: number;
  confirmations_needed: number;
  /** Time of the provider's report; 0 for payments on a chain. */
  told_at_ms: string;
  block_height: string | null;
  block_hash: string | null;
  /** True if its block was reverted and it was not found again. */
  is_missing: Generated<boolean>;
  reverted_at_ms: Generated<string | null>;
  state: ObservedPaymentState;
  note: ObservedPaymentNote;
  user_id: number | null;
  method: 'coin' | 'bank';
  way_id: number | null;
  rate_e8: string | null;
  funds_id: Generated<string | null>;
  refusals: Generated<number>;
  first_seen_ms: string;
  since_ms: string;
  tried_at_ms: string;
}

export interface PaymentEventTable {
  company_id: number;
  watcher: string;
  event_id: string;
  body_hash: string;
  at_ms: string;
}

export interface WatchCheckpointTable {
  watcher: string;
  checkpoint: string;
  at_ms: string;
}
