import type { OldRows } from '../../ports/retention.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Time after its end for which the rows of a demo are kept (R-RUN-42). */
export const endedDemoKeptMs = 30 * dayMs;

/** Time for which the list of a user keeps a notice (R-ALR-06). */
const noticesKeptMs = 90 * dayMs;

type Removal = Pick<OldRows, 'column' | 'isOfCompany'> &
  Partial<Pick<OldRows, 'unit'>> & {
    /** Time for which rows are kept after the time in their column. */
    readonly keptMs: number;
  };

/** Bound of the rows of a table. Every table of the database has one (R-RUN-40). */
export type TableBound =
  /** Never removed, because the law, a receipt or the proof of money needs it. */
  | { readonly kind: 'without limit'; readonly because: string }
  /** Removed by the retention job once they are old. */
  | { readonly kind: 'time'; readonly of: string; readonly removals: readonly Removal[] }
  /** Kept within a time or a number by the code named. */
  | { readonly kind: 'kept by'; readonly of: string; readonly by: string }
  /** Grows with what it describes: the number for each is given. */
  | { readonly kind: 'number'; readonly of: string };

const money = 'the record of money: the law and every balance need it';
const publicLog = 'anyone may check the whole log at any time';
const act = 'a decision that operators answer for; written by hand only';

/**
 * Bound of every table. The rows of ended demos are removed from the tables that are kept without limit, too
 * (`demoTables`).
 */
