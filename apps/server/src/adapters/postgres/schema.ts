import type { Generated, GeneratedAlways } from 'kysely';

/** Rows as PostgreSQL gives them: bigint columns arrive as text. */
export interface Database {
  company: CompanyTable;
  company_host: CompanyHostTable;
  app_user: UserTable;
  user_token: TokenTable;
  journal: JournalTable;
  shard_lease: LeaseTable;
  projector_checkpoint: CheckpointTable;
  trade_order: OrderTable;
  posting: PostingTable;
  ledger_balance: BalanceTable;
  receipt: ReceiptTable;
  receipt_chain: ReceiptChainTable;
  receipt_key: ReceiptKeyTable;
}

export interface CompanyTable {
  id: number;
  name: string;
  type: number;
  status: number;
  loss_url: string;
  demo_balance_micros: string;
  trade_fee_type: number;
  margin_call_percent: number;
  stop_out_percent: number;
  is_public: boolean;
  logo: string;
  url: string;
  subject: string;
  registered_address: string;
  location: string;
  email: string;
  accents: string[];
  languages: string[];
  links: string[];
  service_link: string;
  service_link_type: number;
  verify_reg_type: 'email' | 'mobile';
  is_mobile_shown: boolean;
  jurisdiction: string;
  blocked_countries: string[];
}

export interface CompanyHostTable {
  host: string;
  company_id: number;
}

export interface UserTable {
  id: Generated<number>;
  company_id: number;
  uid: string;
  email: string | null;
  is_demo: boolean;
  demo_device_hash: Buffer | null;
  currency: string;
  invite_code: string;
  created_at_ms: string;
}

export interface TokenTable {
  token_hash: Buffer;
  company_id: number;
  session_id: string;
  user_id: number;
  created_at_ms: string;
  last_seen_at_ms: string;
  expires_at_ms: string;
  user_agent: string;
}

export interface JournalTable {
  shard: number;
  seq: string;
  epoch: string;
  at_ms: string;
  account_id: number | null;
  client_id: string | null;
  body_hash: string | null;
  payload: string;
  hash: Buffer;
}

export interface LeaseTable {
  shard: number;
  epoch: string;
  last_seq: string;
  last_hash: Buffer;
  tick_offset: string;
}

export interface CheckpointTable {
  projector: string;
  seq: string;
}

export interface OrderTable {
  id: string;
  company_id: number;
  account_id: number;
  instrument_id: number;
  status: string;
  profit_micros: string;
  placed_at_ms: string;
  ended_at_ms: string | null;
  record: string;
}

export interface PostingTable {
  seq: string;
  line: number;
  ledger_key: string;
  kind: string;
  amount_micros: string;
  balance_micros: string;
  at_ms: string;
  order_id: string | null;
  company_id: GeneratedAlways<number>;
}

export interface BalanceTable {
  ledger_key: string;
  balance_micros: string;
  company_id: GeneratedAlways<number>;
}

export interface ReceiptTable {
  id: string;
  company_id: number;
  account_id: number;
  order_id: string;
  number: number;
  text: string;
  hash: string;
  signature: string;
  key_id: string;
}

export interface ReceiptChainTable {
  account_id: number;
  company_id: number;
  realm: string;
  fingerprint: string;
  number: number;
  hash: string;
}

export interface ReceiptKeyTable {
  key_id: string;
  public_key: string;
  position: Generated<number>;
}
