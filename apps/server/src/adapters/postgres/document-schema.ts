import type { Generated } from 'kysely';

/** Tables of users' documents and of the operators who review them; bigint columns arrive as text. */
export interface DocumentSchema {
  operator: OperatorTable;
  operator_token: OperatorTokenTable;
  upload: UploadTable;
  verification: VerificationTable;
  name_word: NameWordTable;
  audit_entry: AuditTable;
  sign_in_entry: SignInTable;
  sign_in_anchor: SignInAnchorTable;
  user_limit: UserLimitTable;
}

export interface OperatorTable {
  company_id: number;
  id: Generated<number>;
  email: string;
  password_hash: string;
  role: 'support' | 'cashier' | 'dealer' | 'compliance' | 'admin';
  is_disabled: Generated<boolean>;
  created_at_ms: string;
  totp_sealed: Buffer | null;
  totp_confirmed_at_ms: string | null;
  totp_last_step: Generated<string>;
  must_change_password: Generated<boolean>;
  rights_since_ms: Generated<string>;
  left_at_ms: Generated<string | null>;
  invite_hash: Generated<Buffer | null>;
  invite_expires_at_ms: Generated<string | null>;
}

export interface OperatorTokenTable {
  company_id: number;
  token_hash: Buffer;
  operator_id: number;
  created_at_ms: string;
  last_seen_at_ms: string;
  expires_at_ms: string;
}

export interface UploadTable {
  company_id: number;
  id: string;
  user_id: number;
  address_key: Buffer;
  /** Null after erasure, and for uploads older than the column. */
  content_index: Buffer | null;
  /** Null after erasure. */
  sealed_key: Buffer | null;
  created_at_ms: string;
  submitted_at_ms: string | null;
}

export interface VerificationTable {
  company_id: number;
  id: Generated<number>;
  user_id: number;
  status: Generated<'waiting' | 'approved' | 'rejected'>;
  name_sealed: Buffer | null;
  number_sealed: Buffer | null;
  number_index: Buffer | null;
  front_upload: string;
  reverse_upload: string;
  client_id: string | null;
  body_hash: string;
  remark: Generated<string>;
  submitted_at_ms: string;
  reviewed_at_ms: string | null;
  reviewed_by: number | null;
  is_name_indexed: Generated<boolean>;
}

interface NameWordTable {
  company_id: number;
  word: Buffer;
  user_id: number;
}

export interface UserLimitTable {
  company_id: number;
  user_id: number;
  leverage_max: number;
  orders_max: number;
  withdrawal_day_max_micros: string;
  is_opening_blocked: boolean;
  is_withdrawal_blocked: boolean;
}

export interface SignInTable {
  company_id: number;
  seq: number;
  at_ms: string;
  who: 'user' | 'operator';
  person_id: number | null;
  kind: string;
  detail: string;
  network: string;
  count: number;
  hash: Buffer;
}

/** The last erased entry. */
export interface SignInAnchorTable {
  company_id: number;
  seq: number;
  hash: Buffer;
}

export interface AuditTable {
  company_id: number;
  seq: number;
  at_ms: string;
  operator_id: number | null;
  action: string;
  subject: string;
  reason: string;
  hash: Buffer;
}
