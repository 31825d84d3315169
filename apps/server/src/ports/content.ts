import type { CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';

export type ArticleKind = 'news' | 'announcement';

export interface ArticleText {
  /** Wire code. */
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  /** Source text as the operator wrote it. */
  readonly source: string;
}

/** An article as an operator writes it. */
export interface WrittenArticle {
  readonly kind: ArticleKind;
  readonly format: 'markdown' | 'html';
  readonly logo: string;
  /** Null for a draft. */
  readonly publishedAtMs: number | null;
  readonly isPinned: boolean;
  readonly texts: readonly ArticleText[];
}

/** An article with the HTML of its texts. */
export interface SavedArticle extends WrittenArticle {
  readonly texts: readonly (ArticleText & { readonly html: string })[];
}

export interface ArticleHead extends Omit<WrittenArticle, 'texts'> {
  readonly id: number;
  readonly version: number;
  readonly updatedAtMs: number;
  /** E-mail address of the operator who last changed it. */
  readonly by: string;
  readonly isDeleted: boolean;
  /** Title of its first text. */
  readonly title: string;
  readonly languages: readonly string[];
}

export interface ArticleRecord extends ArticleHead {
  readonly texts: readonly ArticleText[];
}

/** Operator and time of a change. */
export interface Change {
  readonly operatorId: number;
  readonly atMs: number;
}

export interface ArticleQuery {
  readonly kind: ArticleKind | null;
  readonly sort: 'id' | 'published_at' | 'updated_at';
  readonly order: 'ASC' | 'DESC';
  readonly page: number;
  readonly perPage: number;
}

/** Reader of articles: languages in order of preference, and the account, if any. */
export interface Reader {
  readonly languages: readonly string[];
  readonly userId: number | null;
  readonly nowMs: number;
}

/** An article in the reader's best language. */
export interface ShownArticle {
  readonly id: number;
  readonly kind: ArticleKind;
  readonly logo: string;
  readonly publishedAtMs: number;
  readonly isPinned: boolean;
  readonly version: number;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly isRead: boolean;
}

/** News and announcements, one company at a time. Every change writes its audit entry in the same transaction. */
export interface ArticleStore {
  list(companyId: CompanyId, query: ArticleQuery): Promise<{ articles: readonly ArticleHead[]; total: number }>;
  find(companyId: CompanyId, id: number): Promise<ArticleRecord | null>;
  /** Returns the id. */
  add(companyId: CompanyId, article: SavedArticle, change: Change): Promise<number>;
  /** Only one of two concurrent changes to one version succeeds. */
  change(
    companyId: CompanyId,
    id: number,
    version: number,
    article: SavedArticle,
    change: Change,
  ): Promise<'changed' | 'unknown' | 'version-changed'>;
  /** Hides the article for good; false if there is no such article. */
  remove(companyId: CompanyId, id: number, reason: string, change: Change): Promise<boolean>;
  /** Returns the visible articles of a kind, pinned ones first, then the newest. */
  shown(
    companyId: CompanyId,
    kind: ArticleKind,
    reader: Reader,
    offset: number,
    limit: number,
  ): Promise<{ articles: readonly ShownArticle[]; total: number; unread: number }>;
  findShown(companyId: CompanyId, id: number, reader: Reader): Promise<(ShownArticle & { html: string }) | null>;
  /** Ignores `ids` that are not visible; always marks `alsoIds`. */
  markRead(
    companyId: CompanyId,
    userId: number,
    ids: readonly number[],
    alsoIds: readonly number[],
    nowMs: number,
  ): Promise<void>;
  isRead(companyId: CompanyId, userId: number, id: number): Promise<boolean>;
}

/** A user's choices by wire name; a missing one was never made. */
export type Chosen = Readonly<Record<string, string | boolean>>;

export interface PreferencesRecord {
  readonly chosen: Chosen;
  readonly isInRanking: boolean;
}

/** Templates of chart indicators, as the contract checked them. */
export interface TemplatesRecord {
  readonly templates: readonly unknown[];
  /** 0 before the first change. */
  readonly version: number;
}

export interface FavouritesRecord {
  readonly ids: readonly number[];
  /** 0 before the first change. */
  readonly version: number;
}

/** Users' own settings, one company at a time. */
export interface ChoiceStore {
  preferences(companyId: CompanyId, userId: number): Promise<PreferencesRecord>;
  /** Merges `chosen` into earlier choices; null keeps the ranking choice. Returns the result. */
  choose(companyId: CompanyId, userId: number, chosen: Chosen, isInRanking: boolean | null): Promise<PreferencesRecord>;
  favourites(companyId: CompanyId, userId: number): Promise<FavouritesRecord>;
  /** Replaces the list with `ids`, unless `version` is out of date. Returns the current list. */
  setFavourites(
    companyId: CompanyId,
    userId: number,
    ids: readonly number[],
    version: number | null,
  ): Promise<FavouritesRecord & { readonly isChanged: boolean }>;
  templates(companyId: CompanyId, userId: number): Promise<TemplatesRecord>;
  /** Replaces the templates, unless `version` is out of date. Returns the current ones. */
  setTemplates(
    companyId: CompanyId,
    userId: number,
    templates: readonly unknown[],
    version: number,
  ): Promise<TemplatesRecord & { readonly isChanged: boolean }>;
  /** Drawings on charts, one entry an instrument, as the contract checked them. */
  drawings(companyId: CompanyId, userId: number): Promise<readonly unknown[]>;
  /** Stores the drawings that `change` makes of the present ones, one change of a user at a time. Null, and nothing is stored, if it returns null. */
  changeDrawings(
    companyId: CompanyId,
    userId: number,
    change: (before: readonly unknown[]) => readonly unknown[] | null,
  ): Promise<readonly unknown[] | null>;
}

/** Result of an account's closed orders; amounts in the account's currency. */
export interface RankedAccount {
  readonly userId: number;
  readonly uid: string;
  readonly email: string | null;
  readonly isDemo: boolean;
  /** Orders closed in the period, how many of them were profitable after fees and swap, and their total profit. */
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  /** Balance at the start of the period plus deposits since; positive. */
  readonly base: Money;
  /** Most frequent leverage and instrument of those orders. */
  readonly leverage: number;
  readonly instrumentId: number;
  /** All-time profit after costs, deposits and closed orders. */
  readonly totalProfit: Money;
  readonly totalPaidIn: Money;
  readonly totalTrades: number;
}

/** A user who opted in to the ranking, as operators see them. */
export interface RankingCandidate {
  readonly userId: number;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  readonly isHidden: boolean;
}

/** Ranking by orders and postings, one company at a time. */
export interface RankingStore {
  /** Returns users who opted in, are not hidden and have closed at least `tradesMin` orders since then, best first. */
  ranked(companyId: CompanyId, sinceMs: number, tradesMin: number, limit: number): Promise<RankedAccount[]>;
  candidates(
    companyId: CompanyId,
    sinceMs: number,
    page: { readonly page: number; readonly perPage: number; readonly order: 'ASC' | 'DESC' },
  ): Promise<{ readonly candidates: readonly RankingCandidate[]; readonly total: number }>;
  /** Hides a user from the ranking or shows them again; false for an unknown user. A change writes its audit entry. */
  setHidden(companyId: CompanyId, userId: number, isHidden: boolean, reason: string, change: Change): Promise<boolean>;
}
