import type { TenantId } from '@candor/domain/values/ids';

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