export const tableBounds: Readonly<Record<string, TableBound>> = {
  // The core.
  journal: { kind: 'kept by', of: 'JOURNAL_KEPT_DAYS in partitions, then the archive', by: 'journal/journal-care.ts' },
  journal_partition: { kind: 'number', of: 'one a partition (a million entries)' },
  journal_partition_event: { kind: 'number', of: 'four a partition' },
  journal_archive: { kind: 'number', of: 'one an archived file (20,000 entries or 16 MB)' },
  command_id: { kind: 'kept by', of: 'the newest eight days with ids, in partitions', by: 'journal/journal-care.ts' },
  core_snapshot: { kind: 'kept by', of: 'three snapshots', by: 'trading/snapshots/snapshot-writer.ts' },
  core_snapshot_part: { kind: 'kept by', of: 'those of three snapshots', by: 'trading/snapshots/snapshot-writer.ts' },
  shard_lease: { kind: 'number', of: 'one a shard' },
  hedge_journal: { kind: 'without limit', because: 'the record of hedges: every balance at the provider needs it' },
  hedge_switch: { kind: 'without limit', because: 'who stopped hedging, and who let it go on' },
  projector_checkpoint: { kind: 'number', of: 'one a projector' },
  used_payment: { kind: 'without limit', because: 'a payment is credited once, however old it is' },

  // Projected from the journal.
  trade_order: { kind: 'without limit', because: money },
  posting: { kind: 'without limit', because: money },
  ledger_balance: { kind: 'number', of: 'two an account, nine a ledger' },
  funds_request: { kind: 'without limit', because: money },
  receipt: { kind: 'without limit', because: 'a trader may ask for it at any time' },
  receipt_chain: { kind: 'number', of: 'one an account' },
  receipt_key: { kind: 'number', of: 'one a signing key' },

  // The transparency log.
  log_tree: { kind: 'number', of: 'one a company' },
  log_entry: { kind: 'without limit', because: publicLog },
  log_tile: { kind: 'number', of: 'one for 255 entries' },
  log_place: { kind: 'without limit', because: 'a trader may ask for the proof of a receipt at any time' },
  log_cursor: { kind: 'number', of: 'one a shard' },
  liability_total: { kind: 'without limit', because: publicLog },
  liability_leaf: { kind: 'kept by', of: '30 days, one an account', by: 'adapters/postgres/liability-tables.ts' },
  liability_nodes: { kind: 'kept by', of: '30 days, 80 bytes an account', by: 'adapters/postgres/liability-tables.ts' },
  audit_result: { kind: 'kept by', of: '400 nights of each company', by: 'adapters/postgres/audit-result-tables.ts' },

  statistics_cursor: { kind: 'number', of: 'one a shard' },
  statistics_day: { kind: 'kept by', of: '400 days of each company', by: 'adapters/postgres/statistics-tables.ts' },
  statistics_fill: { kind: 'kept by', of: '400 days, 30 bytes a fill', by: 'adapters/postgres/statistics-tables.ts' },

  // Prices.
  candle_block: {
    kind: 'kept by',
    of: '400 days of each live feed, 6 hours of an instrument in a row',
    by: 'services/market/candle-recorder.ts',
  },
  candle_minute: { kind: 'kept by', of: '35 days of each source', by: 'services/market/candle-recorder.ts' },

  // People.
  app_user: { kind: 'without limit', because: 'an account is never reused; documents are erased after the retention' },
  user_token: {
    kind: 'time',
    of: 'until it expires; at most 100 a user',
    removals: [{ column: 'expires_at_ms', isOfCompany: true, keptMs: 0 }],
  },
  user_password: { kind: 'number', of: 'one a user' },
  user_device: { kind: 'number', of: 'at most 50 a user' },
  user_totp: { kind: 'number', of: 'one a user' },
  user_recovery_code: { kind: 'number', of: 'one set a user' },
  user_passkey: { kind: 'number', of: 'at most 10 a user' },
  user_limit: { kind: 'number', of: 'one a user' },
  user_preferences: { kind: 'number', of: 'one a user' },
  user_favourites: { kind: 'number', of: 'one a user' },
  calendar_entry: {
    kind: 'time',
    of: '400 days after its time; at most 20,000 a company',
    removals: [{ column: 'at_ms', isOfCompany: true, keptMs: 400 * dayMs }],
  },
  calendar_version: {
    kind: 'time',
    of: '400 days; at most the newest 200 of an entry',
    removals: [{ column: 'changed_at_ms', isOfCompany: true, keptMs: 400 * dayMs }],
  },
  trade_note: { kind: 'number', of: 'at most 5,001 a user' },
  client_note: { kind: 'number', of: 'at most 1,000 a client' },
  ranking_hidden: { kind: 'number', of: 'one a user' },
  article_read: { kind: 'number', of: 'one a user and article' },
  push_device: { kind: 'number', of: 'at most 10 a user' },
  notice_choice: { kind: 'number', of: 'one a user' },
  notice: {
    kind: 'time',
    of: `${noticesKeptMs / dayMs} days`,
    removals: [{ column: 'at_ms', isOfCompany: true, keptMs: noticesKeptMs }],
  },
  auth_challenge: {
    kind: 'time',
    of: 'until it expires',
    removals: [{ column: 'expires_at_ms', isOfCompany: true, keptMs: 0 }],
  },
  verification_code: {
    kind: 'time',
    of: 'an hour',
    removals: [{ column: 'sent_at_ms', isOfCompany: true, keptMs: hourMs }],
  },
  answered_request: {
    kind: 'time',
    of: '8 days',
    removals: [{ column: 'at_ms', isOfCompany: true, keptMs: 8 * dayMs }],
  },
  message_outbox: {
    kind: 'time',
    of: '30 days after it was sent or failed',
    removals: [{ column: 'settled_at_ms', isOfCompany: true, keptMs: 30 * dayMs }],
  },
  sms_use: {
    kind: 'time',
    of: '31 days',
    removals: [{ column: 'day', unit: 'day', isOfCompany: true, keptMs: 31 * dayMs }],
  },
  rate_count: {
    kind: 'kept by',
    of: 'the window of the count, at most a day; 250,000 keys a subject',
    by: 'adapters/postgres/rate-counts.ts',
  },
  sign_in_entry: { kind: 'kept by', of: '180 days', by: 'services/sign-ins/sign-ins.ts' },
  sign_in_anchor: { kind: 'number', of: 'one a company' },
  upload: {
    kind: 'kept by',
    of: 'a day unless submitted, then DOCUMENT_RETENTION_YEARS after the end of the account',
    by: 'services/documents/retention.ts',
  },
  name_word: {
    kind: 'kept by',
    of: 'the name of the check; at most 132 a verified person',
    by: 'services/documents/retention.ts',
  },
  verification: {
    kind: 'without limit',
    because: 'the law asks for the check; its content is erased with the documents',
  },

  // Money desk.
  pay_way: { kind: 'without limit', because: act },
  pay_way_address: { kind: 'number', of: 'one a user and method; free ones are added by hand' },
  draw_currency: { kind: 'without limit', because: act },
  draw_method: { kind: 'without limit', because: 'a withdrawal names the method that it was paid to' },
  funds_settings: { kind: 'number', of: 'one a company' },
  payment_sighting: {
    kind: 'without limit',
    because: 'a payment on a chain or at a provider; nobody sends them for free',
  },
  payment_event: {
    kind: 'time',
    of: '30 days',
    removals: [{ column: 'at_ms', isOfCompany: true, keptMs: 30 * dayMs }],
  },
  watch_checkpoint: { kind: 'number', of: 'one a watcher' },

  // Companies and their operators.
  company: { kind: 'number', of: 'one a company, at most 200' },
  company_host: { kind: 'number', of: 'at most 20 a company' },
  company_version: { kind: 'without limit', because: act },
  instrument_terms: { kind: 'without limit', because: act },
  trading_halt: { kind: 'without limit', because: act },
  approval: { kind: 'without limit', because: 'the audit trail names it' },
  operator: { kind: 'without limit', because: 'the audit trail names it' },
  operator_token: {
    kind: 'time',
    of: 'until it expires',
    removals: [{ column: 'expires_at_ms', isOfCompany: true, keptMs: 0 }],
  },
  audit_entry: { kind: 'without limit', because: 'the chain of operators\u2019 actions has no gaps' },
  article: { kind: 'without limit', because: act },
  article_text: { kind: 'number', of: 'one an article and language' },

  // Migrations.
  kysely_migration: { kind: 'number', of: 'one a migration' },
  kysely_migration_lock: { kind: 'number', of: 'one' },
};

