import type { Generated } from 'kysely';

/** Tables of the money desk; bigint columns arrive as text. */
export interface DeskSchema {
  pay_way: DepositMethodTable;
  pay_way_address: DepositAddressTable;
  draw_currency: PayoutCurrencyTable;
  draw_method: PayoutMethodTable;
  funds_settings: FundsSettingsTable;
}

export interface DepositMethodTable {
  company_id: number;
  id: Generated<number>;
  /** Null for the first version. */
  root_id: number | null;
  kind: 'coin' | 'bank';
  currency: string;
  protocol: string;
  address: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  usd_price_e8: string;
  min_e8: string;
  is_active: boolean;
  watcher: string;
  confirmations: number;
  created_at_ms: string;
  replaced_by: number | null;
  replaced_at_ms: string | null;
}

export interface DepositAddressTable {
  company_id: number;
  address: string;
  root_id: number;
  place: Generated<number>;
  user_id: number | null;
  given_at_ms: string | null;
}

export interface PayoutCurrencyTable {
  company_id: number;
  id: Generated<number>;
  kind: 'coin' | 'bank';
  code: string;
  protocol: string;
  fee_type: number;
  draw_rate_e8: string;
  usd_price_e8: string;
  min_micros: string;
  max_micros: string;
  is_active: boolean;
  created_at_ms: string;
}

export interface PayoutMethodTable {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  currency_id: number;
  kind: 'coin' | 'bank';
  /** Null after erasure. */
  details_sealed: Buffer | null;
  details_index: Buffer;
  client_id: string | null;
  created_at_ms: string;
  usable_at_ms: string;
  removed_at_ms: string | null;
}

export interface FundsSettingsTable {
  company_id: number;
  withdrawal_second_from_micros: string;
  deposit_second_from_micros: string;
  auto_credit_max_micros: string;
  method_hold_hours: number;
  freeze_hours: number;
  requests_max: number;
}
