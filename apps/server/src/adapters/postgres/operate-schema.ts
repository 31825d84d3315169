import type { Generated } from 'kysely';

/** Tables of terms, halts, versions of companies' settings, approvals and notes about clients; bigint columns arrive as text. */
export interface OperateSchema {
  instrument_terms: InstrumentTermsTable;
  trading_halt: TradingHaltTable;
  company_version: CompanyVersionTable;
  approval: ApprovalTable;
  client_note: ClientNoteTable;
}

export interface InstrumentTermsTable {
  company_id: number;
  instrument_id: number;
  version: number;
  is_offered: boolean;
  leverages: number[];
  fee_rate_e8: string;
  lots_min: string;
  lots_max: string;
  swap_long_e2: string;
  swap_short_e2: string;
  stress_move_e4: number | null;
  /** JSON, written as text. */
  closures: unknown;
  operator_id: number;
  at_ms: string;
  reason: string;
}

export interface TradingHaltTable {
  company_id: number;
  id: Generated<number>;
  scope: 'symbol' | 'company' | 'all';
  instrument_id: number | null;
  reason: string;
  begun_by: number;
  since_ms: string;
  ended_at_ms: string | null;
  ended_by: number | null;
}

export interface CompanyVersionTable {
  company_id: number;
  version: number;
  /** JSON, written as text. */
  settings: unknown;
  /** Null for the installation. */
  operator_id: number | null;
  at_ms: string;
  reason: string;
}

export interface ApprovalTable {
  company_id: number;
  id: Generated<number>;
  kind: 'operator' | 'settings' | 'terms' | 'pay-way' | 'funds-settings';
  call: string;
  subject: string;
  /** JSON, as `after`, `params` and `body`; text, so that its hash can be checked. */
  before: string;
  after: string;
  params: string;
  body: string;
  reason: string;
  author_id: number;
  payload_hash: string;
  at_ms: string;
  expires_at_ms: string;
  status: Generated<'waiting' | 'expired' | 'withdrawn' | 'refused' | 'approved' | 'failed' | 'done'>;
  decided_by: Generated<number | null>;
  decided_at_ms: Generated<string | null>;
  remark: Generated<string>;
}

export interface ClientNoteTable {
  company_id: number;
  id: Generated<string>;
  user_id: number;
  operator_id: number;
  client_id: string;
  note: string;
  at_ms: string;
}
