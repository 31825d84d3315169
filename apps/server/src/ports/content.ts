import type { TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';

export type ArticleKind = 'news' | 'announcement';

export interface ArticleText {
  /** By its wire code. */
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  /** As it was written. */
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

/** The same with what its texts are shown as. */
export interface SavedArticle extends WrittenArticle {
  readonly texts: readonly (ArticleText & { readonly html: string })[];
}

export interface ArticleHead extends Omit<WrittenArticle, 'texts'> {
  readonly id: number;
  readonly version: number;
  readonly updatedAtMs: number;
  /** The operator who changed it last, by mail address. */
  readonly by: string;
  readonly isDeleted: boolean;
  /** Of its first text. */
  readonly title: string;
  readonly languages: readonly string[];
}

export interface ArticleRecord extends ArticleHead {
  readonly texts: readonly ArticleText[];
}

/** Who changes something, and when. */
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

/** Who reads: his languages, best first, and his account, if he has one here. */
export interface Reader {
  readonly languages: readonly string[];
  readonly userId: number | null;
  readonly nowMs: number;
}

/** An article as it is shown, in the one language that suits the reader best. */
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

/** News and announcements, one company at a time. Every change is in its audit trail, in the same transaction. */
export interface ArticleStore {
  list(companyId: TenantId, query: ArticleQuery): Promise<{ articles: readonly ArticleHead[]; total: number }>;
  find(companyId: TenantId, id: number): Promise<ArticleRecord | null>;
  /** Answers its id. */
  add(companyId: TenantId, article: SavedArticle, change: Change): Promise<number>;
  /** Of two who change the same version one wins. */
  change(
    companyId: TenantId,
    id: number,
    version: number,
    article: SavedArticle,
    change: Change,
  ): Promise<'changed' | 'unknown' | 'version-changed'>;
  /** Shown no more, and changed no more; false for one that is not there. */
  remove(companyId: TenantId, id: number, reason: string, change: Change): Promise<boolean>;
  /** What is shown of a kind, pinned first, then the newest. */
  shown(
    companyId: TenantId,
    kind: ArticleKind,
    reader: Reader,
    offset: number,
    limit: number,
  ): Promise<{ articles: readonly ShownArticle[]; total: number; unread: number }>;
  findShown(companyId: TenantId, id: number, reader: Reader): Promise<(ShownArticle & { html: string }) | null>;
  /** Passes over what is not shown; `alsoIds` are marked whatever they are. */
  markRead(
    companyId: TenantId,
    userId: number,
    ids: readonly number[],
    alsoIds: readonly number[],
    nowMs: number,
  ): Promise<void>;
  isRead(companyId: TenantId, userId: number, id: number): Promise<boolean>;
}

/** What a user has chosen, by the wire's names; what is not there was never chosen. */
export type Chosen = Readonly<Record<string, string | boolean>>;

export interface PreferencesRecord {
  readonly chosen: Chosen;
  readonly isInRanking: boolean;
}

export interface FavouritesRecord {
  readonly ids: readonly number[];
  /** 0 before the first change. */
  readonly version: number;
}

/** What users choose for themselves, one company at a time. */
export interface ChoiceStore {
  preferences(companyId: TenantId, userId: number): Promise<PreferencesRecord>;
  /** Adds to what was chosen before; null leaves the ranking as it is. Answers how it stands then. */
  choose(companyId: TenantId, userId: number, chosen: Chosen, isInRanking: boolean | null): Promise<PreferencesRecord>;
  favourites(companyId: TenantId, userId: number): Promise<FavouritesRecord>;
  /** Puts `ids` in the place of the list. With a `version` that is not the last, nothing is changed; answers how it stands. */
  setFavourites(
    companyId: TenantId,
    userId: number,
    ids: readonly number[],
    version: number | null,
  ): Promise<FavouritesRecord & { readonly isChanged: boolean }>;
}

/** What an account's closed orders come to; money in its own currency. */
export interface RankedAccount {
  readonly userId: number;
  readonly uid: string;
  readonly email: string | null;
  readonly isDemo: boolean;
  /** Orders closed since the period began, how many of them earned after fee and swap, and what all of them did. */
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  /** The balance when the period began and what was paid in since; above zero. */
  readonly base: Money;
  /** The leverage and the instrument that most of those orders had. */
  readonly leverage: number;
  readonly instrumentId: number;
  /** What trading ever earned less what it cost, what was ever paid in, and orders ever closed. */
  readonly totalProfit: Money;
  readonly totalPaidIn: Money;
  readonly totalTrades: number;
}

/** As operators see one who asked to be ranked. */
export interface RankingCandidate {
  readonly userId: number;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  readonly isHidden: boolean;
}

/** The ranking out of orders and postings, one company at a time. */
export interface RankingStore {
  /** Who asked for it, is not hidden and has closed at least `tradesMin` orders since then; best first. */
  ranked(companyId: TenantId, sinceMs: number, tradesMin: number, limit: number): Promise<RankedAccount[]>;
  candidates(
    companyId: TenantId,
    sinceMs: number,
    page: { readonly page: number; readonly perPage: number; readonly order: 'ASC' | 'DESC' },
  ): Promise<{ readonly candidates: readonly RankingCandidate[]; readonly total: number }>;
  /** Leaves a user out, or lets him in again; false for one who is not there. What changes something is audited with it. */
  setHidden(companyId: TenantId, userId: number, isHidden: boolean, reason: string, change: Change): Promise<boolean>;
}
