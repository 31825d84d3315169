import type { Generated, GeneratedAlways } from 'kysely';
import type { ContentSchema } from './content-schema.ts';
import type { DeskSchema } from './desk-schema.ts';
import type { DocumentSchema } from './document-schema.ts';
import type { ObservedPaymentSchema } from './observed-payment-schema.ts';
import type { OperateSchema } from './operate-schema.ts';

type Parts = DocumentSchema & ContentSchema & OperateSchema & DeskSchema & ObservedPaymentSchema;

/** Rows as PostgreSQL returns them: bigint columns arrive as text. */
export interface Database extends Parts {
  company: CompanyTable;
  company_host: CompanyHostTable;
  app_user: UserTable;
  user_token: TokenTable;
  user_password: PasswordTable;
  user_device: DeviceTable;
  verification_code: CodeTable;
  answered_request: RequestTable;
  message_outbox: OutboxTable;
  user_totp: TotpTable;
  user_recovery_code: RecoveryTable;
  user_passkey: PasskeyTable;
  auth_challenge: ChallengeTable;
  journal: JournalTable;
  shard_lease: LeaseTable;
  projector_checkpoint: CheckpointTable;
  trade_order: OrderTable;
  posting: PostingTable;
  ledger_balance: BalanceTable;
  funds_request: FundsTable;
  receipt: ReceiptTable;
  receipt_chain: ReceiptChainTable;
  receipt_key: ReceiptKeyTable;
}

export interface CompanyTable {
  id: number;
  name: string;
  shard: Generated<number>;
  type: number;
  status: number;
  loss_url: string;
  demo_balance_micros: string;
  trade_fee_type: number;
  margin_call_percent: number;
  stop_out_percent: number;
  is_trial: Generated<boolean>;
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
  has_invitations: boolean;
  has_invite_rewards: boolean;
  verify_type: number;
  version: Generated<number>;
  is_ranking_shown: Generated<boolean>;
  popular: Generated<string[]>;
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
  demo_used_at_ms: string | null;
  demo_device_hash: Buffer | null;
  currency: string;
  invite_code: string;
  created_at_ms: string;
  mobile: string | null;
  is_disabled: Generated<boolean>;
  invited_by: number | null;
  ended_at_ms: string | null;
  language: Generated<string>;
  credit_score: Generated<number>;
  level: Generated<number>;
  /** Last change of password or second factor; null if unchanged since registration. */
  credentials_changed_at_ms: Generated<string | null>;
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
  stepped_up_at_ms: string | null;
}

export interface PasswordTable {
  company_id: number;
  user_id: number;
  hash: string;
  changed_at_ms: string;
}

export interface DeviceTable {
  company_id: number;
  user_id: number;
  name: string;
  last_seen_at_ms: string;
}

export interface CodeTable {
  company_id: number;
  /** Hash of the ticket that the requester received. */
  ticket_hash: Buffer;
  purpose: number;
  account_key: Buffer;
  requester_key: Buffer;
  /** True if it was requested on a device that has signed in to the account. */
  is_device: boolean;
  code_hash: Buffer | null;
  /** Remaining tries with the ticket, and of clients that send none. */
  tries_left: number;
  open_tries_left: number;
  sent_at_ms: string;
  expires_at_ms: string;
}

export interface RequestTable {
  company_id: number;
  account_key: Buffer;
  client_id: string;
  body_hash: Buffer;
  user_id: number | null;
  at_ms: string;
  session_id: string | null;
}

export interface OutboxTable {
  company_id: number;
  id: string;
  route: 'mail' | 'sms' | 'push' | 'none';
  recipient: string;
  subject: string | null;
  body: string | null;
  created_at_ms: string;
  expires_at_ms: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  is_underway: Generated<boolean>;
  next_at_ms: string;
  settled_at_ms: string | null;
  reason: string | null;
}

export interface TotpTable {
  company_id: number;
  user_id: number;
  sealed: Buffer;
  confirmed_at_ms: string | null;
  last_step: Generated<string>;
}

export interface RecoveryTable {
  company_id: number;
  user_id: number;
  code_hash: Buffer;
  used_at_ms: string | null;
}

export interface PasskeyTable {
  company_id: number;
  id: string;
  user_id: number;
  rp_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: string;
  created_at_ms: string;
  last_used_at_ms: string | null;
}

export interface ChallengeTable {
  company_id: number;
  key_hash: Buffer;
  user_id: number;
  challenge: string;
  rp_id: string;
  tries_left: number;
  expires_at_ms: string;
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
  shard: number;
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
  shard: number;
  seq: string;
  line: number;
  ledger_key: string;
  kind: string;
  amount_micros: string;
  balance_micros: string;
  at_ms: string;
  order_id: string | null;
  funds_id: string | null;
  company_id: GeneratedAlways<number>;
}

export interface BalanceTable {
  shard: number;
  ledger_key: string;
  balance_micros: string;
  company_id: GeneratedAlways<number>;
}

export interface FundsTable {
  id: string;
  company_id: number;
  account_id: number;
  kind: string;
  status: string;
  method: string | null;
  amount_micros: string;
  fee_micros: string;
  requested_at_ms: string;
  since_ms: string;
  finished_at_ms: string | null;
  record: string;
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
  /** Time of the fill, of receipts of real accounts only. */
  real_at_ms: string | null;
}

export interface ReceiptChainTable {
  account_id: number;
  company_id: number;
  realm: string;
  currency: string;
  ended_at_ms: Generated<string | null>;
  fingerprint: string;
  number: number;
  hash: string;
}

export interface ReceiptKeyTable {
  key_id: string;
  public_key: string;
  position: Generated<number>;
  from_ms: string | null;
  until_ms: string | null;
  compromised_ms: string | null;
}
