import type { Language } from '@candor/contracts/languages';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { ArticleKind, ArticleStore, Reader, ShownArticle } from '../../ports/content.ts';
import type { BackgroundWork } from '../../ports/work.ts';
import { allowedPicture, cleanAside, type PictureRules } from './article-cleaning.ts';
import { countriesAnnouncement } from './countries-announcement.ts';

const pageSize = 20;
/** Id of the generated announcement; no article has it. */
const countriesId = 0;
const keptMax = 200;

export interface NewsDeps {
  readonly store: ArticleStore;
  readonly clock: Clock;
  readonly pictures: PictureRules;
  readonly work: BackgroundWork;
}

/** Reader of a company's news; `userId` only for the company's own users. */
export interface NewsReader {
  readonly company: CompanyRecord;
  readonly language: Language;
  readonly userId: number | null;
}

export type ListedArticle = Omit<ShownArticle, 'version'>;

/** News and announcements as shown to readers (R-NEWS-01, R-COM-08). */
export class News {
  readonly #store: ArticleStore;
  readonly #clock: Clock;
  readonly #pictures: PictureRules;
  readonly #work: BackgroundWork;
  /** Cache of cleaned texts; the oldest is evicted. */
  readonly #kept = new Map<string, Promise<string>>();

  constructor({ store, clock, pictures, work }: NewsDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#pictures = pictures;
    this.#work = work;
  }

  async list(
    reader: NewsReader,
    kind: ArticleKind,
    page: number,
  ): Promise<{ articles: readonly ListedArticle[]; total: number; unread: number }> {
    const first = kind === 'announcement' ? await this.#countries(reader) : null;
    const own = first === null ? 0 : 1;
    // The generated announcement comes first on page 1.
    const [offset, limit] = page === 1 ? [0, pageSize - own] : [(page - 1) * pageSize - own, pageSize];
    const { company } = reader;
    const shown = await this.#store.shown(company.id, kind, this.#reader(reader), offset, limit);
    const articles = shown.articles.map((article) => this.#withLogo(company, article));
    return {
      articles: first !== null && page === 1 ? [first, ...articles] : articles,
      total: shown.total + own,
      unread: shown.unread + (first === null || first.isRead ? 0 : 1),
    };
  }

  /** Null if missing, unpublished or withdrawn. */
  async find(reader: NewsReader, id: number): Promise<(ListedArticle & { html: string }) | null> {
    if (id === countriesId) return this.#countries(reader);
    const { company } = reader;
    const found = await this.#store.findShown(company.id, id, this.#reader(reader));
    return found === null ? null : { ...this.#withLogo(company, found), html: await this.#clean(company, found) };
  }

  async markRead(company: CompanyRecord, userId: number, ids: readonly number[]): Promise<void> {
    const also = ids.includes(countriesId) ? [countriesId] : [];
    await this.#store.markRead(company.id, userId, ids, also, this.#clock.nowMs());
  }

  #reader({ language, userId }: NewsReader): Reader {
    return { languages: [language, 'en', 'hk'], userId, nowMs: this.#clock.nowMs() };
  }

  async #countries({ company, language, userId }: NewsReader) {
    const text = countriesAnnouncement(company, language);
    if (text === null) return null;
    const isRead = userId !== null && (await this.#store.isRead(company.id, userId, countriesId));
    const head = { id: countriesId, kind: 'announcement', logo: '', publishedAtMs: 0, isPinned: true } as const;
    return { ...head, isRead, language, ...text };
  }

  #withLogo<Article extends ShownArticle>(company: CompanyRecord, article: Article): Article {
    return { ...article, logo: allowedPicture(this.#pictures, company, article.logo) };
  }

  /** Cleans again before showing: by current rules, whatever the database holds. */
  #clean(company: CompanyRecord, { id, html }: { readonly id: number; readonly html: string }): Promise<string> {
    const key = JSON.stringify([company.hosts, company.links, html]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const asked = { work: this.#work, network: `news:${company.id}`, caller: `news:${company.id}:${id}` };
    const clean = cleanAside(asked, this.#pictures, company, 'html', html).then((made) => made?.html ?? '');
    this.#kept.set(key, clean);
    clean.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
    return clean;
  }
}
