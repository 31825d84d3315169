import type { NewsArticle, NewsCategory, NewsRow as WireRow } from '@candor/contracts/http/content';

/** One line of the news or announcements. */
export interface NewsRow extends Pick<WireRow, 'id' | 'title' | 'desc' | 'logo' | 'language'> {
  readonly category: NewsCategory;
  /** Time of publication; 0 for none. */
  readonly createdAtMs: number;
  readonly isPinned: boolean;
  /** Null for visitors: the device keeps what they have read. */
  readonly isUnread: boolean | null;
}

/** One article in full. `content` is sanitised HTML (R-CNT-02). */
export interface Article extends NewsRow {
  readonly content: string;
}

export function toNewsRow(wire: WireRow): NewsRow {
  const { id, title, desc, logo, language } = wire;
  return {
    id,
    title,
    desc,
    logo,
    language,
    category: wire.category_id,
    createdAtMs: wire.created_at,
    isPinned: wire.is_pinned,
    isUnread: wire.is_unread,
  };
}

export function toArticle(wire: NewsArticle): Article {
  return { ...toNewsRow(wire), content: wire.content };
}
