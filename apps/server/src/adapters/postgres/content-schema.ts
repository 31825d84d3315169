import type { Generated } from 'kysely';

/** Tables of companies' articles and users' choices; bigint columns arrive as text. */
export interface ContentSchema {
  article: ArticleTable;
  article_text: ArticleTextTable;
  article_read: ArticleReadTable;
  ranking_hidden: RankingHiddenTable;
  user_preferences: PreferencesTable;
  user_favourites: FavouritesTable;
  notice: NoticeTable;
  push_device: PushDeviceTable;
  notice_choice: NoticeChoiceTable;
  trade_note: TradeNoteTable;
  calendar_entry: CalendarEntryTable;
  calendar_version: CalendarVersionTable;
}

export interface ArticleTable {
  company_id: number;
  id: Generated<number>;
  kind: 'news' | 'announcement';
  format: 'markdown' | 'html';
  logo: string;
  /** Null for a draft. */
  published_at_ms: string | null;
  is_pinned: boolean;
  version: Generated<number>;
  updated_at_ms: string;
  updated_by: number;
  deleted_at_ms: string | null;
}

export interface ArticleTextTable {
  company_id: number;
  article_id: number;
  language: string;
  /** Position among the article's texts. */
  position: number;
  title: string;
  summary: string;
  source: string;
  html: string;
}

export interface ArticleReadTable {
  company_id: number;
  user_id: number;
  article_id: number;
}

/** Notice of a user; its facts are encoded as the journal's. */
export interface NoticeTable {
  company_id: number;
  user_id: number;
  id: string;
  kind: string;
  at_ms: string;
  facts: string;
  read_at_ms: string | null;
  /** True until it was pushed and mailed as its user chose. */
  is_due: Generated<boolean>;
}

/** Browser of a user that takes pushed notices. */
export interface PushDeviceTable {
  company_id: number;
  user_id: number;
  /** Hash of the endpoint. */
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  session_id: string;
  language: string;
  added_at_ms: string;
}

export interface NoticeChoiceTable {
  company_id: number;
  user_id: number;
  chosen: unknown;
}

export interface RankingHiddenTable {
  company_id: number;
  user_id: number;
  hidden_at_ms: string;
}

export interface PreferencesTable {
  company_id: number;
  user_id: number;
  chosen: unknown;
  is_in_ranking: Generated<boolean>;
}

export interface FavouritesTable {
  company_id: number;
  user_id: number;
  instrument_ids: number[];
  version: number;
}

export interface TradeNoteTable {
  company_id: number;
  user_id: number;
  order_id: string;
  note: string;
  tags: string[];
  version: number;
  changed_at_ms: string;
}

/** Entry of a company's economic calendar. */
export interface CalendarEntryTable {
  company_id: number;
  id: Generated<number>;
  uid: string;
  at_ms: string;
  currency: string;
  importance: 1 | 2 | 3;
  title: string;
  forecast: string;
  previous: string;
  actual: string;
  version: number;
  is_deleted: boolean;
  changed_at_ms: string;
  changed_by: number;
}

/** Version of a calendar entry, with its facts then. */
export interface CalendarVersionTable {
  company_id: number;
  entry_id: number;
  version: number;
  act: 'added' | 'changed' | 'removed';
  reason: string;
  facts: string;
  changed_at_ms: string;
  changed_by: number;
}