/** Tables from which the rows of an ended demo are removed, and the tables whose rows keep its user (R-RUN-42). */
export const demoTables = {
  projected: ['trade_order', 'posting', 'receipt', 'ledger_balance', 'receipt_chain', 'notice'],
  erased: [
    'user_token',
    'user_password',
    'user_device',
    'user_totp',
    'user_recovery_code',
    'user_passkey',
    'auth_challenge',
    'user_limit',
    'user_preferences',
    'user_favourites',
    'trade_note',
    'client_note',
    'ranking_hidden',
    'article_read',
    'name_word',
    'push_device',
    'notice_choice',
  ],
  keeping: ['app_user', 'upload', 'verification', 'pay_way_address', 'draw_method', 'payment_sighting'],
} as const;

/** Bound of every folder and file under DATA_DIR, by its first name. */
export const folderBounds: Readonly<Record<string, string>> = {
  postgres: 'the embedded database; its log is rotated at 8 MB, one old file is kept',
  ticks: 'TICK_LOG_MAX_MB; the oldest segments are removed',
  fix: '64 bytes for each FIX session, rewritten in place',
  mirror: 'TICK_LOG_MAX_MB; a core\u2019s copy of the market role\u2019s ticks, the oldest segments are removed',
  files: 'one file an upload; removed with it',
  archive: 'without limit: the journal\u2019s old entries, unless ARCHIVE names another place',
  outbox: 'messages that are not sent for want of SMTP_URL or an SMS provider, for 30 days',
  keys: 'one file for each kind of key',
  log: 'one signed checkpoint a company',
  lines: 'one socket a line (`LINES_DIR`)',
  backup:
    'three small files: the id under which this installation writes its backup, the progress of the copies, a hash of the copied keys',
  'restored-ticks': 'the tick log of the backup that this was restored from; may be removed',
  'restored.json': 'where this was restored from, and whether that was confirmed',
  'operator.txt': 'the first operators\u2019 links, until used',
};

/** Returns every removal by the retention job. */
export function removalsOf(bounds: Readonly<Record<string, TableBound>> = tableBounds) {
  return Object.entries(bounds).flatMap(([table, bound]) =>
    bound.kind === 'time'
      ? bound.removals.map(({ keptMs, unit = 'ms', ...removal }) => ({ rows: { table, unit, ...removal }, keptMs }))
      : [],
  );
}
